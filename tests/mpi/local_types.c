/* The calls that never block, in tasks on several threads at once, where they pass through the
 * layer: datatypes, packing, operations, statuses, infos, errors, and what else has no object. */
#include <TAMPI.h>
#include <stdint.h>

#include "check.h"

#define OK(call) CHECK((call) == MPI_SUCCESS, "%s", #call)
#define EQUAL(got, expected)                                                           \
  CHECK((long long)(got) == (long long)(expected), "%lld, not %lld", (long long)(got), \
        (long long)(expected))

/* ---- Datatypes ---- */

/* `type` holds `bytes` in an extent of `extent`; it is freed. */
static void expect_type(MPI_Datatype type, int bytes, MPI_Aint extent) {
  int size = -1;
  MPI_Aint lower = -1, got = -1;
  MPI_Count large = -1, large_lower = -1, large_extent = -1;
  OK(MPI_Type_commit(&type));
  OK(MPI_Type_size(type, &size));
  EQUAL(size, bytes);
  OK(MPI_Type_size_x(type, &large));
  EQUAL(large, bytes);
  OK(MPI_Type_get_extent(type, &lower, &got));
  EQUAL(got, extent);
  OK(MPI_Type_get_extent_x(type, &large_lower, &large_extent));
  EQUAL(large_extent, extent);
  OK(MPI_Type_get_true_extent(type, &lower, &got));
  OK(MPI_Type_get_true_extent_x(type, &large_lower, &large_extent));
  EQUAL(large_lower, lower);
  EQUAL(large_extent, got);
#if MPI_VERSION >= 4
  OK(MPI_Type_size_c(type, &large));
  EQUAL(large, bytes);
  OK(MPI_Type_get_extent_c(type, &large_lower, &large_extent));
  EQUAL(large_extent, extent);
  OK(MPI_Type_get_true_extent_c(type, &large_lower, &large_extent));
  EQUAL(large_extent, got);
#endif
  OK(MPI_Type_free(&type));
  CHECK(type == MPI_DATATYPE_NULL, "not freed");
}
enum { kInt = sizeof(int) };
static void check_types(void) {
  MPI_Datatype t;
  const int lengths[2] = {1, 2}, displacements[2] = {0, 3};
  const MPI_Aint bytes[2] = {0, 3 * kInt};
  const MPI_Datatype types[2] = {MPI_INT, MPI_INT};
  const int sizes[2] = {4, 4}, parts[2] = {2, 2}, starts[2] = {1, 1};
  const int distribution[2] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_BLOCK};
  const int arguments[2] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG}, grid[2] = {2, 1};
  OK(MPI_Type_contiguous(3, MPI_INT, &t));
  expect_type(t, 3 * kInt, 3 * kInt);
  OK(MPI_Type_vector(2, 1, 3, MPI_INT, &t));
  expect_type(t, 2 * kInt, 4 * kInt);
  OK(MPI_Type_create_hvector(2, 1, 3 * kInt, MPI_INT, &t));
  expect_type(t, 2 * kInt, 4 * kInt);
  OK(MPI_Type_indexed(2, lengths, displacements, MPI_INT, &t));
  expect_type(t, 3 * kInt, 5 * kInt);
  OK(MPI_Type_create_hindexed(2, lengths, bytes, MPI_INT, &t));
  expect_type(t, 3 * kInt, 5 * kInt);
  OK(MPI_Type_create_indexed_block(2, 1, displacements, MPI_INT, &t));
  expect_type(t, 2 * kInt, 4 * kInt);
  OK(MPI_Type_create_hindexed_block(2, 1, bytes, MPI_INT, &t));
  expect_type(t, 2 * kInt, 4 * kInt);
  OK(MPI_Type_create_struct(2, lengths, bytes, types, &t));
  expect_type(t, 3 * kInt, 5 * kInt);
  OK(MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &t));
  expect_type(t, 4 * kInt, 16 * kInt);
  OK(MPI_Type_create_darray(2, 0, 2, sizes, distribution, arguments, grid, MPI_ORDER_C, MPI_INT,
                            &t));
  expect_type(t, 8 * kInt, 16 * kInt);
  OK(MPI_Type_create_resized(MPI_INT, 0, 32, &t));
  expect_type(t, kInt, 32);
  OK(MPI_Type_dup(MPI_DOUBLE, &t));
  expect_type(t, sizeof(double), sizeof(double));
#if MPI_VERSION >= 4
  const MPI_Count lengths_c[2] = {1, 2}, places_c[2] = {0, 3}, bytes_c[2] = {0, 3 * kInt};
  const MPI_Count sizes_c[2] = {4, 4}, parts_c[2] = {2, 2}, starts_c[2] = {1, 1};
  OK(MPI_Type_contiguous_c(3, MPI_INT, &t));
  expect_type(t, 3 * kInt, 3 * kInt);
  OK(MPI_Type_vector_c(2, 1, 3, MPI_INT, &t));
  expect_type(t, 2 * kInt, 4 * kInt);
  OK(MPI_Type_create_hvector_c(2, 1, 3 * kInt, MPI_INT, &t));
  expect_type(t, 2 * kInt, 4 * kInt);
  OK(MPI_Type_indexed_c(2, lengths_c, places_c, MPI_INT, &t));
  expect_type(t, 3 * kInt, 5 * kInt);
  OK(MPI_Type_create_hindexed_c(2, lengths_c, bytes_c, MPI_INT, &t));
  expect_type(t, 3 * kInt, 5 * kInt);
  OK(MPI_Type_create_indexed_block_c(2, 1, places_c, MPI_INT, &t));
  expect_type(t, 2 * kInt, 4 * kInt);
  OK(MPI_Type_create_hindexed_block_c(2, 1, bytes_c, MPI_INT, &t));
  expect_type(t, 2 * kInt, 4 * kInt);
  OK(MPI_Type_create_struct_c(2, lengths_c, bytes_c, types, &t));
  expect_type(t, 3 * kInt, 5 * kInt);
  OK(MPI_Type_create_subarray_c(2, sizes_c, parts_c, starts_c, MPI_ORDER_C, MPI_INT, &t));
  expect_type(t, 4 * kInt, 16 * kInt);
  OK(MPI_Type_create_darray_c(2, 0, 2, sizes_c, distribution, arguments, grid, MPI_ORDER_C, MPI_INT,
                              &t));
  expect_type(t, 8 * kInt, 16 * kInt);
  OK(MPI_Type_create_resized_c(MPI_INT, 0, 32, &t));
  expect_type(t, kInt, 32);
#endif
}
static void check_contents(void) {
  MPI_Datatype type, old;
  int integers, addresses, datatypes, combiner, values[3] = {0};
  MPI_Aint places[1];
  OK(MPI_Type_vector(5, 2, 7, MPI_INT, &type));
  OK(MPI_Type_get_envelope(type, &integers, &addresses, &datatypes, &combiner));
  CHECK(integers == 3 && addresses == 0 && datatypes == 1 && combiner == MPI_COMBINER_VECTOR,
        "%d %d %d %d", integers, addresses, datatypes, combiner);
  OK(MPI_Type_get_contents(type, 3, 1, 1, values, places, &old));
  CHECK(values[0] == 5 && values[1] == 2 && values[2] == 7 && old == MPI_INT, "%d", values[0]);
  OK(MPI_Type_free(&type));
#if MPI_VERSION >= 4
  MPI_Count n_integers, n_addresses, n_counts, n_datatypes, counts[3] = {0};
  OK(MPI_Type_vector_c(5, 2, 7, MPI_INT, &type));
  OK(MPI_Type_get_envelope_c(type, &n_integers, &n_addresses, &n_counts, &n_datatypes, &combiner));
  CHECK(n_counts + n_integers == 3 && n_datatypes == 1, "%lld", (long long)n_counts);
  if (n_counts == 3) {
    OK(MPI_Type_get_contents_c(type, 0, 0, 3, 1, values, places, counts, &old));
    CHECK(counts[0] == 5 && counts[2] == 7, "%lld", (long long)counts[0]);
  }
  OK(MPI_Type_free(&type));
#endif
  char name[MPI_MAX_OBJECT_NAME];
  int length;
  OK(MPI_Type_dup(MPI_INT, &type));
  OK(MPI_Type_set_name(type, "mine"));
  OK(MPI_Type_get_name(type, name, &length));
  CHECK(strcmp(name, "mine") == 0, "'%s'", name);
  OK(MPI_Type_free(&type));
  OK(MPI_Type_match_size(MPI_TYPECLASS_INTEGER, 4, &type));
  MPI_Count bytes;
  OK(MPI_Type_size_x(type, &bytes));
  EQUAL(bytes, 4);
#if MPI_VERSION > 4 || MPI_VERSION == 4 && MPI_SUBVERSION >= 1
  OK(MPI_Type_get_value_index(MPI_DOUBLE, MPI_INT, &type));
  CHECK(type == MPI_DOUBLE_INT, "another type");
#endif
}

/* ---- Packing, and the types that are freed while a message of them is under way ---- */

static void check_packing(void) {
  int out[4] = {1, 2, 3, 4}, in[4] = {0}, size, at = 0;
  char room[256];
  MPI_Aint place = 0, need;
  OK(MPI_Pack_size(4, MPI_INT, MPI_COMM_WORLD, &size));
  CHECK(size >= 4 * kInt && size <= (int)sizeof room, "%d", size);
  OK(MPI_Pack(out, 4, MPI_INT, room, sizeof room, &at, MPI_COMM_WORLD));
  size = at;
  at = 0;
  OK(MPI_Unpack(room, size, &at, in, 4, MPI_INT, MPI_COMM_WORLD));
  CHECK(in[0] == 1 && in[3] == 4, "%d %d", in[0], in[3]);
  OK(MPI_Pack_external_size("external32", 4, MPI_INT, &need));
  EQUAL(need, 16);
  OK(MPI_Pack_external("external32", out, 4, MPI_INT, room, sizeof room, &place));
  EQUAL(place, 16);
  CHECK(room[3] == 1, "not big-endian");
  place = 0;
  in[3] = 0;
  OK(MPI_Unpack_external("external32", room, 16, &place, in, 4, MPI_INT));
  EQUAL(in[3], 4);
#if MPI_VERSION >= 4
  MPI_Count count, count_at = 0;
  OK(MPI_Pack_size_c(4, MPI_INT, MPI_COMM_WORLD, &count));
  OK(MPI_Pack_c(out, 4, MPI_INT, room, sizeof room, &count_at, MPI_COMM_WORLD));
  count = count_at;
  count_at = 0;
  in[3] = 0;
  OK(MPI_Unpack_c(room, count, &count_at, in, 4, MPI_INT, MPI_COMM_WORLD));
  EQUAL(in[3], 4);
  OK(MPI_Pack_external_size_c("external32", 4, MPI_INT, &count));
  EQUAL(count, 16);
  count_at = 0;
  OK(MPI_Pack_external_c("external32", out, 4, MPI_INT, room, sizeof room, &count_at));
  count_at = 0;
  in[3] = 0;
  OK(MPI_Unpack_external_c("external32", room, 16, &count_at, in, 4, MPI_INT));
  EQUAL(in[3], 4);
#endif
}

/* ---- Operations ---- */

/* MPI calls it from inside: its own calls of MPI must find their way. */
static void add_by_size(void* in, void* inout, int* count, MPI_Datatype* type) {
  int size = 0;
  MPI_Type_size(*type, &size);
  for (int i = 0; i < *count; ++i) ((int*)inout)[i] += ((int*)in)[i] + (size - kInt);
}
static void check_operations(void) {
  MPI_Op op;
  int commutes = -1, in[2] = {1, 2}, sum[2] = {10, 20};
  OK(MPI_Op_create(add_by_size, 1, &op));
  OK(MPI_Op_commutative(op, &commutes));
  EQUAL(commutes, 1);
  OK(MPI_Reduce_local(in, sum, 2, MPI_INT, op));
  CHECK(sum[0] == 11 && sum[1] == 22, "%d %d", sum[0], sum[1]);
#if MPI_VERSION >= 4
  OK(MPI_Reduce_local_c(in, sum, 2, MPI_INT, op));
  CHECK(sum[0] == 12 && sum[1] == 24, "%d %d", sum[0], sum[1]);
#endif
  OK(MPI_Op_free(&op));
  CHECK(op == MPI_OP_NULL, "not freed");
}
#if MPI_VERSION >= 4
static void add_large(void* in, void* inout, MPI_Count* count, MPI_Datatype* type) {
  (void)type;
  for (MPI_Count i = 0; i < *count; ++i) ((int*)inout)[i] += ((int*)in)[i];
}
static void check_large_operation(void) {
  MPI_Op op;
  int in[1] = {1}, sum[1] = {10};
  OK(MPI_Op_create_c(add_large, 0, &op));
  OK(MPI_Reduce_local_c(in, sum, 1, MPI_INT, op));
  EQUAL(sum[0], 11);
  OK(MPI_Op_free(&op));
}
#endif

/* ---- Statuses, infos, errors, the rest ---- */

static void check_statuses(void) {
  MPI_Status status;
  MPI_Request null = MPI_REQUEST_NULL;
  int flag = -1, count = -1;
  MPI_Count large = -1;
  OK(MPI_Request_get_status(null, &flag, &status));
  EQUAL(flag, 1);
  OK(MPI_Status_set_elements(&status, MPI_INT, 7));
  OK(MPI_Get_elements(&status, MPI_INT, &count));
  EQUAL(count, 7);
  OK(MPI_Status_set_elements_x(&status, MPI_INT, 9));
  OK(MPI_Get_elements_x(&status, MPI_INT, &large));
  EQUAL(large, 9);
  OK(MPI_Get_count(&status, MPI_INT, &count));
  EQUAL(count, 9);
  OK(MPI_Status_set_cancelled(&status, 1));
  OK(MPI_Test_cancelled(&status, &flag));
  EQUAL(flag, 1);
#ifndef MPI_ABI
  MPI_Fint fortran[64];
  status.MPI_TAG = 77;
  OK(MPI_Status_c2f(&status, fortran));
  status.MPI_TAG = 0;
  OK(MPI_Status_f2c(fortran, &status));
  EQUAL(status.MPI_TAG, 77);
#endif
#if MPI_VERSION >= 4
  OK(MPI_Get_elements_c(&status, MPI_INT, &large));
  EQUAL(large, 9);
  OK(MPI_Get_count_c(&status, MPI_INT, &large));
  EQUAL(large, 9);
#endif
#if MPI_VERSION > 4 || MPI_VERSION == 4 && MPI_SUBVERSION >= 1
  OK(MPI_Status_set_source(&status, 3));
  OK(MPI_Status_set_tag(&status, 4));
  OK(MPI_Status_set_error(&status, MPI_ERR_TAG));
  OK(MPI_Status_get_source(&status, &count));
  EQUAL(count, 3);
  OK(MPI_Status_get_tag(&status, &count));
  EQUAL(count, 4);
  OK(MPI_Status_get_error(&status, &count));
  EQUAL(count, MPI_ERR_TAG);
#endif
}
static void check_infos(void) {
  MPI_Info info, copy;
  int keys = -1, flag = 0, length = -1;
  char key[MPI_MAX_INFO_KEY + 1], value[64];
  OK(MPI_Info_create(&info));
  OK(MPI_Info_set(info, "colour", "green"));
  OK(MPI_Info_dup(info, &copy));
  CHECK_HANDLE(Info, copy);
  OK(MPI_Info_get_nkeys(copy, &keys));
  EQUAL(keys, 1);
  OK(MPI_Info_get_nthkey(copy, 0, key));
  CHECK(strcmp(key, "colour") == 0, "'%s'", key);
  OK(MPI_Info_get_valuelen(copy, key, &length, &flag));
  EQUAL(length, 5);
  OK(MPI_Info_get(copy, key, 63, value, &flag));
  CHECK(flag && strcmp(value, "green") == 0, "'%s'", value);
  OK(MPI_Info_delete(copy, key));
  OK(MPI_Info_get(copy, key, 63, value, &flag));
  EQUAL(flag, 0);
  OK(MPI_Info_free(&copy));
#if MPI_VERSION >= 4
  length = sizeof value;
  OK(MPI_Info_get_string(info, "colour", &length, value, &flag));
  CHECK(flag && length == 6 && strcmp(value, "green") == 0, "'%s'", value);
  char name[] = "program", *arguments[] = {name, NULL};
  OK(MPI_Info_create_env(1, arguments, &copy));
  OK(MPI_Info_free(&copy));
#endif
  OK(MPI_Info_free(&info));
}
static void check_errors(void) {
  int class, code, length, got;
  char text[MPI_MAX_ERROR_STRING];
  OK(MPI_Add_error_class(&class));
  OK(MPI_Add_error_code(class, &code));
  OK(MPI_Add_error_string(code, "out of tea"));
  OK(MPI_Error_string(code, text, &length));
  CHECK(strcmp(text, "out of tea") == 0, "'%s'", text);
  OK(MPI_Error_class(code, &got));
  EQUAL(got, class);
#if MPI_VERSION > 4 || MPI_VERSION == 4 && MPI_SUBVERSION >= 1
  OK(MPI_Remove_error_string(code));
  OK(MPI_Remove_error_code(code));
  OK(MPI_Remove_error_class(class));
#endif
}
static void check_the_rest(void) {
  int version = 0, subversion = 0, flag = -1, length = -1, dims[2] = {0, 0};
  char name[MPI_MAX_LIBRARY_VERSION_STRING];
  int* memory;
  MPI_Aint address;
  OK(MPI_Get_version(&version, &subversion));
  EQUAL(version, MPI_VERSION);
  OK(MPI_Get_library_version(name, &length));
  CHECK(length > 0, "no version");
  OK(MPI_Get_processor_name(name, &length));
  CHECK(length > 0, "no processor name");
  OK(MPI_Initialized(&flag));
  EQUAL(flag, 1);
  OK(MPI_Finalized(&flag));
  EQUAL(flag, 0);
  OK(MPI_Is_thread_main(&flag));
  const double before = MPI_Wtime();
  CHECK(MPI_Wtime() >= before && MPI_Wtick() > 0, "the clock goes back");
  OK(MPI_Alloc_mem(2 * kInt, MPI_INFO_NULL, &memory));
  memory[1] = 3;
  OK(MPI_Get_address(&memory[1], &address));
  EQUAL(MPI_Aint_diff(address, kInt), (MPI_Aint)(intptr_t)memory);
  EQUAL(MPI_Aint_add((MPI_Aint)(intptr_t)memory, kInt), address);
  OK(MPI_Free_mem(memory));
  OK(MPI_Dims_create(6, 2, dims));
  EQUAL(dims[0] * dims[1], 6);
  OK(MPI_Pcontrol(1));
#if MPI_VERSION >= 5
  MPI_Info info;
  OK(MPI_Get_hw_resource_info(&info));
  if (info != MPI_INFO_NULL) OK(MPI_Info_free(&info));
  OK(MPI_Abi_get_version(&version, &subversion));
  OK(MPI_Abi_get_info(&info));
  OK(MPI_Info_free(&info));
#endif
}

typedef void Check(void);
static Check* const checks[] = {
    check_types,           check_contents, check_packing, check_operations,
    check_statuses,        check_infos,    check_errors,  check_the_rest,
#if MPI_VERSION >= 4
    check_large_operation,
#endif
};
enum { kChecks = sizeof checks / sizeof checks[0], kRounds = 8 };

int main(void) {
  start_mpi(MPI_TASK_MULTIPLE);
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < kRounds; ++round)
    for (int i = 0; i < kChecks; ++i) {
#pragma omp task
      checks[i]();
    }
  for (int i = 0; i < kChecks; ++i) checks[i](); /* outside a region, too */
  finish_mpi("local_types", (kRounds + 1) * kChecks);
  return 0;
}
