import CTestSupport
import Foundation
import Testing

/// Tests that wait are not queued behind all that compute.
@Suite("The number of tests at a time")
struct TestWidthTests {
  @Test("is limited in every run, whoever starts it")
  func limited() throws {
    let width = ProcessInfo.processInfo.environment["SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH"]
    #expect((1...64).contains(try #require(width.flatMap { Int($0) })))
    #expect(test_width == 10)
  }
}
