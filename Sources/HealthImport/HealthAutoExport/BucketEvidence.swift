import FoundationEssentials
import HealthModel

/// What shows the width of a metric's buckets where its own rows do not: the other metrics of the delivery, and earlier
/// deliveries.
struct BucketEvidence: Sendable {
  /// The width by which the app aggregates if the user has not chosen one.
  var standard: BucketWidth?
  /// How long the newest samples of the feed are, by type.
  var earlier: [String: TimeInterval] = [:]
  /// The widths that other metrics of the delivery show. Found once, if it is needed.
  var others: @Sendable () throws -> Set<BucketWidth> = { [] }
  private var foundOthers: Set<BucketWidth>?

  init() {}

  /// - Returns: nil if it remains unknown.
  mutating func width(of metric: MetricCatalog.Metric, in unit: String, _ guess: BucketGuess) throws -> BucketWidth? {
    var candidates = guess.candidates(
      mostPerMinute: MetricCatalog.mostPerMinute(of: metric, in: unit),
      mostPerHour: MetricCatalog.mostPerHour(of: metric, in: unit))
    // The hour in which someone stood is the same.
    if case .standHour = metric, candidates.contains(.hours) { candidates.removeAll { $0 == .minutes } }
    if candidates.count == 1 { return candidates[0] }
    if let standard, candidates.contains(standard) { return standard }
    if foundOthers == nil { foundOthers = try others() }
    if let foundOthers, foundOthers.count == 1, let width = foundOthers.first, candidates.contains(width) {
      return width
    }
    return metric.typeIdentifier.flatMap { earlier[$0] }.flatMap(BucketWidth.init(seconds:)).flatMap {
      candidates.contains($0) ? $0 : nil
    }
  }
}

extension MetricCatalog.Metric {
  /// Whether a ring is drawn from it.
  var isOfRing: Bool { typeIdentifier.map(RingType.all.contains) ?? false }

  var typeIdentifier: String? {
    switch self {
    case .quantity(let entry): entry.identifier
    case .standHour: TypeIdentifier.appleStandHour
    default: nil
    }
  }
}

extension HealthAutoExportParser {
  /// The widths that the rows of a delivery's totals show, whatever metric they are of.
  static func shownWidths(_ input: JSONInput) throws -> Set<BucketWidth> {
    var reader = JSONReader(input, isForgiving: true)
    var dates = DateParser()
    var widths: Set<BucketWidth> = []
    try reader.object { reader, key in
      guard key == "data", try reader.kind() == .object else { return try reader.skip() }
      try reader.object { reader, key in
        guard key == "metrics", try reader.kind() == .array else { return try reader.skip() }
        try reader.array { reader, _ in
          guard try reader.kind() == .object else { return try reader.skip() }
          if let width = try shownWidth(&reader, &dates) { widths.insert(width) }
        }
      }
    }
    return widths
  }

  /// When the newest record of a delivery begins; nil if none has a date.
  static func newestInstant(_ input: JSONInput) throws -> Date? {
    var reader = JSONReader(input, isForgiving: true)
    var dates = DateParser()
    var newest: Date?
    func read(_ reader: inout JSONReader, _ key: String) throws {
      switch try reader.kind() {
      case .object: try reader.object { try read(&$0, $1) }
      case .array: try reader.array { reader, _ in try read(&reader, key) }
      case .text where ["date", "start", "startDate"].contains(key):
        if let date = try instant(&reader, &dates)?.date, SampleBounds.allows(date) {
          newest = max(newest ?? date, date)
        }
      default: try reader.skip()
      }
    }
    try read(&reader, "")
    return newest
  }

  private static func shownWidth(_ reader: inout JSONReader, _ dates: inout DateParser) throws -> BucketWidth? {
    var (name, unit) = ("", "")
    var guess = BucketGuess { _ in nil }
    try reader.object { reader, key in
      switch (key, try reader.kind()) {
      case ("name", _): name = try reader.textOrNil(limit: 256) ?? ""
      case ("units", _): unit = try reader.textOrNil(limit: 256) ?? ""
      case ("data", .array):
        try reader.array { reader, _ in
          guard try reader.kind() == .object else { return try reader.skip() }
          try reader.object { reader, key in
            switch key {
            case "date": if let instant = try instant(&reader, &dates) { guess.add(instant) }
            case "qty": guess.add(quantity: try reader.numberOrNil() ?? 0)
            default: try reader.skip()
            }
          }
        }
      default: try reader.skip()
      }
    }
    // Single measurements are sent as they are, by any aggregation.
    guard let metric = MetricCatalog.metric(named: name), case .quantity(let entry) = metric,
      entry.aggregation == .cumulative
    else { return nil }
    let candidates = guess.candidates(
      mostPerMinute: MetricCatalog.mostPerMinute(of: metric, in: unit),
      mostPerHour: MetricCatalog.mostPerHour(of: metric, in: unit))
    return candidates.count == 1 && candidates[0] != .seconds ? candidates[0] : nil
  }
}
