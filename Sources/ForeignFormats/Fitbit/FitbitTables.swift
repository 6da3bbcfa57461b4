import FoundationEssentials
import HealthImport
import HealthModel

/// The tables of a Takeout beside its JSON files, each recognized by its headings.
struct FitbitTable {
  /// When a row's value was measured.
  enum Time {
    /// At the time in the first column, in UTC if it ends in Z, otherwise in local time.
    case instant
    /// During the minute that begins then.
    case minute
    /// On the day of the first column.
    case day
    /// From one column to another.
    case span(String, String)
  }

  /// The headings that it begins with, or contains for a span.
  var headings: [String]
  var time: Time
  var column: String
  /// A quantity type, or the name of one that HealthKit does not have.
  var identifier: String
  var unit: String
  var factor = 1.0

  static let all = [
    FitbitTable(
      headings: ["date_time", "heart_zone_id", "total_minutes"], time: .minute, column: "total_minutes",
      identifier: "ActiveZoneMinutes", unit: "min"),
    FitbitTable(
      headings: ["timestamp", "rmssd", "coverage"], time: .instant, column: "rmssd",
      identifier: "HKQuantityTypeIdentifierHeartRateVariabilityRMSSD", unit: "ms"),
    FitbitTable(
      headings: ["timestamp", "daily_respiratory_rate"], time: .day, column: "daily_respiratory_rate",
      identifier: "HKQuantityTypeIdentifierRespiratoryRate", unit: "count/min"),
    FitbitTable(
      headings: ["timestamp", "value"], time: .instant, column: "value",
      identifier: "HKQuantityTypeIdentifierOxygenSaturation", unit: "%", factor: 0.01),
    FitbitTable(
      headings: ["type", "sleep_start", "sleep_end"], time: .span("sleep_start", "sleep_end"),
      column: "nightly_temperature", identifier: "HKQuantityTypeIdentifierAppleSleepingWristTemperature",
      unit: "degC"),
  ]

  /// Why tables with these headings are skipped, for the documentation.
  static let skipped: [(name: String, reason: String)] = [
    ("Daily Heart Rate Variability Summary, Daily SpO2", "means of the details, which are stored"),
    ("Respiratory Rate Summary", "means by stage of sleep; the day's is stored"),
    ("Device Temperature", "relative to an unknown base"),
    ("sleep_score, Stress Score, Readiness", "scores of the maker's own"),
    ("other tables of GoogleData folders", "the same data again, or details of the maker's own"),
  ]

  /// The table with these headings; nil if it is none of them.
  static func table(_ csv: CSVTable, name: String) -> FitbitTable? {
    // Google's own tables are read by their own headings.
    guard !name.contains("GoogleData") else { return nil }
    return all.first { csv.headings.starts(with: $0.headings) }
  }

  /// - Parameter note: called with the time of each row.
  func read(
    _ file: OfferedFile, _ context: ImportContext, _ provenance: Provenance, _ batcher: inout FeedBatcher,
    note: (Date) -> Void
  ) throws {
    let csv = try CSVTable(file)
    guard let value = csv.column(column) else { throw FormatDamage(reason: "\(file.name) has no column \(column)") }
    var columns = (0, 0)
    if case .span(let start, let end) = time { columns = (csv.column(start) ?? 0, csv.column(end) ?? 0) }
    try csv.forEachRow { row in
      func place() -> String { "\(file.lastName), line \(row.line)" }
      guard row.fields.count > max(value, columns.1) else { return batcher.skip(.damaged, at: place()) }
      guard let (start, end) = dates(row.fields[columns.0], row.fields[columns.1], context) else {
        return batcher.skip(.badDate, at: place())
      }
      note(start)
      let number = CSVTable.number(row.fields[value]).flatMap { $0 > 0 ? $0 * factor : nil }
      try batcher.add(
        identifier, number, unit, from: start, to: end,
        FeedBatcher.Details(provenance: batcher.tables.provenance(provenance)), at: place())
    }
  }

  private func dates(_ first: String, _ second: String, _ context: ImportContext) -> (Date, Date)? {
    if case .day = time {
      guard let (day, _) = WallClock.civil(String(first.prefix(10))), SampleBounds.allows(day) else { return nil }
      return (context.instant(day), context.instant(day + 1))
    }
    guard let start = WallClock.instant(first, context)?.date else { return nil }
    switch time {
    case .minute: return (start, start + 60)
    case .span: return WallClock.instant(second, context).map { (start, $0.date) }
    default: return (start, start)
    }
  }
}
