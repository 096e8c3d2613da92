/* What every wait and every test makes of a request that has failed: the code that the call
 * returns, those in the statuses, what becomes of the request, and what an error handler sees. In a
 * task as outside, by a handler of MPI's and by one of the program's, on MPI_COMM_WORLD and on the
 * communicator of the request: generalized requests, which fail by the code that their query
 * function returns, and messages that are too long.
 *
 * usage: request_errors [print], on one rank or more. Knows MPI_THREAD_MULTIPLE only. */
#include <unistd.h>

#include "check.h"

enum Function { kWait, kWaitall, kWaitany, kWaitsome, kTest, kTestall, kTestany, kTestsome };
static const char* const function_names[] = {"Wait", "Waitall", "Waitany", "Waitsome",
                                             "Test", "Testall", "Testany", "Testsome"};
enum Failing { kGeneralized, kGeneralizedOwnCode, kReceive, kPersistent };
static const char* const failing_names[] = {"generalized request", "its own error code", "receive",
                                            "persistent receive"};
/* Whose handlers are functions of the program's. */
enum Handlers { kNone, kWorlds, kComms, kBoth };
static const char* const handler_names[] = {"none", "of MPI_COMM_WORLD", "of its communicator",
                                            "both"};
enum When { kBefore, kMeanwhile };

/* What one call has shown. All ints, to be compared as such. */
typedef struct {
  int class, status_classes[2], null[2], index, count;
  int calls, seen_class; /* of the program's error handlers */
} Outcome;

static MPI_Comm comm;
static MPI_Errhandler own_handler;
static int own_code;
static int handler_calls, handler_class;

static int class_of(int code) {
  int class = -1;
  PMPI_Error_class(code, &class);
  return code == own_code ? 1000 : class;
}

static void see(MPI_Comm* of, int* code, ...) {
  (void)of;
  ++handler_calls;
  handler_class = class_of(*code);
}

static int query(void* failing, MPI_Status* status) {
  PMPI_Status_set_elements(status, MPI_BYTE, 0);
  PMPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = MPI_UNDEFINED;
  status->MPI_TAG = MPI_UNDEFINED;
  return *(enum Failing*)failing == kGeneralizedOwnCode ? own_code : MPI_ERR_BUFFER;
}
static int free_nothing(void* state) { return (void)state, MPI_SUCCESS; }
static int cancel_nothing(void* state, int complete) {
  return (void)state, (void)complete, MPI_SUCCESS;
}

/* ---- One call -----------------------------------------------------------------------------------
 */

static enum Failing failing_now;
static int room[2], message[4];

/* A request that will fail, not complete yet. */
static MPI_Request begin(enum Failing failing) {
  MPI_Request request = MPI_REQUEST_NULL;
  failing_now = failing;
  switch (failing) {
    case kGeneralized:
    case kGeneralizedOwnCode:
      MPI_Grequest_start(query, free_nothing, cancel_nothing, &failing_now, &request);
      break;
    case kReceive:
      MPI_Irecv(room, 1, MPI_INT, my_rank, 7, comm, &request);
      break;
    case kPersistent:
      MPI_Recv_init(room, 1, MPI_INT, my_rank, 7, comm, &request);
      MPI_Start(&request);
      break;
  }
  return request;
}

static void complete(enum Failing failing, MPI_Request request) {
  if (failing <= kGeneralizedOwnCode)
    MPI_Grequest_complete(request);
  else
    MPI_Send(message, 4, MPI_INT, my_rank, 7, comm);
}

#define OF(name) (plain ? PMPI_##name : MPI_##name)

/* Between two tests in a task: on one thread the task that completes the request runs then. */
static void let_others_run(int plain) {
  if (plain) return;
#pragma omp taskyield
}

/* The second request of those that take several is a null one. */
static int call(enum Function function, int plain, MPI_Request requests[2], MPI_Status statuses[2],
                Outcome* outcome) {
  int done = 0, code = MPI_SUCCESS, indices[2];
  switch (function) {
    case kWait:
      return OF(Wait)(requests, statuses);
    case kWaitall:
      return OF(Waitall)(2, requests, statuses);
    case kWaitany:
      return OF(Waitany)(2, requests, &outcome->index, statuses);
    case kWaitsome:
      return OF(Waitsome)(2, requests, &outcome->count, indices, statuses);
    case kTest:
      while (!done && code == MPI_SUCCESS && !handler_calls) {
        code = OF(Test)(requests, &done, statuses);
        if (!done) let_others_run(plain);
      }
      return code;
    case kTestall:
      while (!done && code == MPI_SUCCESS && !handler_calls) {
        code = OF(Testall)(2, requests, &done, statuses);
        if (!done) let_others_run(plain);
      }
      return code;
    case kTestany:
      while (!done && code == MPI_SUCCESS && !handler_calls) {
        code = OF(Testany)(2, requests, &outcome->index, &done, statuses);
        if (!done) let_others_run(plain);
      }
      return code;
    case kTestsome:
      while (outcome->count <= 0 && code == MPI_SUCCESS && !handler_calls) {
        code = OF(Testsome)(2, requests, &outcome->count, indices, statuses);
        if (outcome->count <= 0) let_others_run(plain);
      }
      return code;
  }
  return MPI_ERR_OTHER;
}

static Outcome outcome_of(enum Function function, enum Failing failing, enum When when, int plain) {
  Outcome outcome = {0};
  MPI_Status statuses[2];
  memset(statuses, 0, sizeof statuses);
  for (int i = 0; i < 2; ++i) statuses[i].MPI_ERROR = MPI_SUCCESS;
  MPI_Request requests[2] = {begin(failing), MPI_REQUEST_NULL};
  const MPI_Request begun = requests[0];
  handler_calls = 0;
  handler_class = -1;
  if (plain || when == kBefore) complete(failing, begun);
  if (plain) {
    outcome.class = class_of(call(function, plain, requests, statuses, &outcome));
  } else {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(outcome, requests, statuses)
      outcome.class = class_of(call(function, plain, requests, statuses, &outcome));
      if (when == kMeanwhile) {
#pragma omp task
        usleep(500), complete(failing, begun);
      }
    }
  }
  for (int i = 0; i < 2; ++i) {
    outcome.status_classes[i] = class_of(statuses[i].MPI_ERROR);
    outcome.null[i] = requests[i] == MPI_REQUEST_NULL;
  }
  outcome.calls = handler_calls;
  outcome.seen_class = handler_class;
  if (requests[0] != MPI_REQUEST_NULL) PMPI_Request_free(requests);
  return outcome;
}

/* What MPICH itself (4.0 to 5.0) gives is no measure: its MPI_Waitany aborts for a generalized
 * request that fails; of a persistent receive, and of any in MPI_Waitany and MPI_Testany, it
 * returns codes that are left from other requests. */
static int is_no_measure(enum Function function, enum Failing failing) {
#ifdef MPICH_VERSION
  const int any = function == kWaitany || function == kTestany;
  return any || failing == kPersistent;
#else
  return (void)function, (void)failing, 0;
#endif
}

/* Of a receive that failed MPICH doesn't say on which communicator; MPI_Wait runs that of
 * MPI_COMM_WORLD then (docs/mpi.md). */
static void forgive(enum Failing failing, enum Handlers handlers, Outcome* outcome) {
#ifdef MPICH_VERSION
  if (failing == kReceive && handlers != kNone) outcome->calls = outcome->seen_class = 0;
#else
  (void)failing, (void)handlers, (void)outcome;
#endif
}

/* ---- All of them --------------------------------------------------------------------------------
 */

static void print(const char* way, const Outcome* o) {
  printf("   %-8s class %d, statuses %d %d, null %d %d, index %d, count %d; handler %d times, %d\n",
         way, o->class, o->status_classes[0], o->status_classes[1], o->null[0], o->null[1],
         o->index, o->count, o->calls, o->seen_class);
}

static int compare(enum Function function, enum Failing failing, enum Handlers handlers,
                   int printed) {
  Outcome plain = outcome_of(function, failing, kBefore, 1);
  forgive(failing, handlers, &plain);
  int wrong = 0;
  for (enum When when = kBefore; when <= kMeanwhile; ++when) {
    Outcome in_task = outcome_of(function, failing, when, 0);
    forgive(failing, handlers, &in_task);
    const int differs = memcmp(&plain, &in_task, sizeof plain) != 0;
    wrong += differs;
    if (my_rank != 0 || (!differs && !printed)) continue;
    printf("MPI_%s, %s, handler %s, completed %s: %s\n", function_names[function],
           failing_names[failing], handler_names[handlers],
           when == kBefore ? "before" : "meanwhile", differs ? "DIFFERS" : "same");
    print("plain", &plain);
    if (differs) print("in task", &in_task);
  }
  return wrong;
}

int main(int argc, char** argv) {
  const int printed = argc > 1 && !strcmp(argv[1], "print");
  int wrong = 0, checked = 0, own_class;
  start_mpi(MPI_THREAD_MULTIPLE);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_create_errhandler(see, &own_handler);
  MPI_Add_error_class(&own_class);
  MPI_Add_error_code(own_class, &own_code);
  for (enum Handlers handlers = kNone; handlers <= kBoth; ++handlers) {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handlers & kWorlds ? own_handler : MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, handlers & kWorlds ? own_handler : MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(comm, handlers & kComms ? own_handler : MPI_ERRORS_RETURN);
    for (enum Failing failing = kGeneralized; failing <= kPersistent; ++failing)
      for (enum Function function = kWait; function <= kTestsome; ++function) {
        if (is_no_measure(function, failing)) continue;
        wrong += compare(function, failing, handlers, printed);
        ++checked;
      }
  }
  fflush(stdout);
  CHECK(wrong == 0, "%d of %d cases are not as outside a task", wrong, checked);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Errhandler_free(&own_handler);
  MPI_Comm_free(&comm);
  finish_mpi("request_errors", checked);
  return 0;
}
