import Foundation
import HealthModel
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

/// A store in a temporary directory of its own.
final class TestHealthStore: Sendable {
  private let scratch: ScratchDirectory
  let store: HKHealthStore

  init(
    client: HKHealthStore.Client = .init(bundleIdentifier: "org.example.tests", name: "Tests", version: "1"),
    now: @escaping @Sendable () -> Date = { TestTime.now }
  ) throws {
    scratch = try ScratchDirectory()
    store = HKHealthStore(
      configuration: .init(
        path: scratch.path + "/health.sqlite", client: client, authorization: .allowAll,
        locale: Locale(identifier: "en_DE"), now: now))
  }

  var directory: String { scratch.path }

  /// Another store object for the same file, as another process has it.
  func second(
    client: HKHealthStore.Client = .init(bundleIdentifier: "org.example.other", name: "Other")
  ) -> HKHealthStore {
    HKHealthStore(
      configuration: .init(
        path: directory + "/health.sqlite", client: client, authorization: .allowAll, now: { TestTime.now }))
  }
}

/// The instants of the tests.
enum TestTime {
  /// 2026-11-20 00:00:00 UTC.
  static let midnight = Date(timeIntervalSince1970: 1_795_132_800)
  static let now = midnight.addingTimeInterval(15 * 3_600)

  static func at(_ hours: Double, _ days: Double = 0) -> Date {
    midnight.addingTimeInterval(days * 86_400 + hours * 3_600)
  }

  static var utc: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }
}

enum TestSample {
  static func steps(
    _ count: Double, from start: Date, to end: Date? = nil, device: HKDevice? = nil, metadata: [String: Any]? = nil
  ) -> HKQuantitySample {
    HKQuantitySample(
      type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: count), start: start,
      end: end ?? start.addingTimeInterval(60), device: device, metadata: metadata)
  }

  static func energy(_ kilocalories: Double, from start: Date, to end: Date? = nil) -> HKQuantitySample {
    HKQuantitySample(
      type: HKQuantityType(.activeEnergyBurned),
      quantity: HKQuantity(unit: .kilocalorie(), doubleValue: kilocalories), start: start,
      end: end ?? start.addingTimeInterval(60))
  }

  static func heartRate(_ rate: Double, at start: Date) -> HKQuantitySample {
    HKQuantitySample(
      type: HKQuantityType(.heartRate),
      quantity: HKQuantity(unit: .count().unitDivided(by: .minute()), doubleValue: rate), start: start, end: start)
  }

  static func stood(_ start: Date) -> HKCategorySample {
    HKCategorySample(
      type: HKCategoryType(.appleStandHour), value: HKCategoryValueAppleStandHour.stood.rawValue, start: start,
      end: start.addingTimeInterval(3_600))
  }

  static func dietaryEnergy(_ kilocalories: Double, at start: Date) -> HKQuantitySample {
    HKQuantitySample(
      type: HKQuantityType(.dietaryEnergyConsumed),
      quantity: HKQuantity(unit: .kilocalorie(), doubleValue: kilocalories), start: start, end: start)
  }

  static func food(_ members: Set<HKSample>, at start: Date, metadata: [String: Any]? = nil) -> HKCorrelation {
    HKCorrelation(type: HKCorrelationType(.food), start: start, end: start, objects: members, metadata: metadata)
  }

  static func run(from start: Date, to end: Date, kilometres: Double = 5) -> HKWorkout {
    HKWorkout(
      activityType: .running, start: start, end: end, workoutEvents: nil,
      totalEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 300),
      totalDistance: HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: kilometres), metadata: nil)
  }
}

/// The arguments of a handler's calls, in order, for a test to wait for.
final class Calls<Value: Sendable>: Sendable {
  private let stream: AsyncStream<Value>
  private let continuation: AsyncStream<Value>.Continuation
  private let made = Lock(0)

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  var count: Int { made.withLock { $0 } }

  func add(_ value: Value) {
    made.withLock { $0 += 1 }
    continuation.yield(value)
  }

  /// The next call.
  ///
  /// - Throws: if it does not come within two minutes.
  func next() async throws -> Value {
    let limit = Task { [continuation] in
      try await Task.sleep(for: .seconds(120))
      continuation.finish()
    }
    defer { limit.cancel() }
    var iterator = stream.makeAsyncIterator()
    return try #require(await iterator.next())
  }
}

/// The code of the error that a body throws; nil if it throws none.
func errorCode(_ body: () async throws -> Void) async -> HKError.Code? {
  do {
    try await body()
    return nil
  } catch {
    return (error as? HKError)?.code ?? .unknownError
  }
}
