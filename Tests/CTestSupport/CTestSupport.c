#include "CTestSupport.h"

#include <stdio.h>
#include <stdlib.h>

const int test_width = 10;

/// Swift Testing starts all tests at once by default. Whatever one of them awaits would then be queued behind the computation of
/// all others, for minutes. The limit can be set only from outside, and only before Swift Testing reads it.
__attribute__((constructor)) static void limit_width(void) {
  char text[16];
  snprintf(text, sizeof text, "%d", test_width);
  setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", text, 0);
}
