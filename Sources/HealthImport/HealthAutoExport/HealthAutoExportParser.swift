import FoundationEssentials
import HealthModel

/// Parses a delivery of Health Auto Export.
struct HealthAutoExportParser {
  var batcher: FeedBatcher
  /// The request's bucket width, nil if it contains none.
  let width: BucketWidth?
  var dates = DateParser()

  init(batcher: FeedBatcher, width: BucketWidth?) {
    self.batcher = batcher
    self.width = width
  }

  mutating func document(_ reader: inout JSONReader) throws {
    var found = false
    try reader.object { reader, key in
      guard key == "data" else { return try reader.skip() }
      found = true
      try self.sections(&reader)
    }
    try reader.end()
    guard found else { throw reader.failure("is missing", in: "data") }
  }

  private mutating func sections(_ reader: inout JSONReader) throws {
    try reader.object { reader, key in
      if try reader.kind() == .null { return try reader.null() }
      switch key {
      case "metrics": try reader.array { reader, _ in try self.metric(&reader) }
      case "workouts": try reader.array { reader, _ in try self.workout(&reader) }
      default:
        // Symptoms, electrocardiograms, medications, and sections of later versions.
        guard try reader.kind() == .array else { return try reader.skip() }
        var count = 0
        try reader.array { reader, _ in
          count += 1
          try reader.skip()
        }
        self.batcher.skip(SkipReason.unsupportedElement.rawValue, at: reader.place, count: count)
      }
    }
  }

  // MARK: - Metrics

  private mutating func metric(_ reader: inout JSONReader) throws {
    let start = reader.offset
    let place = reader.place
    // Its rows may come before its name.
    var name: String?
    var units = ""
    var guess = BucketGuess(endOfDay: batcher.endOfDay)
    var days = DayStarts()
    var rows = 0
    try reader.object { reader, key in
      switch key {
      case "name": name = try reader.text(limit: 256)
      case "units": units = try reader.kind() == .null ? "" : reader.text(limit: 256)
      case "data":
        try reader.array { reader, _ in
          rows += 1
          try reader.object { reader, key in
            guard key == "date", try reader.kind() == .text else { return try reader.skip() }
            if let instant = try self.instant(&reader) {
              guess.add(instant)
              if self.width == nil || self.width == .days { days.add(instant) }
            }
          }
        }
      default: try reader.skip()
      }
    }
    guard let name else { throw reader.failure("is missing", in: "name") }
    guard let metric = MetricCatalog.metric(named: name) else {
      return batcher.skip("unknownMetric", at: "\(place) (\(name))", count: rows)
    }
    let conversion: ((Double) -> Double)?
    var bucket = width ?? guess.width
    switch metric {
    case .quantity(let entry):
      guard let found = MetricCatalog.conversion(from: units, to: entry) else {
        return batcher.skip(SkipReason.incompatibleUnit.rawValue, at: "\(place) (\(name) in \(units))", count: rows)
      }
      conversion = found
      if bucket == .longer, entry.aggregation == .cumulative {
        return batcher.skip("bucketTooLong", at: "\(place) (\(name))", count: rows)
      }
      if bucket == .longer { bucket = .seconds }
    default: conversion = nil
    }
    let end = reader.offset
    reader.rewind(to: start)
    try reader.object { reader, key in
      guard key == "data" else { return try reader.skip() }
      try reader.array { reader, _ in
        let row = try self.row(&reader)
        try self.add(row, metric, width: bucket, days: days, conversion: conversion, place: reader.place)
      }
    }
    if reader.offset != end { reader.rewind(to: end) }
  }

  /// A date from the phone: `2026-11-19 08:04:00 -0500`, or `2026-11-19 8:04:00 AM -0500` with any kind of space.
  mutating func instant(_ reader: inout JSONReader) throws -> PrintedInstant? {
    let instant =
      try reader.withText({ dates.instant($0) })
      ?? reader.withText(again: { raw in
        PhoneDate.twentyFourHours(String(decoding: raw, as: UTF8.self)).flatMap { text in
          Array(text.utf8).withUnsafeBytes { dates.instant($0) }
        }
      })
    return instant.map { PrintedInstant(date: $0.date, offset: $0.offset) }
  }

  private mutating func row(_ reader: inout JSONReader) throws -> MetricRow {
    var row = MetricRow()
    try reader.object { reader, key in
      if try reader.kind() == .null { return try reader.null() }
      switch key {
      case "date": row.date = try self.instant(&reader)
      case "startDate", "inBedStart": row.start = try self.instant(&reader) ?? row.start
      case "endDate", "inBedEnd": row.end = try self.instant(&reader)?.date ?? row.end
      case "sleepStart": row.sleepStart = try self.instant(&reader)?.date
      case "sleepEnd": row.sleepEnd = try self.instant(&reader)?.date
      case "qty": row.quantity = try reader.number()
      case "Avg": row.average = try reader.number()
      case "Min": row.minimum = try reader.number()
      case "Max": row.maximum = try reader.number()
      case "systolic": row.systolic = try reader.number()
      case "diastolic": row.diastolic = try reader.number()
      case "source": row.source = try reader.text(limit: 4_096)
      case "value" where try reader.kind() == .text: row.value = try reader.text(limit: 256)
      case "mealTime" where try reader.kind() == .text: row.mealTime = try reader.text(limit: 256)
      case "reason" where try reader.kind() == .text: row.reason = try reader.text(limit: 256)
      default: try reader.skip()
      }
    }
    return row
  }
}

/// A row of a metric.
struct MetricRow {
  var date: PrintedInstant?
  var start: PrintedInstant?
  var end: Date?
  var sleepStart: Date?
  var sleepEnd: Date?
  var quantity: Double?
  var average: Double?
  var minimum: Double?
  var maximum: Double?
  var systolic: Double?
  var diastolic: Double?
  var source = ""
  var value: String?
  var mealTime: String?
  var reason: String?
}

/// Dates from phones with a 12-hour clock.
enum PhoneDate {
  /// `2026-11-19 8:04:00 PM -0500` as `2026-11-19 20:04:00 -0500`; nil for anything else.
  static func twentyFourHours(_ text: String) -> String? {
    let words = text.split { $0 == " " || $0 == "\u{A0}" || $0 == "\u{202F}" }
    guard words.count == 4, words[2].uppercased() == "AM" || words[2].uppercased() == "PM" else { return nil }
    let clock = words[1].split(separator: ":", omittingEmptySubsequences: false)
    guard clock.count == 3, let hour = Int(clock[0]), (1...12).contains(hour) else { return nil }
    let hours = hour % 12 + (words[2].uppercased() == "PM" ? 12 : 0)
    return "\(words[0]) \(hours < 10 ? "0" : "")\(hours):\(clock[1]):\(clock[2]) \(words[3])"
  }
}
