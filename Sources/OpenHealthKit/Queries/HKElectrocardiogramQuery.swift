import Foundation
import HealthDatabase
import HealthModel
import HealthQueries

/// A query for the voltages of an electrocardiogram.
///
/// Its handler is called with one voltage at a time, in order, and finally with `done`. An electrocardiogram that
/// does not exist, or that the client may not read, has no voltages.
open class HKElectrocardiogramQuery: HKQuery, @unchecked Sendable {
  /// The handler's argument.
  public enum Result: Sendable {
    case measurement(HKElectrocardiogram.VoltageMeasurement)
    case done
    case error(any Error)
  }

  private let electrocardiogram: HKElectrocardiogram
  private let handler: @Sendable (HKElectrocardiogramQuery, Result) -> Void

  /// A query for all voltages of an electrocardiogram.
  public init(
    _ electrocardiogram: HKElectrocardiogram,
    dataHandler: @escaping @Sendable (HKElectrocardiogramQuery, Result) -> Void
  ) {
    self.electrocardiogram = electrocardiogram
    handler = dataHandler
    super.init(
      objectType: electrocardiogram.sampleType, predicate: HKQuery.predicateForObject(with: electrocardiogram.uuid))
  }

  /// The same with the arguments of Objective-C: a voltage, whether there are no more, and an error.
  public convenience init(
    electrocardiogram: HKElectrocardiogram,
    dataHandler:
      @escaping @Sendable (
        HKElectrocardiogramQuery, HKElectrocardiogram.VoltageMeasurement?, Bool, (any Error)?
      ) -> Void
  ) {
    self.init(electrocardiogram) { query, result in
      switch result {
      case .measurement(let measurement): dataHandler(query, measurement, false, nil)
      case .done: dataHandler(query, nil, true, nil)
      case .error(let error): dataHandler(query, nil, true, error)
      }
    }
  }

  override func start(in store: HKHealthStore) {
    let (electrocardiogram, handler, execution) = (electrocardiogram, handler, execution)
    let feed = SingleFeed { try $0.voltages(of: electrocardiogram) }
    FeedRun.start(feed, for: self, in: store, isLive: false) { event in
      switch event {
      case .first(let voltages), .update(let voltages):
        for voltage in voltages {
          guard execution.isRunning else { return }
          handler(self, .measurement(voltage))
        }
        if execution.isRunning { handler(self, .done) }
      case .failure(let error, _): handler(self, .error(error))
      }
    }
  }
}

extension HealthReader {
  /// The voltages of an electrocardiogram.
  ///
  /// - Complexity: O(n) in the voltages.
  func voltages(of electrocardiogram: HKElectrocardiogram) throws -> [HKElectrocardiogram.VoltageMeasurement] {
    let frequency = electrocardiogram.samplingFrequency?.doubleValue(for: .hertz())
    let length = electrocardiogram.endDate.timeIntervalSince(electrocardiogram.startDate)
    let step = frequency.map { 1 / $0 } ?? length / Double(max(1, electrocardiogram.numberOfVoltageMeasurements))
    var voltages: [HKElectrocardiogram.VoltageMeasurement] = []
    try forEachPiece(of: electrocardiogram) { piece in
      guard let values = ElectrocardiogramContent.voltages(piece) else { return false }
      for value in values { voltages.append(.init(time: Double(voltages.count) * step, microvolts: value)) }
      return true
    }
    return voltages
  }

  /// Reads the data of a sample chunk by chunk.
  ///
  /// - Parameter body: returns whether a chunk was valid.
  func forEachPiece(of sample: HKSample, _ body: (UnsafeRawBufferPointer) throws -> Bool) throws {
    try access.requireDecided(sample.sampleType.identifier)
    try view(orWithoutStore: ()) { view in
      try view.forEachPiece(ofDataOf: sample.uuid) { piece in
        guard try body(piece) else { throw HKError(.unknownError, reason: "A series in the store is damaged.") }
      }
    }
  }
}

/// A descriptor of a query for the voltages of an electrocardiogram. See ``HKElectrocardiogramQuery``.
public struct HKElectrocardiogramQueryDescriptor: HKAsyncSequenceQuery, Sendable {
  /// The electrocardiogram.
  public var electrocardiogram: HKElectrocardiogram

  /// A descriptor of a query for all voltages of an electrocardiogram.
  public init(_ electrocardiogram: HKElectrocardiogram) {
    self.electrocardiogram = electrocardiogram
  }

  /// The voltages, one by one.
  public typealias Results = HKQueryResults<HKElectrocardiogram.VoltageMeasurement>

  public typealias Sequence = Results

  /// The voltages.
  public func results(for healthStore: HKHealthStore) -> Results {
    let electrocardiogram = electrocardiogram
    return Results(in: healthStore) { try $0.voltages(of: electrocardiogram) }
  }
}
