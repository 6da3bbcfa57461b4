public import Foundation
package import HealthModel

/// A series of individual heartbeats. Created with ``HKHeartbeatSeriesBuilder``; query its beats with
/// ``HKHeartbeatSeriesQuery``.
///
/// An export contains the beats inside the heart rate variability sample computed from them; each of these results in
/// a series.
public final class HKHeartbeatSeriesSample: HKSeriesSample, @unchecked Sendable {
  /// The beats of a series that is not saved yet.
  let beats: [Heartbeat]?

  /// Takes the values as they are, for samples from a store.
  init(count: Int, start: Date, end: Date, header: ObjectHeader) {
    beats = nil
    super.init(type: .heartbeat(), count: count, start: start, end: end, header: header)
  }

  /// A new series, which is validated like every sample.
  package init(_ beats: [Heartbeat], from start: Date, device: HKDevice?, metadata: [String: Any]?) {
    self.beats = beats
    super.init(
      checked: .heartbeat(), count: beats.count, start: start, end: start + (beats.last?.time ?? 0), device: device,
      metadata: metadata)
  }

  /// Decodes an archived object; nil if something is missing or invalid.
  public required init?(coder: NSCoder) {
    beats = nil
    super.init(coder: coder)
  }
}

extension HKHeartbeatSeriesSample: ContentSample {
  package static func stored(_ content: StoredContent) -> HKSample {
    HKHeartbeatSeriesSample(
      count: Int(exactly: content.value) ?? 0, start: content.start, end: content.end, header: content.header)
  }

  package func contentToSave() throws -> SavedContent {
    // A series that was read from a store does not contain its beats, and has been saved before.
    guard let beats else { throw HKError.invalid("Only a series' builder can save it.") }
    return SavedContent(value: Double(beats.count), data: Heartbeat.data(beats))
  }
}
