import FoundationEssentials
import HealthModel

extension HealthAutoExportParser {
  mutating func add(
    _ row: MetricRow, _ metric: MetricCatalog.Metric, width: BucketWidth, days: DayStarts,
    conversion: ((Double) -> Double)?, place: @autoclosure () -> String
  ) throws {
    // A night's sums may have only the date of a day.
    let printed = row.date ?? row.start ?? row.sleepStart
    guard let printed, SampleBounds.allows(printed.date) else {
      return batcher.skip((printed == nil ? SkipReason.badDate : .dateOutOfRange).rawValue, at: place())
    }
    let start = printed.date
    let provenance = batcher.tables.provenance(Provenance(source: Source(name: row.source)))
    func sample(
      _ use: SampleTypeUse, _ value: Double, from start: Date, to end: Date, _ metadata: [Metadata.Entry] = []
    )
      -> SampleRecord
    {
      SampleRecord(
        type: batcher.tables.type(use), provenance: provenance, metadata: batcher.tables.metadata(metadata),
        start: start, end: end, value: value)
    }
    switch metric {
    case .quantity(let entry):
      guard let amount = row.quantity else {
        return batcher.skip(row.skip, at: place())
      }
      guard let value = conversion?(amount), entry.values.contains(value) else {
        return batcher.skip(SkipReason.valueOutOfRange.rawValue, at: place())
      }
      let use = use(of: entry)
      // The heart rate is per second where everything else is per minute.
      let end =
        switch width {
        case .seconds: start
        case .minutes: start + 60
        case .hours: start + 3_600
        case .days, .longer: days.start(after: printed) ?? batcher.endOfDay(start) ?? start + 86_400
        }
      try batcher.add(sample(use, value, from: start, to: end, details(row, conversion)))
    case .standHour:
      guard let count = row.quantity else { return batcher.skip(row.skip, at: place()) }
      guard width != .days, width != .longer, count <= 1 else {
        // Several hours of which it is unknown when they were.
        return batcher.skip("bucketTooLong", at: place())
      }
      let hour = printed.hour
      let use = SampleTypeUse(identifier: TypeIdentifier.appleStandHour, kind: .category)
      try batcher.add(sample(use, count > 0 ? 0 : 1, from: hour, to: hour.addingTimeInterval(3_600)))
    case .event(let identifier, let value, let secondsEach):
      guard !row.hasBadQuantity else { return batcher.skip(.badValue, at: place()) }
      let seconds = (row.quantity ?? 0) * secondsEach
      guard seconds >= 0, seconds <= 86_400 else {
        return batcher.skip(SkipReason.valueOutOfRange.rawValue, at: place())
      }
      let end = row.end.map { max($0, start) } ?? start.addingTimeInterval(seconds)
      guard SampleBounds.allows(end) else { return batcher.skip(SkipReason.dateOutOfRange.rawValue, at: place()) }
      try batcher.add(sample(SampleTypeUse(identifier: identifier, kind: .category), value, from: start, to: end))
    case .unknown(let name, let unit):
      guard !row.hasBadQuantity else { return batcher.skip(.badValue, at: place()) }
      try batcher.add(
        unlisted: name, row.quantity, unit, from: start, to: row.end.map { max($0, start) } ?? start,
        FeedBatcher.Details(provenance: provenance), at: place())
    case .sexualActivity:
      // How often with protection, without, and unspecified.
      let kinds: [(field: String, metadata: [Metadata.Entry])] = [
        ("Unspecified", []),
        ("Protection Used", [Metadata.Entry(key: "HKSexualActivityProtectionUsed", value: .flag(true))]),
        ("Protection Not Used", [Metadata.Entry(key: "HKSexualActivityProtectionUsed", value: .flag(false))]),
      ]
      let found = kinds.filter { (row.numbers[$0.field] ?? 0) > 0 }
      guard !found.isEmpty else { return batcher.skip(.missingValue, at: place()) }
      let use = SampleTypeUse(identifier: "HKCategoryTypeIdentifierSexualActivity", kind: .category)
      for kind in found { try batcher.add(sample(use, 0, from: start, to: start, kind.metadata)) }
    case .bloodPressure: try addPressure(row, start: start, provenance: provenance, place: place)
    case .sleep: try addSleep(row, provenance: provenance, place: place)
    }
  }

  private func details(_ row: MetricRow, _ conversion: ((Double) -> Double)?) -> [Metadata.Entry] {
    var entries: [Metadata.Entry] = []
    // For a single measurement all three are equal.
    if let minimum = row.numbers["Min"], let maximum = row.numbers["Max"], minimum != maximum, let conversion {
      entries += Metadata.Entry.extremes(conversion(minimum), conversion(maximum))
    }
    switch row.mealTime?.lowercased() {
    case "before meal": entries.append(Metadata.Entry(key: "HKBloodGlucoseMealTime", value: .number(1)))
    case "after meal": entries.append(Metadata.Entry(key: "HKBloodGlucoseMealTime", value: .number(2)))
    default: break
    }
    switch row.reason?.lowercased() {
    case "basal": entries.append(Metadata.Entry(key: "HKInsulinDeliveryReason", value: .number(1)))
    case "bolus": entries.append(Metadata.Entry(key: "HKInsulinDeliveryReason", value: .number(2)))
    default: break
    }
    return entries
  }

  private mutating func addPressure(_ row: MetricRow, start: Date, provenance: Int32, place: () -> String) throws {
    guard let systolic = row.numbers["systolic"], let diastolic = row.numbers["diastolic"] else {
      return batcher.skip(SkipReason.missingValue.rawValue, at: place())
    }
    try batcher.add(
      bloodPressure: systolic, diastolic, from: start, to: start, FeedBatcher.Details(provenance: provenance),
      at: place()
    )
  }

  /// A stage with its times; or a night's sums. Sums are kept as one sample a stage, marked as derived and placed one
  /// after the other, since it is unknown when the stages were.
  private mutating func addSleep(_ row: MetricRow, provenance: Int32, place: () -> String) throws {
    let use = SampleTypeUse(identifier: "HKCategoryTypeIdentifierSleepAnalysis", kind: .category)
    let type = batcher.tables.type(use)
    func problem(_ start: Date, _ end: Date) -> SkipReason? {
      guard end >= start else { return .endBeforeStart }
      switch SampleBounds.violation(start: start, end: end, kind: .category, type: use.identifier) {
      case .dateOutOfRange: return .dateOutOfRange
      case .tooLong: return .lastsTooLong
      case nil: return nil
      }
    }
    var parts: [(value: Double, start: Date, end: Date, isDerived: Bool)] = []
    // A stage that is in no catalog is kept as the word that it came with.
    var word: [Metadata.Entry] = []
    if let name = row.value {
      let stage = MetricCatalog.sleepStage(name) ?? .nan
      if stage.isNaN { word = [Metadata.Entry(key: MetadataKey.unknownValue, value: .text(name))] }
      guard let start = row.start?.date, let end = row.end else {
        return batcher.skip(SkipReason.badDate.rawValue, at: place())
      }
      parts.append((stage, start, end, false))
    } else {
      if let start = row.start?.date, let end = row.end { parts.append((0, start, end, true)) }
      if let start = row.sleepStart?.date, let end = row.sleepEnd {
        parts += Self.stages(row.numbers, from: start, to: end)
      }
    }
    guard !parts.isEmpty else { return batcher.skip(SkipReason.badDate.rawValue, at: place()) }
    for part in parts {
      if let reason = problem(part.start, part.end) {
        batcher.skip(reason.rawValue, at: place())
      } else {
        if part.isDerived { batcher.noteDerived() }
        try batcher.add(
          SampleRecord(
            type: type, provenance: provenance,
            metadata: batcher.tables.metadata(part.isDerived ? [.derived] : word), start: part.start, end: part.end,
            value: part.value))
      }
    }
  }

  /// The stages of a night's sums, in hours; all of it as asleep if there are none, or more than fit.
  private static func stages(
    _ hours: NamedNumbers, from start: Date, to end: Date
  ) -> [(value: Double, start: Date, end: Date, isDerived: Bool)] {
    let named = [("deep", 4.0), ("core", 3), ("rem", 5), ("awake", 2)].compactMap { name, value in
      hours[name].map { (value: value, seconds: $0 * 3_600) }
    }.filter { $0.seconds > 0 }
    let total = named.reduce(0) { $0 + $1.seconds }
    // Sums are rounded.
    guard total > 0, total <= end.timeIntervalSince(start) + 120 else { return [(1, start, end, true)] }
    var parts: [(value: Double, start: Date, end: Date, isDerived: Bool)] = []
    var place = start
    for stage in named {
      let next = min(place + stage.seconds, end)
      if next > place { parts.append((stage.value, place, next, true)) }
      place = next
    }
    return parts
  }
}
