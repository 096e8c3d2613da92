/* The calls that never block and concern a communicator, group, window, file or request, in tasks
 * on several threads at once; and what MPI calls back: attribute and error callbacks, generalised
 * requests, user operations, which call MPI from inside MPI. */
#include <TAMPI.h>
#include <omp.h>
#include <unistd.h>

#include "check.h"

#define OK(call) CHECK((call) == MPI_SUCCESS, "%s", #call)
#define EQUAL(got, expected)                                                           \
  CHECK((long long)(got) == (long long)(expected), "%lld, not %lld", (long long)(got), \
        (long long)(expected))
#define NEWER_THAN_4 (MPI_VERSION > 4 || MPI_VERSION == 4 && MPI_SUBVERSION >= 1)

typedef struct {
  MPI_Comm comm;
  int rank, size, right, left;
} Case;

/* ---- Communicators and groups ---- */

static int copies, deletions;

/* Called from inside MPI_Comm_dup and MPI_Comm_free: they ask MPI themselves. */
static int copy_attribute(MPI_Comm comm, int key, void* extra, void* in, void* out, int* flag) {
  int rank = -1;
  (void)key;
  MPI_Comm_rank(comm, &rank);
  CHECK(rank >= 0 && extra == &copies, "a wrong call");
#pragma omp atomic
  ++copies;
  *(void**)out = in;
  *flag = 1;
  return MPI_SUCCESS;
}
static int delete_attribute(MPI_Comm comm, int key, void* value, void* extra) {
  int size = 0;
  (void)key, (void)value, (void)extra;
  MPI_Comm_size(comm, &size);
  CHECK(size > 0, "a wrong call");
#pragma omp atomic
  ++deletions;
  return MPI_SUCCESS;
}
static void check_comm(Case* c) {
  int key, flag = 0, result, length;
  void* value = NULL;
  char name[MPI_MAX_OBJECT_NAME];
  MPI_Comm other;
  MPI_Info info;
  OK(MPI_Comm_create_keyval(copy_attribute, delete_attribute, &key, &copies));
  OK(MPI_Comm_set_attr(c->comm, key, c));
  OK(MPI_Comm_dup(c->comm, &other));
  OK(MPI_Comm_get_attr(other, key, &value, &flag));
  CHECK(flag && value == c, "the attribute was not copied");
  OK(MPI_Comm_compare(c->comm, other, &result));
  EQUAL(result, MPI_CONGRUENT);
  OK(MPI_Comm_delete_attr(c->comm, key));
  OK(MPI_Comm_get_attr(c->comm, key, &value, &flag));
  EQUAL(flag, 0);
  OK(MPI_Comm_set_name(other, "another"));
  OK(MPI_Comm_get_name(other, name, &length));
  CHECK(strcmp(name, "another") == 0, "'%s'", name);
  OK(MPI_Info_create(&info));
  OK(MPI_Comm_set_info(other, info));
  OK(MPI_Info_free(&info));
  OK(MPI_Comm_get_info(other, &info));
  OK(MPI_Info_free(&info));
  OK(MPI_Comm_test_inter(other, &flag));
  EQUAL(flag, 0);
  OK(MPI_Topo_test(other, &result));
  EQUAL(result, MPI_UNDEFINED);
  CHECK_HANDLE(Comm, other);
  OK(MPI_Comm_free(&other));
  OK(MPI_Comm_free_keyval(&key));
  OK(MPI_Comm_get_parent(&other));
  CHECK(other == MPI_COMM_NULL, "a parent");
}
static void check_groups(Case* c) {
  MPI_Group all, first, rest, made;
  const int zero = 0;
  int range[1][3] = {{0, 0, 1}}, size, rank, result;
  OK(MPI_Comm_group(c->comm, &all));
  OK(MPI_Group_incl(all, 1, &zero, &first));
  OK(MPI_Group_excl(all, 1, &zero, &rest));
#define EXPECT_GROUP(call, expected, members)     \
  OK(call);                                       \
  OK(MPI_Group_size(made, &size));                \
  EQUAL(size, members);                           \
  OK(MPI_Group_compare(made, expected, &result)); \
  EQUAL(result, MPI_IDENT);                       \
  OK(MPI_Group_free(&made))
  EXPECT_GROUP(MPI_Group_range_incl(all, 1, range, &made), first, 1);
  EXPECT_GROUP(MPI_Group_range_excl(all, 1, range, &made), rest, c->size - 1);
  EXPECT_GROUP(MPI_Group_union(first, rest, &made), all, c->size);
  EXPECT_GROUP(MPI_Group_intersection(all, rest, &made), rest, c->size - 1);
  EXPECT_GROUP(MPI_Group_difference(all, rest, &made), first, 1);
  OK(MPI_Group_rank(all, &rank));
  EQUAL(rank, c->rank);
  OK(MPI_Group_translate_ranks(first, 1, &zero, rest, &rank));
  EQUAL(rank, MPI_UNDEFINED);
  CHECK_HANDLE(Group, all);
  OK(MPI_Group_free(&all));
  OK(MPI_Group_free(&first));
  OK(MPI_Group_free(&rest));
}
static void check_topologies(Case* c) {
  MPI_Comm cart, graph, inter, half;
  MPI_Group remote;
  int dims[1] = {c->size}, periods[1] = {1}, coords[1], got, up, down, count;
  OK(MPI_Cart_create(c->comm, 1, dims, periods, 0, &cart));
  OK(MPI_Cartdim_get(cart, &got));
  EQUAL(got, 1);
  OK(MPI_Cart_get(cart, 1, dims, periods, coords));
  EQUAL(coords[0], c->rank);
  OK(MPI_Cart_coords(cart, c->right, 1, coords));
  EQUAL(coords[0], c->right);
  OK(MPI_Cart_rank(cart, coords, &got));
  EQUAL(got, c->right);
  OK(MPI_Cart_shift(cart, 0, 1, &down, &up));
  CHECK(down == c->left && up == c->right, "%d %d", down, up);
  OK(MPI_Cart_map(c->comm, 1, dims, periods, &got));
  OK(MPI_Comm_free(&cart));
  int* index = malloc((size_t)c->size * sizeof(int));
  int* edges = malloc((size_t)c->size * sizeof(int));
  for (int i = 0; i < c->size; ++i) {
    index[i] = i + 1;
    edges[i] = (i + 1) % c->size;
  }
  OK(MPI_Graph_create(c->comm, c->size, index, edges, 0, &graph));
  OK(MPI_Graphdims_get(graph, &got, &count));
  CHECK(got == c->size && count == c->size, "%d %d", got, count);
  OK(MPI_Graph_get(graph, got, count, index, edges));
  OK(MPI_Graph_neighbors_count(graph, c->rank, &count));
  EQUAL(count, 1);
  OK(MPI_Graph_neighbors(graph, c->rank, 1, &got));
  EQUAL(got, c->right);
  OK(MPI_Graph_map(c->comm, c->size, index, edges, &got));
  OK(MPI_Comm_free(&graph));
  free(index);
  free(edges);
  int one = 1, weight_in = -1, weight_out = -1;
  OK(MPI_Dist_graph_create_adjacent(c->comm, 1, &c->left, &one, 1, &c->right, &one, MPI_INFO_NULL,
                                    0, &graph));
  OK(MPI_Dist_graph_neighbors_count(graph, &got, &count, &one));
  CHECK(got == 1 && count == 1 && one, "%d %d %d", got, count, one);
  OK(MPI_Dist_graph_neighbors(graph, 1, &down, &weight_in, 1, &up, &weight_out));
  CHECK(down == c->left && up == c->right && weight_in == 1 && weight_out == 1, "%d %d", down, up);
  OK(MPI_Comm_free(&graph));
  OK(MPI_Comm_split(c->comm, c->rank % 2, 0, &half));
  OK(MPI_Intercomm_create(half, 0, c->comm, 1 - c->rank % 2, 3, &inter));
  OK(MPI_Comm_remote_size(inter, &got));
  EQUAL(got, c->size / 2);
  OK(MPI_Comm_remote_group(inter, &remote));
  OK(MPI_Group_free(&remote));
  OK(MPI_Comm_free(&inter));
  OK(MPI_Comm_free(&half));
}

/* ---- Requests: tests in a loop that lets other tasks run ---- */

static void give_way(void) {
#pragma omp taskyield
}
static void check_tests(Case* c) {
  int out[5] = {1, 2, 3, 4, 5}, in[5] = {0}, flag = 0, index = -1, found = 0, indices[5];
  MPI_Request requests[5], sends[5];
  MPI_Status status, statuses[5];
  MPI_Message message;
  for (int i = 0; i < 3; ++i) OK(MPI_Irecv(&in[i], 1, MPI_INT, c->left, i, c->comm, &requests[i]));
  for (int i = 0; i < 5; ++i) OK(MPI_Isend(&out[i], 1, MPI_INT, c->right, i, c->comm, &sends[i]));
  while (!flag) {
    OK(MPI_Test(&requests[0], &flag, &status));
    give_way();
  }
  check_status(&status, c->left, 0, MPI_INT, 1);
  for (flag = 0; !flag; give_way()) OK(MPI_Request_get_status(requests[1], &flag, &status));
  CHECK(requests[1] != MPI_REQUEST_NULL, "MPI_Request_get_status frees nothing");
  for (flag = 0; !flag; give_way()) OK(MPI_Testany(2, requests, &index, &flag, &status));
  EQUAL(index, 1);
  for (flag = 0; !flag; give_way()) OK(MPI_Testall(3, requests, &flag, statuses));
  check_status(&statuses[2], c->left, 2, MPI_INT, 1);
  for (flag = 0; !flag; give_way()) OK(MPI_Iprobe(c->left, 3, c->comm, &flag, &status));
  OK(MPI_Recv(&in[3], 1, MPI_INT, c->left, 3, c->comm, MPI_STATUS_IGNORE));
  for (flag = 0; !flag; give_way())
    OK(MPI_Improbe(MPI_ANY_SOURCE, 4, c->comm, &flag, &message, &status));
  CHECK_HANDLE(Message, message);
  OK(MPI_Mrecv(&in[4], 1, MPI_INT, &message, &status));
  for (int i = 0; i < 5; ++i) EQUAL(in[i], i + 1);
  for (int all = 0; all<5; all += found> 0 ? found : 0) {
    OK(MPI_Testsome(5, sends, &found, indices, statuses));
    give_way();
  }
  requests[0] = MPI_REQUEST_NULL;
  CHECK_HANDLE(Request, requests[0]);
#if NEWER_THAN_4
  for (int i = 0; i < 2; ++i) OK(MPI_Irecv(&in[i], 1, MPI_INT, c->left, i, c->comm, &requests[i]));
  for (int i = 0; i < 2; ++i) OK(MPI_Isend(&out[i], 1, MPI_INT, c->right, i, c->comm, &sends[i]));
  for (flag = 0; !flag; give_way())
    OK(MPI_Request_get_status_any(2, requests, &index, &flag, &status));
  for (flag = 0; !flag; give_way()) OK(MPI_Request_get_status_all(2, requests, &flag, statuses));
  OK(MPI_Request_get_status_some(2, requests, &found, indices, statuses));
  EQUAL(found, 2);
  OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
  OK(MPI_Waitall(2, sends, MPI_STATUSES_IGNORE));
#endif
}

/* ---- What MPI calls back ---- */

static int query_generalised(void* extra, MPI_Status* status) {
  MPI_Status_set_elements(status, MPI_INT, *(int*)extra);
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = MPI_ANY_SOURCE;
  status->MPI_TAG = MPI_ANY_TAG;
  return MPI_SUCCESS;
}
static int free_generalised(void* extra) {
  *(int*)extra = -1;
  return MPI_SUCCESS;
}
static int cancel_generalised(void* extra, int complete) {
  (void)extra, (void)complete;
  return MPI_SUCCESS;
}
/* A task waits for a request that another one completes. */
static void check_generalised(Case* c) {
  int count = 5, got = 0;
  MPI_Request request;
  MPI_Status status;
  OK(MPI_Grequest_start(query_generalised, free_generalised, cancel_generalised, &count, &request));
  const MPI_Request to_complete = request;
#pragma omp task firstprivate(to_complete)
  OK(MPI_Grequest_complete(to_complete));
  OK(MPI_Wait(&request, &status));
  OK(MPI_Get_count(&status, MPI_INT, &got));
  CHECK(got == 5 && count == -1 && request == MPI_REQUEST_NULL, "%d %d", got, count);
  (void)c;
#pragma omp taskwait
}

static void multiply(void* in, void* inout, int* count, MPI_Datatype* type) {
  int size = 0, flag = 0;
  MPI_Type_size(*type, &size);
  MPI_Initialized(&flag);
  for (int i = 0; i < *count; ++i)
    ((int*)inout)[i] *= ((int*)in)[i] * flag * (int)(size / sizeof(int));
}
static void check_user_operation(Case* c) {
  int value = 2, product = 0;
  MPI_Op op;
  OK(MPI_Op_create(multiply, 1, &op));
  OK(MPI_Allreduce(&value, &product, 1, MPI_INT, op, c->comm));
  EQUAL(product, 1 << c->size);
  CHECK_HANDLE(Op, op);
  OK(MPI_Op_free(&op));
}

static int handled;
static void handle_comm(MPI_Comm* comm, int* code, ...) {
  int rank = -1, class = -1;
  MPI_Comm_rank(*comm, &rank);
  MPI_Error_class(*code, &class);
  CHECK(rank >= 0 && class == MPI_ERR_RANK, "rank %d class %d", rank, class);
#pragma omp atomic
  ++handled;
}
static void handle_file(MPI_File* file, int* code, ...) {
  int class = -1;
  (void)file;
  MPI_Error_class(*code, &class);
  CHECK(class == MPI_ERR_OTHER, "class %d", class);
#pragma omp atomic
  ++handled;
}
static void handle_window(MPI_Win* window, int* code, ...) {
  int class = -1;
  (void)window;
  MPI_Error_class(*code, &class);
  CHECK(class == MPI_ERR_OTHER, "class %d", class);
#pragma omp atomic
  ++handled;
}
static void check_handlers(Case* c) {
  MPI_Errhandler handler, got;
  int value = 0;
  OK(MPI_Comm_create_errhandler(handle_comm, &handler));
  OK(MPI_Comm_set_errhandler(c->comm, handler));
  OK(MPI_Comm_get_errhandler(c->comm, &got));
  CHECK(got == handler, "another handler");
  OK(MPI_Errhandler_free(&got));
  MPI_Send(&value, 1, MPI_INT, c->size + 3, 0, c->comm);
  MPI_Comm_call_errhandler(c->comm, MPI_ERR_RANK);
  CHECK_HANDLE(Errhandler, handler);
  OK(MPI_Errhandler_free(&handler));
  OK(MPI_Comm_set_errhandler(c->comm, MPI_ERRORS_RETURN));
}

/* ---- Windows and files ---- */

static int copy_window(MPI_Win w, int key, void* extra, void* in, void* out, int* flag) {
  (void)w, (void)key, (void)extra, (void)in, (void)out;
  *flag = 0;
  return MPI_SUCCESS;
}
static int delete_window(MPI_Win w, int key, void* value, void* extra) {
  (void)w, (void)key, (void)value, (void)extra;
  return MPI_SUCCESS;
}
static void check_window(Case* c) {
  int memory[2] = {0, 0}, key, flag = 0, length;
  void* value = NULL;
  char name[MPI_MAX_OBJECT_NAME];
  MPI_Win win;
  MPI_Group group;
  MPI_Info info;
  MPI_Errhandler handler, got;
  OK(MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, c->comm, &win));
  OK(MPI_Win_create_keyval(copy_window, delete_window, &key, NULL));
  OK(MPI_Win_set_attr(win, key, c));
  OK(MPI_Win_get_attr(win, key, &value, &flag));
  CHECK(flag && value == c, "another attribute");
  OK(MPI_Win_delete_attr(win, key));
  OK(MPI_Win_free_keyval(&key));
  OK(MPI_Win_set_name(win, "bay"));
  OK(MPI_Win_get_name(win, name, &length));
  CHECK(strcmp(name, "bay") == 0, "'%s'", name);
  OK(MPI_Win_get_group(win, &group));
  OK(MPI_Group_free(&group));
  OK(MPI_Win_get_info(win, &info));
  OK(MPI_Win_set_info(win, info));
  OK(MPI_Info_free(&info));
  OK(MPI_Win_create_errhandler(handle_window, &handler));
  OK(MPI_Win_set_errhandler(win, handler));
  OK(MPI_Win_get_errhandler(win, &got));
  CHECK(got == handler, "another handler");
  OK(MPI_Errhandler_free(&got));
  MPI_Win_call_errhandler(win, MPI_ERR_OTHER);
  OK(MPI_Errhandler_free(&handler));
  CHECK_HANDLE(Win, win);
  OK(MPI_Win_free(&win));
}
static void check_file(Case* c) {
  char path[100], representation[MPI_MAX_DATAREP_STRING];
  int amode, atomic, out[2] = {1, 2};
  MPI_File file;
  MPI_Offset at, size;
  MPI_Group group;
  MPI_Info info;
  MPI_Datatype etype, filetype;
  MPI_Aint extent;
  MPI_Errhandler handler, got;
  snprintf(path, sizeof path, "local_objects.%ld", (long)getpid());
  OK(MPI_Bcast(path, sizeof path, MPI_CHAR, 0, c->comm));
  OK(MPI_File_open(c->comm, path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                   MPI_INFO_NULL, &file));
  OK(MPI_File_get_amode(file, &amode));
  CHECK(amode & MPI_MODE_RDWR, "mode %d", amode);
  OK(MPI_File_get_atomicity(file, &atomic));
  EQUAL(atomic, 0);
  OK(MPI_File_get_group(file, &group));
  OK(MPI_Group_free(&group));
  OK(MPI_File_get_info(file, &info));
  if (info != MPI_INFO_NULL) OK(MPI_Info_free(&info));
  OK(MPI_File_get_view(file, &at, &etype, &filetype, representation));
  CHECK(strcmp(representation, "native") == 0, "'%s'", representation);
  OK(MPI_File_seek(file, 8, MPI_SEEK_SET));
  OK(MPI_File_get_position(file, &at));
  EQUAL(at, 8);
  OK(MPI_File_get_position_shared(file, &at));
  EQUAL(at, 0);
  OK(MPI_File_get_byte_offset(file, 16, &at));
  EQUAL(at, 16);
  OK(MPI_File_get_type_extent(file, MPI_INT, &extent));
  EQUAL(extent, sizeof(int));
#if MPI_VERSION >= 4
  MPI_Count large;
  OK(MPI_File_get_type_extent_c(file, MPI_INT, &large));
  EQUAL(large, sizeof(int));
#endif
  OK(MPI_File_write_at(file, c->rank * 8, out, 2, MPI_INT, MPI_STATUS_IGNORE));
  OK(MPI_File_sync(file));
  OK(MPI_Barrier(c->comm));
  OK(MPI_File_get_size(file, &size));
  EQUAL(size, c->size * 8);
  OK(MPI_File_create_errhandler(handle_file, &handler));
  OK(MPI_File_set_errhandler(file, handler));
  OK(MPI_File_get_errhandler(file, &got));
  CHECK(got == handler, "another handler");
  OK(MPI_Errhandler_free(&got));
  MPI_File_call_errhandler(file, MPI_ERR_OTHER);
  OK(MPI_Errhandler_free(&handler));
  CHECK_HANDLE(File, file);
  OK(MPI_Barrier(c->comm));
  OK(MPI_File_close(&file));
}

/* ---- Datatypes: attributes, and freed while messages of theirs are under way ---- */

static int copy_type(MPI_Datatype t, int key, void* extra, void* in, void* out, int* flag) {
  int size;
  (void)key, (void)extra;
  MPI_Type_size(t, &size);
  *(void**)out = in;
  *flag = 1;
  return MPI_SUCCESS;
}
static int delete_type(MPI_Datatype t, int key, void* value, void* extra) {
  (void)t, (void)key, (void)value, (void)extra;
  return MPI_SUCCESS;
}
static void check_types(Case* c) {
  int key, flag = 0;
  void* value = NULL;
  MPI_Datatype type, copy;
  OK(MPI_Type_create_keyval(copy_type, delete_type, &key, NULL));
  OK(MPI_Type_contiguous(2, MPI_INT, &type));
  OK(MPI_Type_set_attr(type, key, c));
  OK(MPI_Type_dup(type, &copy));
  OK(MPI_Type_get_attr(copy, key, &value, &flag));
  CHECK(flag && value == c, "the attribute was not copied");
  OK(MPI_Type_delete_attr(type, key));
  OK(MPI_Type_free_keyval(&key));
  CHECK_HANDLE(Type, type);
  OK(MPI_Type_free(&type));
  OK(MPI_Type_free(&copy));

  enum { kBlocks = 20000 };
  int* out = malloc(2 * kBlocks * sizeof(int));
  int* in = malloc(2 * kBlocks * sizeof(int));
  for (int i = 0; i < 2 * kBlocks; ++i) {
    out[i] = i + c->rank;
    in[i] = -1;
  }
  MPI_Request requests[2];
  OK(MPI_Type_vector(kBlocks, 1, 2, MPI_INT, &type));
  OK(MPI_Type_commit(&type));
  OK(MPI_Irecv(in, 1, type, c->left, 8, c->comm, &requests[0]));
  OK(MPI_Issend(out, 1, type, c->right, 8, c->comm, &requests[1]));
  OK(MPI_Type_free(&type));
  OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
  for (int i = 0; i < kBlocks; ++i) {
    EQUAL(in[2 * i], 2 * i + c->left);
    if (i + 1 < kBlocks) EQUAL(in[2 * i + 1], -1);
  }
  free(out);
  free(in);
}

/* ---- MPI-1 and Fortran's kinds: where this MPI still has them ---- */

static void check_old_names(Case* c) {
#ifdef MPI_ABI
  (void)c;
#else
  int key, flag = 0;
  void* value = NULL;
  OK(MPI_Keyval_create(MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN, &key, NULL));
  OK(MPI_Attr_put(c->comm, key, c));
  OK(MPI_Attr_get(c->comm, key, &value, &flag));
  CHECK(flag && value == c, "another attribute");
  OK(MPI_Attr_delete(c->comm, key));
  OK(MPI_Keyval_free(&key));
#ifdef MPICH_NUMVERSION
  MPI_Aint lower, extent, place[1] = {0};
  int one[1] = {1};
  MPI_Datatype type, old[1] = {MPI_INT};
  MPI_Errhandler handler;
  OK(MPI_Type_hindexed(1, one, place, MPI_INT, &type));
  OK(MPI_Type_extent(type, &extent));
  EQUAL(extent, sizeof(int));
  OK(MPI_Type_lb(type, &lower));
  EQUAL(lower, 0);
  OK(MPI_Type_ub(type, &extent));
  EQUAL(extent, sizeof(int));
  OK(MPI_Type_free(&type));
  OK(MPI_Type_hvector(1, 1, 4, MPI_INT, &type));
  OK(MPI_Type_free(&type));
  OK(MPI_Type_struct(1, one, place, old, &type));
  OK(MPI_Type_free(&type));
  OK(MPI_Address(&key, &extent));
  OK(MPI_Errhandler_create(handle_comm, &handler));
  OK(MPI_Errhandler_set(c->comm, handler));
  OK(MPI_Errhandler_free(&handler));
  OK(MPI_Errhandler_get(c->comm, &handler));
  OK(MPI_Errhandler_free(&handler));
  OK(MPI_Errhandler_set(c->comm, MPI_ERRORS_RETURN));
#endif
#endif
}

typedef void Check(Case*);
static Check* const checks[] = {check_comm,           check_groups,   check_topologies,
                                check_tests,          check_handlers, check_generalised,
                                check_user_operation, check_window,   check_file,
                                check_types,          check_old_names};
enum { kChecks = sizeof checks / sizeof checks[0] };
static Case cases[kChecks];

int main(void) {
  start_mpi(MPI_TASK_MULTIPLE);
  for (int i = 0; i < kChecks; ++i) {
    Case* c = &cases[i];
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &c->comm));
    MPI_Comm_rank(c->comm, &c->rank);
    MPI_Comm_size(c->comm, &c->size);
    c->right = (c->rank + 1) % c->size;
    c->left = (c->rank + c->size - 1) % c->size;
  }
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < kChecks; ++k) {
    const int i = my_rank % 2 ? kChecks - 1 - k : k;
#pragma omp task
    checks[i](&cases[i]);
  }
  EQUAL(copies, 1);
  EQUAL(deletions, 2);
  EQUAL(handled, 4);
  for (int i = 0; i < kChecks; ++i) OK(MPI_Comm_free(&cases[i].comm));
  finish_mpi("local_objects", kChecks);
  return 0;
}
