/* Tidemill: pausing tasks, binding events to tasks, polling services.
 *
 * The functions by which a communication library meets the runtime: those of Sala et al.,
 * "Integrating blocking and non-blocking MPI primitives with task-based programming models" (2019),
 * section 4, and of Sala et al., "Improving the interoperability between MPI and task-based
 * programming models" (2018), section 4; besides, those that take many tasks at once, those by
 * which scheduling policies learn which tasks send, and the pinned query. C and C++; link with
 * -ltidemill.
 *
 * All functions may be called from any thread, inside or outside a task, and by several threads at
 * once, unless said otherwise; none from a signal handler. A thread the runtime has never seen
 * becomes known to it where a function is about "the calling task": the code it runs is one.
 *
 * Errors: no function returns one. Arguments that are not as said here are not noticed: what
 * happens then is undefined. Where the system has no memory left for what the runtime needs, a
 * message says so and the process ends.
 */
#ifndef TIDEMILL_TASKING_H
#define TIDEMILL_TASKING_H

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Pause and resume (2019, section 4.1) ----------------------------------------------- */

/* Starts one pause-resume cycle of the calling task and returns its blocking context. The
 * context is valid for one cycle; asking for another invalidates the one before. An implicit
 * task counts as a task, and so does the code outside any parallel region. Never NULL. By the
 * task itself only. */
void* tidemill_get_current_blocking_context(void);

/* Pauses the calling task until its context is unblocked; returns at once if it already was.
 * `blocking_context` must be the calling task's current one. The thread goes on with other
 * tasks; a tied task resumes on the thread it was paused on, an untied one on any thread of its
 * team. With nothing else to run the thread drives the polling services, then sleeps. Not by a
 * polling service. */
void tidemill_block_current_task(void* blocking_context);

/* Lets the task of `blocking_context` go on. To be called exactly once a cycle, from any thread
 * (also one the runtime has never seen, or a polling service), before or after the task pauses.
 * What was done before is visible to the task after its pause. The context must not be used
 * afterwards. */
void tidemill_unblock_task(void* blocking_context);

/* The same for each of `count` tasks, none named twice: cheaper than a call for each.
 * `blocking_contexts` is only read, and not kept. */
void tidemill_unblock_tasks(void* const blocking_contexts[], unsigned int count);

/* ---- Polling services (2019, section 4.2) ----------------------------------------------- */

/* A polling service: returns non-zero when its purpose is attained (it is then unregistered),
 * 0 to be called again. It must not block and must not create tasks; it may call
 * tidemill_unblock_task, tidemill_decrease_task_event_counter and the like. */
typedef int (*tidemill_polling_service_t)(void* service_data);

/* Has the runtime call service_function(service_data) whenever a thread is idle, at scheduling
 * points, and from a thread of its own while all threads are busy: at most some 20 ms after they
 * began to be, then about once a millisecond, after 16 ms of it ever more rarely, down to once
 * in 4. One service is never run by two threads at once, nor are two at the same time.
 * `service_name` (copied; NULL is "") tells services of the same function and data apart. May be
 * called by a service. Where the system refuses the thread of its own, one warning says so, and
 * services are called by the threads of the program alone. */
void tidemill_register_polling_service(char const* service_name,
                                       tidemill_polling_service_t service_function,
                                       void* service_data);

/* Ends the service registered with the same arguments; when it returns, the function is not
 * running and will not be called again: it waits for the services that run. Unknown or already
 * ended services are ignored. A service may end others; about itself it is not to call this, but
 * returns non-zero instead. */
void tidemill_unregister_polling_service(char const* service_name,
                                         tidemill_polling_service_t service_function,
                                         void* service_data);

/* ---- External events (2019, section 4.3) ------------------------------------------------ */

/* The calling task's event counter, or NULL outside any parallel region and explicit task: there
 * is no completion to defer there, so the caller has to wait for its operation itself. Valid until
 * the task completes. */
void* tidemill_get_current_event_counter(void);

/* Binds `increment` more external events to the calling task: it completes, and releases its
 * dependences, only once its body has returned and all its events were fulfilled.
 * `event_counter` must be the calling task's own. No more than 2^32 - 2 may be outstanding. */
void tidemill_increase_current_task_event_counter(void* event_counter, unsigned int increment);

/* Fulfils `decrement` events of the task of `event_counter`, which were bound before. May be called
 * from any thread, also one the runtime has never seen, or by a polling service. What was done
 * before is visible to the tasks that depend on this one. The last one after the task's body has
 * returned completes the task; the counter must not be used after the task has completed. */
void tidemill_decrease_task_event_counter(void* event_counter, unsigned int decrement);

/* The same for one event of each of `count` tasks: cheaper than a call for each. A task named twice
 * has two of its events fulfilled. `event_counters` is only read, and not kept. */
void tidemill_decrease_task_event_counters(void* const event_counters[], unsigned int count);

/* ---- What messages tasks pass ----------------------------------------------------------------
 *
 * For scheduling policies that prefer tasks on which other processes wait: tidemill/policy.h. All
 * are hints: without them such a policy is "fifo". */

/* Tasks of parallel regions that begin from now on may pass messages: the default policy is
 * "fa" for them. To be called once, by a communication library that is about to be used. */
void tidemill_expect_sends(void);

/* The calling task sends data to another process, by whatever operation, in a moment. Does nothing
 * outside tasks, and under policies that don't ask. */
void tidemill_current_task_sends(void);
/* The calling task receives data from another process. Likewise. */
void tidemill_current_task_receives(void);

/* ---- What kinds of tasks send ------------------------------------------------------------------
 *
 * For policies that recognise tasks which send ("fa", "ga"): the first process whose task of a kind
 * sends may tell the others, where it is the same kind. The communication library carries that to
 * all processes. All are hints. */

struct tidemill_kind {
  unsigned long long name; /* of tasks that run the same code of the same file, and are alike */
  unsigned int seen;       /* 1: one is complete; 2: one has sent */
};

/* Does the policy with which a region would begin now recognise tasks that send? */
int tidemill_learns_sends(void);

/* Takes up to `most` kinds of which more has been seen, here or by others, than was taken before:
 * who is told passes it on. Returns how many it has taken. */
unsigned int tidemill_take_kinds(struct tidemill_kind kinds[], unsigned int most);

/* What other processes have seen. */
void tidemill_set_kinds(const struct tidemill_kind kinds[], unsigned int count);

/* ---- What receivers need -----------------------------------------------------------------------
 *
 * For the policy "ga", which prefers messages that other processes need first: the communication
 * library carries the needs of receivers back to senders. A channel is a stream of messages from
 * one process to another, such as those of a communicator with one tag. It is a number that both
 * processes use for it, and for no other channel; 0 is none. All are hints. */

struct tidemill_need {
  unsigned long long channel;
  unsigned int slack; /* so much later than others it may come: 256 for the time of a usual task */
  int peer;           /* the sender, by the library's number */
};

/* Does the policy with which a region would begin now ask receivers? */
int tidemill_asks_receivers(void);

/* Are the calling task's channels of use? Only of a task that the policy keeps in view: none where
 * tasks are short. Otherwise tidemill_current_task_sends and _receives say all. */
int tidemill_current_task_has_channels(void);

/* As tidemill_current_task_sends, on that channel. */
void tidemill_current_task_sends_on(unsigned long long channel);

/* The calling task receives what `peer` sends on the channel. The number is the library's. May be
 * called for several channels of a task, and again for one; the last 16 count. */
void tidemill_current_task_receives_on(unsigned long long channel, int peer);

/* Takes up to `most` needs of this process's receivers, to be sent to the senders. Returns how many
 * it has taken. */
unsigned int tidemill_take_needs(struct tidemill_need needs[], unsigned int most);

/* What other processes need of what this one sends. */
void tidemill_set_needs(const struct tidemill_need needs[], unsigned int count);

/* ---- Calls back into the program --------------------------------------------------------- */

/* Returns non-zero while a task on the calling thread must not be paused. Must not block. */
typedef int (*tidemill_pinned_query_t)(void);

/* For a library that calls the program back (a reduction, an error handler) while it holds what
 * other tasks need: as long as pinned() says so, the calling thread waits for critical regions and
 * locks in place instead of pausing its task, and taskyield only gives the processor away. Asked
 * only where a task would pause, on that task's thread. One for the process, the last one set;
 * NULL: none. To be set before any task has to be asked about. */
void tidemill_set_pinned_query(tidemill_pinned_query_t pinned);

/* ---- Watching blocked threads -------------------------------------------------------------- */

/* The calling thread as a member of teams; NULL if it has never been in one. The same as long as
 * the thread lives, and never invalid: later threads reuse it. */
void* tidemill_get_current_member(void);

/* For a library that watches blocked threads: could a free thread of the team begin or resume a
 * task now? `member` is the result of the function above on the blocked thread; any thread may ask.
 * Sets `team` to an identity of the team, `threads` to its size: NULL and 0 outside any region.
 * A hint: nothing is locked; for a thread that isn't blocked it may tell of an earlier region. */
int tidemill_has_ready_tasks(void* member, void** team, int* threads);

#ifdef __cplusplus
}
#endif

#endif /* TIDEMILL_TASKING_H */
