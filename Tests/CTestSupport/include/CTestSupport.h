#pragma once

/// The number of tests that run at the same time. It is set when the tests are loaded, unless the environment sets another with
/// `SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH`.
extern const int test_width;
