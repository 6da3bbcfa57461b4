import HealthKit
import Testing

/// This file imports nothing else: on Apple's systems HealthKit re-exports Foundation, and many programs rely on it.
@Suite("import HealthKit re-exports Foundation")
struct FoundationTests {
  @Test("dates, predicates, calendars and archivers are available")
  func names() throws {
    let calendar = Calendar(identifier: .gregorian)
    let noon = Date(timeIntervalSinceReferenceDate: 800_000_000)
    let span = DateInterval(start: calendar.startOfDay(for: noon), end: noon)
    let predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
      HKQuery.predicateForSamples(withStart: span.start, end: span.end), NSPredicate(value: true),
    ])
    let sample = HKQuantitySample(
      type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 4), start: span.start,
      end: span.start)
    #expect(predicate.evaluate(with: sample))
    let data = try NSKeyedArchiver.archivedData(withRootObject: sample, requiringSecureCoding: true)
    #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQuantitySample.self, from: data) == sample)
  }
}
