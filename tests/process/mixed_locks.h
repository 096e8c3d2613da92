/* The part of mixed_locks.c that LLVM's compilers build. */
#pragma once

void other_increments_in_critical(double* sum);
void other_increments_in_one_call(long double* sum);
void other_increments_between_calls(long double* sum);
void other_increments_complex(float _Complex* sum);
