public import Foundation
import HealthModel
public import OpenHealthKitCore

/// Collects the beats of a series, and saves them when it is finished.
///
/// Nothing is stored before ``finishSeries(completion:)``.
public final class HKHeartbeatSeriesBuilder: HKSeriesBuilder, @unchecked Sendable {
  private struct Contents {
    var beats: [Heartbeat] = []
    var metadata = Metadata()
  }

  private let store: HKHealthStore
  private let device: HKDevice?
  private let start: Date
  private let contents = BuilderContents(Contents(), whenOver: "The series has already been finished or discarded.")

  /// The maximum number of beats in one series.
  public class var maximumCount: Int { Heartbeat.most }

  /// A builder that saves to a store.
  public init(healthStore: HKHealthStore, device: HKDevice?, start startDate: Date) {
    store = healthStore
    self.device = device
    start = startDate
    super.init()
  }

  // MARK: - Collecting

  /// Appends a beat.
  ///
  /// Fails with ``HKError/Code/errorInvalidArgument`` for a beat before the series or before the last one, for more
  /// than ``maximumCount``, and after the series has been finished or discarded.
  ///
  /// - Parameters:
  ///   - timeInterval: seconds since the start of the series.
  ///   - precededByGap: whether beats before it were missed.
  public func addHeartbeatWithTimeInterval(
    sinceSeriesStartDate timeInterval: TimeInterval, precededByGap: Bool,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    store.work(completion) { try self.add(Heartbeat(time: timeInterval, followsGap: precededByGap)) }
  }

  /// Appends a beat. See ``addHeartbeatWithTimeInterval(sinceSeriesStartDate:precededByGap:completion:)``.
  public func addHeartbeat(at timeIntervalSinceStart: TimeInterval, precededByGap: Bool) async throws {
    try add(Heartbeat(time: timeIntervalSinceStart, followsGap: precededByGap))
  }

  /// Adds metadata; a new value replaces an existing one.
  public func addMetadata(_ metadata: [String: Any], completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    let metadata = Metadata(validating: metadata)
    store.work(completion) { try self.add(metadata) }
  }

  /// Adds metadata; a new value replaces an existing one.
  public func addMetadata(_ metadata: [String: Any]) async throws {
    try add(Metadata(validating: metadata))
  }

  private func add(_ beat: Heartbeat) throws {
    guard beat.time >= 0, beat.time <= SampleBounds.longestMeasurement else {
      throw HKError.invalid("A beat cannot be \(beat.time) seconds after the start of its series.")
    }
    try contents.change { contents in
      guard contents.beats.count < Heartbeat.most else {
        throw HKError.invalid("A series can have at most \(Heartbeat.most) beats.")
      }
      guard beat.time >= contents.beats.last?.time ?? 0 else {
        throw HKError.invalid("Beats must be added in chronological order.")
      }
      contents.beats.append(beat)
    }
  }

  private func add(_ metadata: Metadata) throws {
    try contents.change { $0.metadata = $0.metadata.replacing(metadata) }
  }

  // MARK: - The end

  /// Saves the series, from its start to its last beat.
  ///
  /// Fails with ``HKError/Code/errorInvalidArgument`` for a series without beats and for a second call; with
  /// ``HKError/Code/errorAuthorizationDenied`` if the client may not save series. If it fails, the builder remains as
  /// it was.
  public func finishSeries(completion: @escaping @Sendable (HKHeartbeatSeriesSample?, (any Error)?) -> Void) {
    store.work(completion) { try self.finish() }
  }

  /// Saves the series. See ``finishSeries(completion:)``.
  @discardableResult
  public func finishSeries() async throws -> HKHeartbeatSeriesSample {
    try await store.write { try self.finish() }
  }

  /// Discards the series. Does nothing once it is being saved.
  public override func discard() {
    contents.discard()
  }

  private func finish() throws -> HKHeartbeatSeriesSample {
    try contents.save { contents in
      guard !contents.beats.isEmpty else { throw HKError.invalid("The series has no beat.") }
      return HKHeartbeatSeriesSample(
        contents.beats, from: start, device: device, metadata: contents.metadata.dictionary)
    } _: { series, _ in
      try store.saveNow([series])
    }
  }
}
