#include "platform/code_name.hpp"

#include <dlfcn.h>

#include <string_view>

namespace tidemill::platform {

std::uint64_t code_name(const void* code) {
  Dl_info info{};
  if (dladdr(code, &info) == 0 || info.dli_fname == nullptr) return 0;
  const std::string_view path = info.dli_fname;
  std::uint64_t name = 14695981039346656037u;  // FNV-1a: std::hash may differ between libraries
  for (const char c : path.substr(path.rfind('/') + 1))
    name = (name ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return name ^ (reinterpret_cast<std::uintptr_t>(code) -
                 reinterpret_cast<std::uintptr_t>(info.dli_fbase)) *
                    0x9e3779b97f4a7c15u;
}

}  // namespace tidemill::platform
