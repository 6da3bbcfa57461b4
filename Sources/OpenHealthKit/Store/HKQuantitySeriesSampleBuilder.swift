public import Foundation
import HealthModel
public import OpenHealthKitCore

/// Collects the measurements of a series, and saves them when it is finished.
///
/// Every measurement becomes a separate sample, as in exports; on Apple's systems they are one sample whose
/// ``HKQuantitySample/count`` is their number. Statistics and series queries return the same.
public final class HKQuantitySeriesSampleBuilder: NSObject, Sendable {
  private typealias Measurement = (quantity: HKQuantity, interval: DateInterval)

  private let store: HKHealthStore
  /// The type of the measurements.
  public let quantityType: HKQuantityType
  /// The start of the series.
  public let startDate: Date
  /// The device that measures.
  public let device: HKDevice?
  private let contents = BuilderContents(
    [Measurement](), whenOver: "The series has already been finished or discarded.")

  /// A builder that saves to a store.
  public init(healthStore: HKHealthStore, quantityType: HKQuantityType, startDate: Date, device: HKDevice?) {
    store = healthStore
    self.quantityType = quantityType
    self.startDate = startDate
    self.device = device
    super.init()
  }

  /// Adds a measurement at an instant. See ``insert(_:for:)``.
  public func insert(_ quantity: HKQuantity, at date: Date) throws {
    guard SampleBounds.allows(date) else { throw HKError.invalid("The date of the measurement is out of range.") }
    try insert(quantity, for: DateInterval(start: date, duration: 0))
  }

  /// Adds a measurement over a span of time.
  ///
  /// - Throws: ``HKError/Code/errorInvalidArgument`` for one that begins before the series or has an incompatible
  ///   unit, and after the series has been finished or discarded.
  public func insert(_ quantity: HKQuantity, for dateInterval: DateInterval) throws {
    guard SampleBounds.allows(dateInterval.start), SampleBounds.allows(dateInterval.end) else {
      throw HKError.invalid("The dates of the measurement are out of range.")
    }
    guard dateInterval.start >= startDate else {
      throw HKError.invalid(
        "A measurement at \(dateInterval.start) is before the series, which begins at \(startDate).")
    }
    guard quantityType.is(compatibleWith: HKUnit(quantity.unit)) else {
      throw HKError.invalid("\(quantity) is not a quantity of type \(quantityType).")
    }
    try contents.change { $0.append((quantity, dateInterval)) }
  }

  /// Saves the series, all or nothing. See ``finishSeries(metadata:endDate:completion:)``.
  public func finishSeries(
    metadata: [String: Any]?, completion: @escaping @Sendable ([HKQuantitySample]?, (any Error)?) -> Void
  ) {
    finishSeries(metadata: metadata, endDate: nil, completion: completion)
  }

  /// Saves the series, all or nothing.
  ///
  /// Fails with ``HKError/Code/errorInvalidArgument`` for a series without measurements, or with one that ends after
  /// `endDate`, and for metadata with a sync identifier, which must be unique per sample.
  ///
  /// - Parameters:
  ///   - metadata: for every measurement; an unsupported value traps.
  ///   - endDate: the end of the series, nil for the end of its last measurement.
  ///   - completion: called with the saved samples, or with an error.
  public func finishSeries(
    metadata: [String: Any]?, endDate: Date?,
    completion: @escaping @Sendable ([HKQuantitySample]?, (any Error)?) -> Void
  ) {
    let metadata = Metadata(validating: metadata)
    store.work(completion) { try self.finish(metadata, endDate) }
  }

  /// Saves the series, all or nothing. See ``finishSeries(metadata:endDate:completion:)``.
  @discardableResult
  public func finishSeries(metadata: [String: Any]?, endDate: Date? = nil) async throws -> [HKQuantitySample] {
    let metadata = Metadata(validating: metadata)
    return try await store.write { try self.finish(metadata, endDate) }
  }

  /// Discards the series. Does nothing once it is being saved.
  public func discard() {
    contents.discard()
  }

  private func finish(_ metadata: Metadata, _ end: Date?) throws -> [HKQuantitySample] {
    guard metadata[HKMetadataKeySyncIdentifier] == nil else {
      throw HKError.invalid("The measurements of a series cannot share a sync identifier.")
    }
    return try contents.save { measurements in
      guard !measurements.isEmpty else { throw HKError.invalid("The series has no measurement.") }
      if let end, let late = measurements.first(where: { $0.interval.end > end }) {
        throw HKError.invalid("A measurement ends at \(late.interval.end), after the series.")
      }
      return measurements.map {
        HKQuantitySample(
          type: quantityType, quantity: $0.quantity, start: $0.interval.start, end: $0.interval.end, device: device,
          metadata: metadata.dictionary)
      }
    } _: { samples, _ in
      try store.saveNow(samples)
    }
  }
}
