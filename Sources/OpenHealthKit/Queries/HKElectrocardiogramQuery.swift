import Foundation
import HealthModel
import HealthQueries
public import OpenHealthKitCore

/// A query for the voltages of an electrocardiogram.
///
/// Its handler is called with one voltage at a time, in order, and finally with `done`. An electrocardiogram that
/// does not exist, or that the client may not read, has no voltages.
open class HKElectrocardiogramQuery: HKQuery, @unchecked Sendable {
  /// The handler's argument.
  public enum Result: Sendable {
    /// A voltage.
    case measurement(HKElectrocardiogram.VoltageMeasurement)
    /// There are no more voltages.
    case done
    /// The query has failed.
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
}

extension HKElectrocardiogramQuery: ReadingQuery {
  package func read(_ reader: ClientReader) throws -> [HKElectrocardiogram.VoltageMeasurement] {
    try reader.voltages(of: electrocardiogram)
  }

  package func deliver(
    _ result: Swift.Result<[HKElectrocardiogram.VoltageMeasurement], any Error>, while isRunning: @Sendable () -> Bool
  ) {
    switch result {
    case .success(let voltages):
      for voltage in voltages {
        guard isRunning() else { return }
        handler(self, .measurement(voltage))
      }
      if isRunning() { handler(self, .done) }
    case .failure(let error): handler(self, .error(error))
    }
  }
}

extension ClientReader {
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

  /// The sequence of results.
  public typealias Sequence = Results

  /// The voltages.
  public func results(for healthStore: HKHealthStore) -> Results {
    let electrocardiogram = electrocardiogram
    return Results(in: healthStore) { try $0.voltages(of: electrocardiogram) }
  }
}
