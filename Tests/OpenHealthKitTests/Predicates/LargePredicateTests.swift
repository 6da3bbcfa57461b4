import Foundation
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

/// SQLite rejects expressions that are nested a hundred deep, or that have a thousand terms in a row.
@Suite("Predicates that are too large for SQL")
struct LargePredicateTests {
  private let steps = HKQuantityType(.stepCount)

  private func store() async throws -> TestHealthStore {
    let test = try TestHealthStore()
    try await test.store.save((0..<24).map { TestSample.steps(Double($0), from: TestTime.at(Double($0))) })
    return test
  }

  private func counts(_ predicate: NSPredicate, _ test: TestHealthStore, limit: Int? = nil) async throws -> [Int] {
    let descriptor = HKSampleQueryDescriptor(
      predicates: [.quantitySample(type: steps, predicate: predicate)], sortDescriptors: [SortDescriptor(\.startDate)],
      limit: limit)
    return try await descriptor.result(for: test.store).map { Int($0.quantity.doubleValue(for: .count())) }
  }

  private func span(_ hours: Double) -> NSPredicate {
    HKQuery.predicateForSamples(
      withStart: TestTime.at(hours), end: TestTime.at(hours + 0.001), options: .strictStartDate)
  }

  @Test("thousands of subpredicates", arguments: [900, 4_000, 12_000])
  func wide(parts: Int) async throws {
    let test = try await store()
    // Every third hour, then only days without samples.
    let spans = (0..<parts).map { span($0 < 8 ? Double($0) * 3 : 24 * Double($0)) }
    let any = NSCompoundPredicate(orPredicateWithSubpredicates: spans)
    #expect(try await counts(any, test) == [0, 3, 6, 9, 12, 15, 18, 21])
    #expect(try await counts(any, test, limit: 3) == [0, 3, 6])
    let none = NSCompoundPredicate(
      andPredicateWithSubpredicates: spans.map { NSCompoundPredicate(notPredicateWithSubpredicate: $0) })
    #expect(try await counts(none, test).count == 16)
    let statistics = try await HKStatisticsQueryDescriptor(
      predicate: .quantitySample(type: steps, predicate: any), options: .cumulativeSum
    ).result(for: test.store)
    #expect(statistics?.sumQuantity()?.doubleValue(for: .count()) == 84)
  }

  @Test("deeply nested subpredicates", arguments: [30, 100, 200])
  func deep(depth: Int) async throws {
    let test = try await store()
    // Levels of two kinds, since levels of one kind would be merged.
    let today = HKQuery.predicateForSamples(withStart: TestTime.at(0), end: nil)
    var predicate = span(0)
    for _ in 0..<depth / 2 {
      let either = NSCompoundPredicate(orPredicateWithSubpredicates: [predicate, span(5)])
      predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [either, today])
    }
    #expect(try await counts(predicate, test) == [0, 5])
    let late = HKQuery.predicateForSamples(withStart: TestTime.at(4), end: nil)
    #expect(
      try await counts(NSCompoundPredicate(andPredicateWithSubpredicates: [predicate, late]), test) == [5])
  }

  @Test("a predicate that is nested without end traps with a message instead of a stack overflow")
  func bottomless() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var predicate = HKQuery.predicateForSamples(withStart: Date(), end: nil)
      for _ in 0..<1_000 { predicate = NSCompoundPredicate(notPredicateWithSubpredicate: predicate) }
      _ = SampleSelection(type: HKQuantityType(.stepCount), predicate: predicate)
    }
    let reason = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(reason.contains("nested more than"))
  }
}
