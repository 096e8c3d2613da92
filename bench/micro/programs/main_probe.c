// Asks at configure time whether a compiler has an OpenMP runtime to link with.
#include <omp.h>

int main(void) { return omp_get_max_threads() > 0 ? 0 : 1; }
