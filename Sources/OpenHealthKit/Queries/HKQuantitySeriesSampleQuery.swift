public import Foundation
import HealthModel

/// A query for the single measurements that quantity samples are made of.
///
/// Samples here are never series of more than one, so each gives its own quantity and dates. Apple's watch writes series
/// of heart rates, for example, but its exports print the measurements as samples of their own.
open class HKQuantitySeriesSampleQuery: HKQuery, @unchecked Sendable {
  /// What is called with each measurement: its quantity and dates, the sample if it was asked for, and whether it is the
  /// last. The last call may have no measurement.
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

  /// A query for the measurements of one sample.
  public convenience init(
    sample quantitySample: HKQuantitySample,
    quantityHandler:
      @escaping @Sendable (
        HKQuantitySeriesSampleQuery, HKQuantity?, DateInterval?, Bool, (any Error)?
      ) -> Void
  ) {
    self.init(
      quantityType: quantitySample.quantityType, predicate: HKQuery.predicateForObject(with: quantitySample.uuid)
    ) { query, quantity, interval, _, isLast, error in quantityHandler(query, quantity, interval, isLast, error) }
  }

  /// Whether the handler is given the samples. May be set before the query is executed; later it traps.
  public var includeSample: Bool {
    get { options.withLock { $0.includesSample } }
    set {
      HKPrecondition.check(execution.isMade, "You cannot modify includeSample once the query has been executed.")
      options.withLock { $0.includesSample = newValue }
    }
  }

  /// Whether the measurements come by the start of their samples. May be set before the query is executed; later it ends
  /// the process.
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
        // Without measurements the handler still has to learn that it is over.
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
