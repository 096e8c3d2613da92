// Boehm's collector: it asks the C library for the stack of each thread that registers, and looks
// there for what is in use. Each OpenMP thread registers itself; all allocate, in their implicit
// tasks or, with an argument, in explicit ones; some collect. Prints how many lists stayed whole.
#define GC_THREADS
#define GC_NO_THREAD_REDIRECTS
#include <gc.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>

struct node {
  struct node* next;
  long value;
};
enum { kNodes = 1000, kRegions = 20, kTasks = 40 };

static int stays_whole(void) {
  struct node* head = NULL;
  for (int i = 0; i < kNodes; ++i) {
    struct node* const node = GC_MALLOC(sizeof *node);
    node->value = i;
    node->next = head;
    head = node;
  }
  GC_gcollect();
  for (int i = 0; i < 200; ++i) memset(GC_MALLOC(48), 0x5a, 48);
  long sum = 0;
  for (struct node* node = head; node != NULL; node = node->next) sum += node->value;
  return sum == kNodes * (kNodes - 1L) / 2;
}

static int in_tasks(void) {
  int whole = 0;
#pragma omp single
  for (int i = 0; i < kTasks; ++i) {
#pragma omp task shared(whole)
    {
      int both = stays_whole();
#pragma omp task shared(both)
      {
        const int child = stays_whole();
#pragma omp atomic
        both += child;
      }
#pragma omp taskwait
#pragma omp atomic
      whole += both;
    }
  }  // all are complete at its barrier
  return whole;
}

int main(int argc, char** argv) {
  (void)argv;
  GC_INIT();
  GC_allow_register_threads();
  int whole = 0;
  for (int region = 0; region < kRegions; ++region) {
#pragma omp parallel reduction(+ : whole)
    {
      struct GC_stack_base base;
      const int registers = omp_get_thread_num() != 0 && GC_get_stack_base(&base) == GC_SUCCESS &&
                            GC_register_my_thread(&base) == GC_SUCCESS;
#pragma omp barrier
      whole += argc > 1 ? in_tasks() : stays_whole();
#pragma omp barrier
      if (registers) GC_unregister_my_thread();
    }
  }
  printf("%d lists stayed whole\n", whole);
  return 0;
}
