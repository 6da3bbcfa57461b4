import FoundationEssentials
import HealthModel

/// Parses a delivery of Health Auto Export.
struct HealthAutoExportParser {
  var batcher: FeedBatcher
  /// The request's bucket width, nil if it contains none.
  let width: BucketWidth?
  /// What shows the width where the rows of a metric do not.
  var evidence: BucketEvidence
  var dates = DateParser()
  /// The types of quantities in their own units, by identifier: a unit's text is composed.
  private var uses: [String: SampleTypeUse] = [:]

  init(batcher: FeedBatcher, width: BucketWidth?, evidence: BucketEvidence = BucketEvidence()) {
    self.batcher = batcher
    self.width = width
    self.evidence = evidence
    self.evidence.earlier = batcher.earlierWidths
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
      guard try reader.kind() == .array else {
        if try reader.kind() != .null { self.batcher.skip(.unsupportedElement, at: reader.place) }
        return try reader.skip()
      }
      let section = Section(rawValue: key)
      try reader.array { reader, _ in
        guard let section else {
          self.batcher.skip(.unsupportedElement, at: reader.place)
          return try reader.skip()
        }
        guard try reader.kind() == .object else {
          self.batcher.skip(.badValue, at: reader.place)
          return try reader.skip()
        }
        switch section {
        case .metrics: try self.metric(&reader)
        case .workouts: try self.workout(&reader)
        case .symptoms, .cycleTracking: try self.categories(&reader, section)
        case .stateOfMind: try self.stateOfMind(&reader)
        case .medications: try self.dose(&reader)
        case .electrocardiograms: try self.electrocardiogram(&reader)
        case .heartRateNotifications: try self.notification(&reader)
        }
      }
    }
  }

  /// The sections of a delivery.
  enum Section: String, CaseIterable {
    case metrics, workouts, stateOfMind, medications, symptoms, cycleTracking, heartRateNotifications
    case electrocardiograms = "ecg"
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
      switch (key, try reader.kind()) {
      case ("name", _): name = try reader.textOrNil(limit: 256)
      case ("units", _): units = try reader.textOrNil(limit: 256) ?? ""
      case ("data", .array):
        try reader.array { reader, _ in
          rows += 1
          guard try reader.kind() == .object else { return try reader.skip() }
          try reader.object { reader, key in
            switch key {
            case "date":
              if let instant = try self.instant(&reader) {
                guess.add(instant)
                if self.width == nil || self.width == .days { days.add(instant) }
              }
            case "qty": guess.add(quantity: try reader.numberOrNil() ?? 0)
            default: try reader.skip()
            }
          }
        }
      default: try reader.skip()
      }
    }
    guard let name, !name.isEmpty else { return batcher.skip(.missingType, at: place, count: max(1, rows)) }
    let metric = MetricCatalog.metric(named: name) ?? .unknown(name: name, unit: units)
    let conversion: ((Double) -> Double)?
    let known = try width ?? evidence.width(of: metric, in: units, guess)
    if known == nil, metric.isOfRing { return batcher.skip(.unknownWidth, at: "\(place) (\(name))", count: rows) }
    var bucket = known ?? guess.assumed
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
      guard try reader.kind() == .array else { return try reader.skip() }
      try reader.array { reader, _ in
        guard try reader.kind() == .object else {
          self.batcher.skip(.badValue, at: reader.place)
          return try reader.skip()
        }
        let row = try self.row(&reader)
        try self.add(row, metric, width: bucket, days: days, conversion: conversion, place: reader.place)
      }
    }
    if reader.offset != end { reader.rewind(to: end) }
  }

  /// A date from the phone; nil for anything else. See `PhoneDate`.
  mutating func instant(_ reader: inout JSONReader) throws -> PrintedInstant? {
    try Self.instant(&reader, &dates)
  }

  static func instant(_ reader: inout JSONReader, _ dates: inout DateParser) throws -> PrintedInstant? {
    guard try reader.hasText(limit: 128) else { return nil }
    func parsed(_ text: UnsafeRawBufferPointer) -> PrintedInstant? {
      dates.instant(text).map { PrintedInstant(date: $0.date, offset: $0.offset) }
    }
    if let usual = reader.withText(again: { PhoneDate.isBuddhist($0) ? nil : parsed($0) }) { return usual }
    guard let text = PhoneDate.normalized(try reader.lastText()) else { return nil }
    return Array(text.utf8).withUnsafeBytes(parsed)
  }

  mutating func use(of entry: QuantityTypeEntry) -> SampleTypeUse {
    if let known = uses[entry.identifier] { return known }
    let use = SampleTypeUse(identifier: entry.identifier, kind: .quantity, unit: entry.unit.unitString)
    uses[entry.identifier] = use
    return use
  }

  private mutating func row(_ reader: inout JSONReader) throws -> MetricRow {
    var row = MetricRow()
    try reader.object { reader, key in
      switch key {
      case "date": row.date = try self.instant(&reader)
      case "startDate", "inBedStart": row.start = try self.instant(&reader) ?? row.start
      case "endDate", "inBedEnd": row.end = try self.instant(&reader)?.date ?? row.end
      case "sleepStart": row.sleepStart = try self.instant(&reader)
      case "sleepEnd": row.sleepEnd = try self.instant(&reader)?.date
      case "source": row.source = try reader.textOrNil(limit: 4_096) ?? ""
      case "value": row.value = try reader.textOrNil(limit: 256)
      case "mealTime": row.mealTime = try reader.textOrNil(limit: 256)
      case "reason": row.reason = try reader.textOrNil(limit: 256)
      default:
        let kind = try reader.kind()
        let number = try reader.numberOrNil()
        if row.numbers.count < 64 { row.numbers[key] = number }
        if number == nil, kind != .null, key == "qty" || key == "Avg" { row.hasBadQuantity = true }
      }
    }
    return row
  }
}

/// A few numbers by their names: a dictionary would take longer to build than to search these.
struct NamedNumbers {
  private var all: [(name: String, value: Double)] = []

  var count: Int { all.count }

  subscript(name: String) -> Double? {
    get { all.first { $0.name == name }?.value }
    set {
      all.removeAll { $0.name == name }
      if let newValue { all.append((name, newValue)) }
    }
  }
}

struct MetricRow {
  var date: PrintedInstant?
  var start: PrintedInstant?
  var end: Date?
  var sleepStart: PrintedInstant?
  var sleepEnd: Date?
  /// Whether its quantity is something else than a number.
  var hasBadQuantity = false
  /// The other fields that are numbers.
  var numbers = NamedNumbers()
  var source = ""
  var value: String?
  var mealTime: String?
  var reason: String?

  /// `qty`, or the mean.
  var quantity: Double? { numbers["qty"] ?? numbers["Avg"] }

  /// Why a row without a quantity is skipped.
  var skip: SkipReason { hasBadQuantity ? .badValue : .missingValue }
}
