/* For programs that are not C: check.h's constructor makes sure of the runtime. */
#include "check.h"
