#include "collectives/predefined.hpp"

namespace tidemill::mpi {

Predefined predefined;

namespace {

constexpr std::uint16_t kInteger = 1, kFloat = 2, kLogical = 4, kComplex = 8, kByte = 16,
                        kPair = 32, kText = 64, kAddress = 128;

}  // namespace

void Predefined::begin() {
  if (type_count_ > 0) return;
  struct {
    MPI_Datatype handle;
    std::uint16_t kind;
  } const types[] = {
      {MPI_DOUBLE, kFloat},
      {MPI_INT, kInteger},
      {MPI_FLOAT, kFloat},
      {MPI_LONG, kInteger},
      {MPI_BYTE, kByte},
      {MPI_CHAR, kText},
      {MPI_WCHAR, kText},
      {MPI_SIGNED_CHAR, kInteger},
      {MPI_UNSIGNED_CHAR, kInteger},
      {MPI_SHORT, kInteger},
      {MPI_UNSIGNED_SHORT, kInteger},
      {MPI_UNSIGNED, kInteger},
      {MPI_UNSIGNED_LONG, kInteger},
      {MPI_LONG_LONG, kInteger},
      {MPI_UNSIGNED_LONG_LONG, kInteger},
      {MPI_INT8_T, kInteger},
      {MPI_INT16_T, kInteger},
      {MPI_INT32_T, kInteger},
      {MPI_INT64_T, kInteger},
      {MPI_UINT8_T, kInteger},
      {MPI_UINT16_T, kInteger},
      {MPI_UINT32_T, kInteger},
      {MPI_UINT64_T, kInteger},
      {MPI_AINT, kAddress},
      {MPI_OFFSET, kAddress},
      {MPI_COUNT, kAddress},
      {MPI_LONG_DOUBLE, kFloat},
      {MPI_C_BOOL, kLogical},
      {MPI_C_FLOAT_COMPLEX, kComplex},
      {MPI_C_DOUBLE_COMPLEX, kComplex},
      {MPI_INTEGER, kInteger},
      {MPI_REAL, kFloat},
      {MPI_DOUBLE_PRECISION, kFloat},
      {MPI_LOGICAL, kLogical},
      {MPI_COMPLEX, kComplex},
      {MPI_DOUBLE_COMPLEX, kComplex},
      {MPI_CHARACTER, kText},
      {MPI_2INT, kPair},
      {MPI_FLOAT_INT, kPair},
      {MPI_DOUBLE_INT, kPair},
      {MPI_LONG_INT, kPair},
      {MPI_SHORT_INT, kPair},
      {MPI_2INTEGER, kPair},
      {MPI_2REAL, kPair},
      {MPI_2DOUBLE_PRECISION, kPair},
  };
  static_assert(sizeof types / sizeof *types <= kMostTypes);
  for (const auto& type : types) {
    if (type.handle == MPI_DATATYPE_NULL) continue;  // of Fortran, in an MPI without it
    int size = 0;
    MPI_Aint lower = 0, extent = 0;
    PMPI_Type_size(type.handle, &size);
    PMPI_Type_get_extent(type.handle, &lower, &extent);
    if (size <= 0) continue;
    types_[type_count_++] = {type.handle, size, static_cast<int>(extent), type.kind};
  }
  constexpr std::uint16_t kOrdered = kInteger | kFloat | kAddress;
  constexpr std::uint16_t kBits = kInteger | kByte | kAddress;
  const Op ops[] = {
      {MPI_SUM, kOrdered | kComplex},
      {MPI_PROD, kOrdered | kComplex},
      {MPI_MAX, kOrdered},
      {MPI_MIN, kOrdered},
      {MPI_LAND, kInteger | kLogical},
      {MPI_LOR, kInteger | kLogical},
      {MPI_LXOR, kInteger | kLogical},
      {MPI_BAND, kBits},
      {MPI_BOR, kBits},
      {MPI_BXOR, kBits},
      {MPI_MAXLOC, kPair},
      {MPI_MINLOC, kPair},
  };
  for (const Op& op : ops) ops_[op_count_++] = op;
}

[[gnu::noinline]] const PredefinedType* Predefined::type_slow(MPI_Datatype handle) const {
  for (int i = 0; i < type_count_; ++i)
    if (types_[i].handle == handle) return last_ = &types_[i];
  return nullptr;
}

}  // namespace tidemill::mpi
