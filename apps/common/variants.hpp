// The variants of an application: what each needs of MPI and of threads, and how one is found.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace app {

/// What a variant needs of MPI, from least to most.
enum class MpiLevel { single, serialized, multiple, task_multiple };

enum class Workers { rank_0_alone, one_thread, all_threads };

/// `Run` is what the application's solve works on.
template <class Run>
struct Variant {
  std::string_view name;
  void (*solve)(Run& run);
  MpiLevel level;
  Workers workers;
};

/// Null if there is none of that name.
template <class Run>
const Variant<Run>* find_variant(std::span<const Variant<Run>> variants, std::string_view name) {
  for (const Variant<Run>& variant : variants) {
    if (variant.name == name) return &variant;
  }
  return nullptr;
}

/// "serial, pure, ...", for messages.
template <class Run>
std::string variant_names(std::span<const Variant<Run>> variants) {
  std::string names;
  for (const Variant<Run>& variant : variants) {
    if (!names.empty()) names += ", ";
    names += variant.name;
  }
  return names;
}

}  // namespace app
