/* What omp_get_interop_* say of omp_interop_none, the only interop object on the host (OpenMP 5.2,
 * 18.12). The return code was left as it had been. */
#include "check.h"

#define CHECK_TEXT(actual, expected) CHECK(strcmp((actual), (expected)) == 0)

int main(void) {
  int result = 55;
  CHECK_EQUAL(omp_get_num_interop_properties(omp_interop_none), 0);
  CHECK_EQUAL(omp_get_interop_int(omp_interop_none, omp_ipr_fr_id, &result), 0);
  CHECK_EQUAL(result, omp_irc_empty);
  result = 55;
  CHECK(omp_get_interop_ptr(omp_interop_none, omp_ipr_device, &result) == NULL);
  CHECK_EQUAL(result, omp_irc_empty);
  result = 55;
  CHECK(omp_get_interop_str(omp_interop_none, omp_ipr_vendor_name, &result) == NULL);
  CHECK_EQUAL(result, omp_irc_empty);
  CHECK_EQUAL(omp_get_interop_int(omp_interop_none, omp_ipr_fr_id, NULL), 0);
  CHECK_TEXT(omp_get_interop_name(omp_interop_none, omp_ipr_fr_id), "fr_id");
  CHECK_TEXT(omp_get_interop_name(omp_interop_none, omp_ipr_first), "targetsync");
  CHECK(omp_get_interop_name(omp_interop_none, 0) == NULL);
  CHECK(omp_get_interop_name(omp_interop_none, omp_ipr_first - 1) == NULL);
  CHECK(omp_get_interop_type_desc(omp_interop_none, omp_ipr_fr_id) == NULL);
  CHECK(omp_get_interop_rc_desc(omp_interop_none, omp_irc_empty) != NULL);
  return 0;
}
