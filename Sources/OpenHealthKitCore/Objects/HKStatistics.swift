public import Foundation
import HealthModel

/// The statistics to compute.
public struct HKStatisticsOptions: OptionSet, Sendable {
  /// The raw value.
  public let rawValue: UInt

  /// The value with a raw value.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Also computes statistics for each source separately, without merging overlaps.
  public static let separateBySource = HKStatisticsOptions(rawValue: 1 << 0)
  /// The average. Discrete types only.
  public static let discreteAverage = HKStatisticsOptions(rawValue: 1 << 1)
  /// The smallest value. Discrete types only.
  public static let discreteMin = HKStatisticsOptions(rawValue: 1 << 2)
  /// The largest value. Discrete types only.
  public static let discreteMax = HKStatisticsOptions(rawValue: 1 << 3)
  /// The sum, in which no span of time is counted twice. Cumulative types only.
  public static let cumulativeSum = HKStatisticsOptions(rawValue: 1 << 4)
  /// The value and dates of the last sample.
  public static let mostRecent = HKStatisticsOptions(rawValue: 1 << 5)
  /// The total time covered by the samples.
  public static let duration = HKStatisticsOptions(rawValue: 1 << 6)

  /// The older name of ``mostRecent``.
  @available(*, deprecated, renamed: "mostRecent")
  public static let discreteMostRecent = HKStatisticsOptions.mostRecent
}

/// The statistics of one quantity type over a span of time. Immutable; equal if type, span, sources and all values are.
///
/// An accessor returns nil unless its option was requested and there was a sample; those with a source parameter, and
/// ``sources``, require ``HKStatisticsOptions/separateBySource``.
public final class HKStatistics: NSObject, NSSecureCoding, NSCopying, Sendable {
  /// Values in the canonical unit of the type, durations in seconds; nil if not requested or not available.
  struct Values: Hashable, Sendable, Codable {
    var sum: Double?
    var average: Double?
    var minimum: Double?
    var maximum: Double?
    var mostRecent: Double?
    var mostRecentInterval: DateInterval?
    var duration: Double?
  }

  /// The type of the samples.
  public let quantityType: HKQuantityType
  /// The start of the span: of the interval in a collection, otherwise of the earliest sample.
  public let startDate: Date
  /// The end of the span: of the interval in a collection, otherwise of the latest sample.
  public let endDate: Date
  private let merged: Values
  private let separate: [(source: HKSource, values: Values)]?

  init(
    type: HKQuantityType, start: Date, end: Date, values: Values, bySource: [(source: HKSource, values: Values)]? = nil
  ) {
    quantityType = type
    startDate = start
    endDate = end
    merged = values
    separate = bySource
    super.init()
  }

  /// Only the values that the store keeps with a workout.
  package var stored: HKStatistics {
    HKStatistics(
      type: quantityType, start: startDate, end: endDate,
      values: Values(
        sum: merged.sum, average: merged.average, minimum: merged.minimum, maximum: merged.maximum))
  }

  /// The sources of the samples, nil unless separation by source was requested.
  public var sources: [HKSource]? { separate?.map(\.source) }

  /// The sum, in which no span of time is counted twice.
  public func sumQuantity() -> HKQuantity? { quantity(merged.sum) }
  /// The average, according to the type's ``HKQuantityType/aggregationStyle``.
  public func averageQuantity() -> HKQuantity? { quantity(merged.average) }
  /// The smallest value.
  public func minimumQuantity() -> HKQuantity? { quantity(merged.minimum) }
  /// The largest value.
  public func maximumQuantity() -> HKQuantity? { quantity(merged.maximum) }
  /// The value of the sample that ends last.
  public func mostRecentQuantity() -> HKQuantity? { quantity(merged.mostRecent) }
  /// The dates of the last sample.
  public func mostRecentQuantityDateInterval() -> DateInterval? { merged.mostRecentInterval }
  /// The total time covered by the samples, in seconds; each second counts once.
  public func duration() -> HKQuantity? { time(merged.duration) }

  /// The sum for one source.
  public func sumQuantity(for source: HKSource) -> HKQuantity? { quantity(values(of: source)?.sum) }
  /// The average for one source.
  public func averageQuantity(for source: HKSource) -> HKQuantity? { quantity(values(of: source)?.average) }
  /// The smallest value for one source.
  public func minimumQuantity(for source: HKSource) -> HKQuantity? { quantity(values(of: source)?.minimum) }
  /// The largest value for one source.
  public func maximumQuantity(for source: HKSource) -> HKQuantity? { quantity(values(of: source)?.maximum) }
  /// The value of the last sample for one source.
  public func mostRecentQuantity(for source: HKSource) -> HKQuantity? { quantity(values(of: source)?.mostRecent) }
  /// The dates of the last sample for one source.
  public func mostRecentQuantityDateInterval(for source: HKSource) -> DateInterval? {
    values(of: source)?.mostRecentInterval
  }
  /// The total time covered by the samples of one source.
  public func duration(for source: HKSource) -> HKQuantity? { time(values(of: source)?.duration) }

  private func values(of source: HKSource) -> Values? {
    separate?.first { $0.source == source }?.values
  }

  private func quantity(_ value: Double?) -> HKQuantity? {
    value.map { HKQuantity(model: quantityType.entry.unit, value: $0) }
  }

  private func time(_ seconds: Double?) -> HKQuantity? {
    seconds.map { HKQuantity(model: .second, value: $0) }
  }

  /// Whether the other object is equal. See the class.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKStatistics else { return false }
    return quantityType == other.quantityType && startDate == other.startDate && endDate == other.endDate
      && merged == other.merged && sources == other.sources && separate?.map(\.values) == other.separate?.map(\.values)
  }

  /// Equal objects have equal hashes.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(quantityType)
    hasher.combine(startDate)
    hasher.combine(merged)
    return hasher.finalize()
  }

  /// A description for people.
  public override var description: String {
    let parts: [(String, Double?)] = [
      ("sum", merged.sum), ("average", merged.average), ("minimum", merged.minimum), ("maximum", merged.maximum),
      ("most recent", merged.mostRecent),
    ]
    let values = parts.compactMap { name, value in quantity(value).map { "\(name) \($0)" } }.joined(separator: ", ")
    return "\(quantityType) \(startDate) - \(endDate): \(values)"
  }

  /// The same object, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: - Archiving

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// Decodes an archived object; nil if something is missing or invalid.
  public init?(coder: NSCoder) {
    guard let type = coder.decodeValue(of: HKObjectType.self, forKey: "quantityType") as? HKQuantityType,
      let start = coder.decodeDate(forKey: "startDate"), let end = coder.decodeDate(forKey: "endDate"),
      let values = Self.decode(Values.self, coder, "values")
    else { return nil }
    quantityType = type
    startDate = start
    endDate = end
    merged = values
    let sources = coder.decodeList(of: HKSource.self, forKey: "sources")
    if let list = Self.decode([Values].self, coder, "separate"), list.count == sources.count {
      separate = zip(sources, list).map { ($0, $1) }
    } else {
      separate = nil
    }
    super.init()
  }

  /// Encodes the object. Archives are compatible only with this library.
  public func encode(with coder: NSCoder) {
    coder.encode(quantityType, forKey: "quantityType")
    coder.encodeDate(startDate, forKey: "startDate")
    coder.encodeDate(endDate, forKey: "endDate")
    Self.encode(merged, coder, "values")
    if let separate {
      coder.encode(separate.map(\.source) as NSArray, forKey: "sources")
      Self.encode(separate.map(\.values), coder, "separate")
    }
  }

  private static func encode(_ value: some Encodable, _ coder: NSCoder, _ key: String) {
    if let data = try? PropertyListEncoder().encode(value) { coder.encode(data as NSData, forKey: key) }
  }

  private static func decode<Value: Decodable>(_ type: Value.Type, _ coder: NSCoder, _ key: String) -> Value? {
    guard let data = coder.decodeValue(of: NSData.self, forKey: key) as Data? else { return nil }
    return try? PropertyListDecoder().decode(type, from: data)
  }
}
