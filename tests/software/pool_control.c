// See pool_control.py: how many threads a region gets.
int team(void) {
  int members = 0;
#pragma omp parallel reduction(+ : members)
  members++;
  return members;
}
