public import Foundation

/// A descriptor of a query for the individual measurements of the quantity samples that are stored when it starts.
/// See ``HKQuantitySeriesSampleQuery``.
public struct HKQuantitySeriesSampleQueryDescriptor: HKAsyncSequenceQuery, Sendable {
  /// Options for the contents and the order of the results.
  public struct Options: OptionSet, Sendable {
    public let rawValue: Int

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
  public struct Results: AsyncSequence, Sendable {
    public typealias Element = Result
    let selection: SampleSelection
    let options: Options
    let store: HKHealthStore

    /// Returns the measurements one by one.
    public struct Iterator: AsyncIteratorProtocol {
      let sequence: Results
      private var samples: ArraySlice<HKQuantitySample>?

      init(_ sequence: Results) {
        self.sequence = sequence
      }

      /// The next measurement, nil after the last and once the task is cancelled.
      public mutating func next() async throws -> Result? {
        if samples == nil {
          let (selection, reader) = (sequence.selection, sequence.store.reader)
          let byStart = sequence.options.contains(.orderByQuantitySampleStartDate)
          guard !Task.isCancelled else { return nil }
          samples = try await sequence.store.write { try reader.measurements(selection, byStart: byStart)[...] }
        }
        guard !Task.isCancelled, let sample = samples?.popFirst() else { return nil }
        return Result(
          quantity: sample.quantity, dateInterval: sample.dateInterval,
          sample: sequence.options.contains(.includeSample) ? sample : nil)
      }
    }

    /// Reads the store at the iterator's first `next`.
    public func makeAsyncIterator() -> Iterator {
      Iterator(self)
    }
  }

  public typealias Sequence = Results

  /// The measurements.
  public func results(for healthStore: HKHealthStore) -> Results {
    Results(selection: predicate.selection, options: options, store: healthStore)
  }
}
