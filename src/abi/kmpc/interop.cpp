// omp_get_interop_* (OpenMP 5.2, 18.12). The host is the only device and has no foreign runtime:
// every interop object is omp_interop_none, which has no values. Translation only.
#include <cstdint>

#include "abi/export.hpp"

namespace {

// omp_interop_property_t: the standard's own are negative, from omp_ipr_first on.
constexpr int kFirst = -9;

// omp_interop_rc_t.
enum Result : int {
  kNoValue = 1,
  kSuccess = 0,
  kEmpty = -1,
  kOutOfRange = -2,
  kTypeInt = -3,
  kTypePtr = -4,
  kTypeStr = -5,
  kOther = -6
};

struct Property {
  const char* name;
  const char* type;
};
constexpr Property kProperties[] = {{"fr_id", "int"},        {"fr_name", "const char *"},
                                    {"vendor", "int"},       {"vendor_name", "const char *"},
                                    {"device_num", "int"},   {"platform", "void *"},
                                    {"device", "void *"},    {"device_context", "void *"},
                                    {"targetsync", "void *"}};

const Property* find(int id) noexcept {
  return id >= kFirst && id < 0 ? &kProperties[-id - 1] : nullptr;
}

/// Why there is no value. An object that isn't omp_interop_none isn't one of this runtime's.
void refuse(const void* interop, int property, int* result) noexcept {
  if (result == nullptr) return;
  if (interop == nullptr)
    *result = kEmpty;
  else
    *result = find(property) == nullptr ? kOutOfRange : kOther;
}

}  // namespace

extern "C" {

/// Those of the implementation, beyond the standard's.
TM_EXPORT int omp_get_num_interop_properties(const void*) { return 0; }
TM_EXPORT int omp_get_num_interop_properties_(const void*)
    TM_ALIAS("omp_get_num_interop_properties");

TM_EXPORT std::intptr_t omp_get_interop_int(const void* interop, int property, int* result) {
  refuse(interop, property, result);
  return 0;
}
TM_EXPORT std::intptr_t omp_get_interop_int_(const void*, int, int*)
    TM_ALIAS("omp_get_interop_int");
TM_EXPORT void* omp_get_interop_ptr(const void* interop, int property, int* result) {
  refuse(interop, property, result);
  return nullptr;
}
TM_EXPORT void* omp_get_interop_ptr_(const void*, int, int*) TM_ALIAS("omp_get_interop_ptr");
TM_EXPORT const char* omp_get_interop_str(const void* interop, int property, int* result) {
  refuse(interop, property, result);
  return nullptr;
}
TM_EXPORT const char* omp_get_interop_str_(const void*, int, int*) TM_ALIAS("omp_get_interop_str");

TM_EXPORT const char* omp_get_interop_name(const void*, int property) {
  const Property* const known = find(property);
  return known != nullptr ? known->name : nullptr;
}
TM_EXPORT const char* omp_get_interop_name_(const void*, int) TM_ALIAS("omp_get_interop_name");
/// Nothing of omp_interop_none has a type.
TM_EXPORT const char* omp_get_interop_type_desc(const void* interop, int property) {
  const Property* const known = find(property);
  return interop != nullptr && known != nullptr ? known->type : nullptr;
}
TM_EXPORT const char* omp_get_interop_type_desc_(const void*, int)
    TM_ALIAS("omp_get_interop_type_desc");
TM_EXPORT const char* omp_get_interop_rc_desc(const void*, int result) {
  switch (result) {
    case kNoValue:
      return "the property has no meaningful value";
    case kSuccess:
      return "success";
    case kEmpty:
      return "the object is omp_interop_none";
    case kOutOfRange:
      return "there is no such property";
    case kTypeInt:
      return "the property is an integer: use omp_get_interop_int";
    case kTypePtr:
      return "the property is a pointer: use omp_get_interop_ptr";
    case kTypeStr:
      return "the property is a string: use omp_get_interop_str";
    case kOther:
      return "the object is not of this runtime";
    default:
      return nullptr;
  }
}
TM_EXPORT const char* omp_get_interop_rc_desc_(const void*, int)
    TM_ALIAS("omp_get_interop_rc_desc");

}  // extern "C"
