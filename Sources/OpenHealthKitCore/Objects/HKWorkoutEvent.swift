public import Foundation
import HealthModel

/// A pause, lap or segment of a workout. Immutable.
public final class HKWorkoutEvent: NSObject, NSSecureCoding, NSCopying, Sendable {
  /// The type of the event.
  public let type: HKWorkoutEventType
  /// When it occurred; an instant has no duration.
  public let dateInterval: DateInterval
  let record: Metadata

  /// - Parameters:
  ///   - type: the type of the event.
  ///   - dateInterval: when it occurred; an instant has no duration.
  ///   - metadata: as for samples; an unsupported value traps.
  public convenience init(type: HKWorkoutEventType, dateInterval: DateInterval, metadata: [String: Any]?) {
    self.init(type: type, dateInterval: dateInterval, record: Metadata(validating: metadata))
  }

  /// An event at an instant.
  @available(*, deprecated, message: "Use init(type:dateInterval:metadata:).")
  public convenience init(type: HKWorkoutEventType, date: Date) {
    self.init(type: type, dateInterval: DateInterval(start: date, duration: 0), record: Metadata())
  }

  /// An event at an instant, with metadata.
  @available(*, deprecated, message: "Use init(type:dateInterval:metadata:).")
  public convenience init(type: HKWorkoutEventType, date: Date, metadata: [String: Any]) {
    self.init(type: type, dateInterval: DateInterval(start: date, duration: 0), metadata: metadata)
  }

  init(type: HKWorkoutEventType, dateInterval: DateInterval, record: Metadata) {
    self.type = type
    self.dateInterval = dateInterval
    self.record = record
    super.init()
  }

  /// The metadata, as for ``HKObject/metadata``.
  public var metadata: [String: Any]? { record.dictionary }

  /// When it began.
  @available(*, deprecated, message: "Use dateInterval.")
  public var date: Date { dateInterval.start }

  /// Whether the other object is equal. See the class.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKWorkoutEvent else { return false }
    return type == other.type && dateInterval == other.dateInterval && record == other.record
  }

  /// Equal objects have equal hashes.
  public override var hash: Int { dateInterval.hashValue }

  /// The same object, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: - Archiving

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// Decodes an archived object; nil if something is missing or invalid.
  public init?(coder: NSCoder) {
    guard let type = HKWorkoutEventType(rawValue: coder.decodeInteger(forKey: "type")),
      let start = coder.decodeDate(forKey: "start"), let end = coder.decodeDate(forKey: "end"), start <= end
    else { return nil }
    self.type = type
    dateInterval = DateInterval(start: start, end: end)
    record = coder.decodeMetadata(forKey: "metadata")
    super.init()
  }

  /// Encodes the object. Archives are compatible only with this library.
  public func encode(with coder: NSCoder) {
    coder.encode(type.rawValue, forKey: "type")
    coder.encodeDate(dateInterval.start, forKey: "start")
    coder.encodeDate(dateInterval.end, forKey: "end")
    coder.encodeMetadata(record, forKey: "metadata")
  }
}
