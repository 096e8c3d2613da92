// How a task waits while MPI is calling the program back on its thread: a reduction, an error
// handler. It must not leave its stack, and nothing else of the worker's may go on on top of it: a
// task that paused in MPI would find itself inside, one of another region could wait for what lies
// below. What it waits for may itself be yet to begin: its own team's tasks, which it runs, one on
// top of the other. A wait that needs more (a task of its own that has paused in MPI) never ends; a
// function that MPI calls may make no such.
#pragma once

namespace tidemill::core {

class WaitPolicy;
class Worker;

void wait_pinned(Worker& w, WaitPolicy& policy);

}  // namespace tidemill::core
