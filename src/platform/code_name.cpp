#include "platform/code_name.hpp"

#include <dlfcn.h>
#include <link.h>

#include <string_view>

namespace tidemill::platform {

std::uint64_t code_name(const void* code) noexcept {
  // glibc 2.35 has it for unwinders, and takes no lock. dladdr() would do, but waits.
  ::dl_find_object object{};
  if (_dl_find_object(const_cast<void*>(code), &object) != 0) return 0;
  const char* const file = object.dlfo_link_map->l_name;
  const std::string_view path = file != nullptr ? file : "";
  std::uint64_t name = 14695981039346656037u;  // FNV-1a: std::hash may differ between libraries
  for (const char c : path.substr(path.rfind('/') + 1))
    name = (name ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return name ^ (reinterpret_cast<std::uintptr_t>(code) -
                 reinterpret_cast<std::uintptr_t>(object.dlfo_map_start)) *
                    0x9e3779b97f4a7c15u;
}

}  // namespace tidemill::platform
