#if canImport(Glibc)
  import Foundation
  import Testing

  @testable import OpenHealthKit
  @testable import OpenHealthKitCore

  @Suite("Watches", .serialized)
  struct WatchCountTests {
    /// The kernel allows a user 128 watches across all programs.
    @Test("successive queries share one file watch")
    func shared() async throws {
      let test = try TestHealthStore()
      let store = test.store
      try await store.save(TestSample.steps(1, from: TestTime.at(1)))
      let everything = HKAnchoredObjectQueryDescriptor(
        predicates: [.quantitySample(type: HKQuantityType(.stepCount))], anchor: nil)
      for _ in 0..<400 {
        let watching = Task { for try await _ in everything.results(for: store) {} }
        await Task.yield()
        watching.cancel()
        try await watching.value
      }
      // The last of them may still be closing theirs.
      var iterator = everything.results(for: store).makeAsyncIterator()
      _ = try await iterator.next()
      try await test.second().save(TestSample.steps(2, from: TestTime.at(2)))
      #expect(try await iterator.next()?.addedSamples.count == 1)
    }
  }
#endif
