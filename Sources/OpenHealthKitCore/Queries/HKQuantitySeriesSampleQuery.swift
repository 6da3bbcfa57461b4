public import Foundation
import HealthModel

/// A query for the individual measurements of quantity samples.
///
/// Here every sample is a series of one, so it returns the sample's own quantity and dates. Apple's watch writes
/// series of heart rates, for example, but its exports contain the measurements as separate samples.
open class HKQuantitySeriesSampleQuery: HKQuery, @unchecked Sendable {
  /// The handler's arguments: a quantity and its dates, the sample if requested, and whether it is the last. The last
  /// call may have no measurement.
  public typealias Handler =
    @Sendable (
      HKQuantitySeriesSampleQuery, HKQuantity?, DateInterval?, HKQuantitySample?, Bool, (any Error)?
    ) -> Void

  private struct Options {
    var includesSample = false
    var ordersByStart = false
  }

  private let selection: SampleSelection
  private let options = Lock(Options())
  private let handler: Handler

  /// A query for the measurements of the samples of a type.
  public init(quantityType: HKQuantityType, predicate: NSPredicate?, quantityHandler: @escaping Handler) {
    selection = SampleSelection(type: quantityType, predicate: predicate)
    handler = quantityHandler
    super.init(objectType: quantityType, predicate: predicate)
  }

  /// A query for the measurements of one sample, each with its start.
  public convenience init(
    sample quantitySample: HKQuantitySample,
    quantityHandler:
      @escaping @Sendable (
        HKQuantitySeriesSampleQuery, HKQuantity?, Date?, Bool, (any Error)?
      ) -> Void
  ) {
    self.init(
      quantityType: quantitySample.quantityType, predicate: HKQuery.predicateForObject(with: quantitySample.uuid)
    ) { query, quantity, interval, _, isLast, error in quantityHandler(query, quantity, interval?.start, isLast, error)
    }
  }

  /// Whether the samples are included. Setting it after the query was executed traps.
  public var includeSample: Bool {
    get { options.withLock { $0.includesSample } }
    set {
      HKPrecondition.check(execution.isMade, "You cannot modify includeSample once the query has been executed.")
      options.withLock { $0.includesSample = newValue }
    }
  }

  /// Whether measurements are sorted by the start of their samples. Setting it after the query was executed traps.
  public var orderByQuantitySampleStartDate: Bool {
    get { options.withLock { $0.ordersByStart } }
    set {
      HKPrecondition.check(
        execution.isMade, "You cannot modify orderByQuantitySampleStartDate once the query has been executed.")
      options.withLock { $0.ordersByStart = newValue }
    }
  }

  override func start(in store: HKHealthStore) {
    let (selection, handler, options, execution) = (selection, handler, options.withLock { $0 }, execution)
    let feed = SingleFeed { try $0.measurements(selection, byStart: options.ordersByStart) }
    FeedRun.start(feed, for: self, in: store, isLive: false) { event in
      switch event {
      case .first(let samples), .update(let samples):
        // Without measurements, the handler must still be called to indicate the end.
        if samples.isEmpty { handler(self, nil, nil, nil, true, nil) }
        for (index, sample) in samples.enumerated() where execution.isRunning {
          handler(
            self, sample.quantity, sample.dateInterval, options.includesSample ? sample : nil,
            index == samples.count - 1, nil)
        }
      case .failure(let error, _): handler(self, nil, nil, nil, true, error)
      }
    }
  }
}

extension HKQuantitySample {
  var dateInterval: DateInterval { DateInterval(start: startDate, end: endDate) }
}

/// A descriptor of a query for the individual measurements of the quantity samples that are stored when it starts.
/// See ``HKQuantitySeriesSampleQuery``.
public struct HKQuantitySeriesSampleQueryDescriptor: HKAsyncSequenceQuery, Sendable {
  /// Options for the contents and the order of the results.
  public struct Options: OptionSet, Sendable {
    /// The raw value.
    public let rawValue: Int

    /// The value with a raw value.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Include the sample of each measurement.
    public static let includeSample = Options(rawValue: 1 << 0)
    /// Sort by the start of the samples.
    public static let orderByQuantitySampleStartDate = Options(rawValue: 1 << 1)
  }

  /// The samples.
  public var predicate: HKSamplePredicate<HKQuantitySample>
  /// The options.
  public var options: Options

  /// A descriptor of a query.
  public init(predicate: HKSamplePredicate<HKQuantitySample>, options: Options = []) {
    self.predicate = predicate
    self.options = options
  }

  /// A measurement.
  public struct Result: Equatable, Hashable, Sendable {
    /// The quantity.
    public let quantity: HKQuantity
    /// The dates.
    public let dateInterval: DateInterval
    /// The sample that it belongs to, nil unless requested.
    public let sample: HKQuantitySample?
  }

  /// The measurements, one by one.
  public typealias Results = HKQueryResults<Result>

  /// The sequence of results.
  public typealias Sequence = Results

  /// The measurements.
  public func results(for healthStore: HKHealthStore) -> Results {
    let (selection, options) = (predicate.selection, options)
    return Results(in: healthStore) { reader in
      try reader.measurements(selection, byStart: options.contains(.orderByQuantitySampleStartDate)).map { sample in
        Result(
          quantity: sample.quantity, dateInterval: sample.dateInterval,
          sample: options.contains(.includeSample) ? sample : nil)
      }
    }
  }
}
