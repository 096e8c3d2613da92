/* Tidemill: the scheduling policy, which says which of the ready tasks runs next.
 *
 * It orders tasks that have dependences or a priority, and tasks that resume after a pause; all
 * others run newest first. A higher priority goes first; but under "sa" and "ga" tasks that lead to
 * a message go before all others.
 *
 *   "fifo"     the first created first: the default without task-aware MPI
 *   "messages" the same, but first the tasks that pass messages; the runtime learns which do
 *   "ready"    the first that became ready first
 *   "lifo"     the last that became ready first
 *   "sa"       first the tasks that lead to a mark, a priority above 0: give it to tasks that send
 *   "fa"       first the tasks that lead to a send, then as "messages"; the runtime learns which
 *              tasks send. The default with task-aware MPI
 *   "ga"       as "fa", and of the sends first the ones that other processes need first
 *
 * A policy is a hint: it changes no result of a conforming program. The environment variable
 * TIDEMILL_POLICY, or `tidemill run --policy NAME`, chooses one for a program as it is. C and C++;
 * link with -ltidemill.
 */
#ifndef TIDEMILL_POLICY_H
#define TIDEMILL_POLICY_H

#ifdef __cplusplus
extern "C" {
#endif

/* Chooses the policy of the process by its name, in small or large letters, blanks around it
 * allowed. It holds for parallel regions that begin from then on, by whichever thread, and for the
 * calling thread's tasks outside any region; a region that has begun keeps the policy it began
 * with.
 *
 * Returns 0, or EINVAL if `name` is NULL or no policy has that name: then nothing has changed. May
 * be called by any thread at any time, also inside a region or task, but not by a signal handler.
 * Of several calls at once one wins. */
int tidemill_set_policy(char const* name);

/* The name of the policy with which a region would begin now. Never NULL; the string lives as long
 * as the process. By any thread at any time. */
char const* tidemill_get_policy(void);

#ifdef __cplusplus
}
#endif

#endif /* TIDEMILL_POLICY_H */
