#include "runtime_probe.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <functional>

namespace tidemill::tool {
namespace {

/// Runs `body` in a child with stderr led to us, and returns what it wrote; nothing when the child
/// did not end well. No library that it loads prints its settings by itself.
std::optional<std::string> ask_child(std::function<bool()> const& body) {
  std::array<int, 2> ends;
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  pid_t const child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    unsetenv("OMP_DISPLAY_ENV");
    unsetenv("KMP_SETTINGS");
    bool const good = body();
    std::fflush(stderr);
    _exit(good ? 0 : 1);  // no destructors: they are the parent's
  }
  close(ends[1]);
  std::string text;
  std::array<char, 4096> buffer;
  for (;;) {
    ssize_t const got = read(ends[0], buffer.data(), buffer.size());
    if (got > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(got));
    } else if (got == 0 || errno != EINTR) {
      break;
    }
  }
  close(ends[0]);
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (child < 0 || status != 0) return std::nullopt;
  return text;
}

template <typename Function>
Function* function_of(std::string const& library, char const* name) {
  void* const opened = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (opened == nullptr) return nullptr;
  return reinterpret_cast<Function*>(dlsym(opened, name));
}

}  // namespace

std::string effective_settings(Prefix const& prefix) {
  auto const text = ask_child([&prefix] {
    auto* const display = function_of<void(int)>(prefix.runtime(), "omp_display_env");
    if (display == nullptr) return false;
    display(1);
    return true;
  });
  return text.value_or("");
}

std::string layer_settings(Prefix const& prefix) {
  for (auto const mpi : kMpiLayers) {
    auto const text = ask_child([&prefix, mpi] {
      auto* const display = function_of<void()>(prefix.layer(mpi), "tidemill_mpi_display_settings");
      if (display == nullptr) return false;
      display();
      return true;
    });
    if (text) return *text;
  }
  return "";
}

std::optional<int> count_places(Prefix const& prefix, std::string const& kind) {
  auto const text = ask_child([&prefix, &kind] {
    unsetenv("KMP_AFFINITY");
    unsetenv("GOMP_CPU_AFFINITY");
    setenv("OMP_PLACES", kind.c_str(), 1);
    auto* const count = function_of<int()>(prefix.runtime(), "omp_get_num_places");
    if (count == nullptr) return false;
    int const places = count();
    std::fprintf(stderr, "\n%d", places);
    return places > 0;
  });
  if (!text) return std::nullopt;
  // After the last line's end: the runtime may have warned of other variables before.
  return std::atoi(text->c_str() + text->rfind('\n') + 1);
}

std::string why_not_loadable(Prefix const& prefix) {
  auto const text = ask_child([&prefix] {
    if (dlopen(prefix.runtime().c_str(), RTLD_NOW | RTLD_LOCAL) == nullptr) {
      std::fputs(dlerror(), stderr);
    }
    return true;
  });
  return text.value_or("it ends the process that loads it");
}

}  // namespace tidemill::tool
