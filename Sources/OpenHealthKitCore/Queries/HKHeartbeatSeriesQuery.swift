public import Foundation
import HealthModel

/// A query for the beats of a series.
///
/// Its handler is called with one beat at a time, in order, the last one with `done`. A series that does not exist,
/// or that the client may not read, has no beats: then it is called once, with `done`.
open class HKHeartbeatSeriesQuery: HKQuery, @unchecked Sendable {
  /// The handler's arguments: seconds since the start of the series, whether a gap precedes the beat, whether it is
  /// the last, an error.
  public typealias Handler = @Sendable (HKHeartbeatSeriesQuery, TimeInterval, Bool, Bool, (any Error)?) -> Void

  private let series: HKHeartbeatSeriesSample
  private let handler: Handler

  /// A query for all beats of a series.
  public init(
    heartbeatSeries: HKHeartbeatSeriesSample,
    dataHandler: @escaping @Sendable (HKHeartbeatSeriesQuery, TimeInterval, Bool, Bool, (any Error)?) -> Void
  ) {
    series = heartbeatSeries
    handler = dataHandler
    super.init(
      objectType: heartbeatSeries.sampleType, predicate: HKQuery.predicateForObject(with: heartbeatSeries.uuid))
  }

  override func start(in store: HKHealthStore) {
    let (series, handler, execution) = (series, handler, execution)
    let feed = SingleFeed { try $0.beats(of: series) }
    FeedRun.start(feed, for: self, in: store, isLive: false) { event in
      switch event {
      case .first(let beats), .update(let beats):
        if beats.isEmpty { handler(self, 0, false, true, nil) }
        for (index, beat) in beats.enumerated() {
          guard execution.isRunning else { return }
          handler(self, beat.timeIntervalSinceStart, beat.precededByGap, index == beats.count - 1, nil)
        }
      case .failure(let error, _): handler(self, 0, false, true, error)
      }
    }
  }
}

extension ClientReader {
  /// The beats of a series.
  ///
  /// - Complexity: O(n) in the beats.
  func beats(of series: HKHeartbeatSeriesSample) throws -> [HKHeartbeatSeriesQueryDescriptor.Heartbeat] {
    var beats: [HKHeartbeatSeriesQueryDescriptor.Heartbeat] = []
    try forEachPiece(of: series) { piece in
      guard let more = Heartbeat.beats(piece) else { return false }
      beats += more.map { .init(timeIntervalSinceStart: $0.time, precededByGap: $0.followsGap) }
      return true
    }
    return beats
  }
}

/// A descriptor of a query for the beats of a series. See ``HKHeartbeatSeriesQuery``.
public struct HKHeartbeatSeriesQueryDescriptor: HKAsyncSequenceQuery, Sendable {
  /// A beat.
  public struct Heartbeat: Hashable, Sendable {
    /// Seconds since the start of the series.
    public let timeIntervalSinceStart: TimeInterval
    /// Whether beats before it were missed.
    public let precededByGap: Bool
  }

  /// The series.
  public var sample: HKHeartbeatSeriesSample

  /// A descriptor of a query for all beats of a series.
  public init(_ sample: HKHeartbeatSeriesSample) {
    self.sample = sample
  }

  /// The beats, one by one.
  public typealias Results = HKQueryResults<Heartbeat>

  /// The sequence of results.
  public typealias Sequence = Results

  /// The beats.
  public func results(for healthStore: HKHealthStore) -> Results {
    let sample = sample
    return Results(in: healthStore) { try $0.beats(of: sample) }
  }
}
