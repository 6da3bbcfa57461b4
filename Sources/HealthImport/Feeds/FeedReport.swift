package import FoundationEssentials
package import HealthModel

/// The result of a delivery: received = stored + alreadyPresent + skipped.
package struct FeedReport: Hashable, Sendable {
  /// A record that was not stored, its position and the reason.
  package struct Skip: Hashable, Sendable {
    package var place: String
    package var reason: String
  }

  package var received = 0
  package var stored = 0
  package var alreadyPresent = 0
  package var skipped = 0
  /// How many of the records were derived from others rather than measured.
  package var derived = 0
  /// How many were skipped, by reason.
  package var skipCounts: [String: Int] = [:]
  /// The results for routes and their points.
  package var routes = RouteCounts()
  package var readPoints = 0
  /// What was passed on of the rings.
  package var rings = RingCoverage()
  /// The first skipped records.
  package var skips: [Skip] = []
  /// What was concluded about the file as a whole, in sentences.
  package var notes: [String] = []

  private static let listedSkips = 100

  package init() {}

  package mutating func skip(_ reason: String, at place: String, count: Int = 1) {
    guard count > 0 else { return }
    skipped += count
    skipCounts[reason, default: 0] += count
    if skips.count < Self.listedSkips { skips.append(Skip(place: place, reason: reason)) }
  }

  /// Adds the report of a later part of the same delivery.
  package mutating func add(_ part: FeedReport) {
    received += part.received
    stored += part.stored
    alreadyPresent += part.alreadyPresent
    skipped += part.skipped
    derived += part.derived
    skipCounts.merge(part.skipCounts, uniquingKeysWith: +)
    routes += part.routes
    readPoints += part.readPoints
    rings.add(part.rings)
    skips += part.skips.prefix(Self.listedSkips - skips.count)
    notes += part.notes
  }

  package mutating func add(_ counts: SinkCounts) {
    stored += counts.stored
    alreadyPresent += counts.alreadyPresent
    routes += counts.routes
    for refused in counts.skips { skip(refused.reason, at: "record \(refused.line)") }
  }
}

/// Collects records, and passes them on in batches.
package struct FeedBatcher {
  /// Receives a batch, which may be empty, and the parser's counts since the last one.
  package typealias Output = (SampleBatch, FeedReport) throws -> Void

  private let output: Output
  /// The end of the user's day that begins at an instant; nil if no day does.
  package let endOfDay: (Date) -> Date?
  /// How long the newest samples of the same feed are, by type.
  package let earlierWidths: [String: TimeInterval]
  /// The counts since the last batch.
  private var report = FeedReport()
  private var received = 0
  package var tables: FeedTableBuilder
  /// The line of the next record; nil for a text without lines, whose records are numbered.
  package var line: Int32?
  private var batch = SampleBatch()
  private var size = 0
  /// The file that the next batch begins.
  private var file: DeliveredFile?
  private let cancellation: ImportCancellation?
  /// A type in a unit, nil if the unit has another dimension.
  fileprivate var quantities: [String: [ExactText: QuantityUse?]] = [:]
  /// Consecutive values mostly have the same type and unit.
  fileprivate var lastQuantity: (identifier: String, unit: String, use: QuantityUse?)?

  private static let batchSize = 4_096

  package init(
    tables: FeedTableBuilder, cancellation: ImportCancellation? = nil, endOfDay: @escaping (Date) -> Date?,
    earlierWidths: [String: TimeInterval] = [:], output: @escaping Output
  ) {
    self.tables = tables
    self.cancellation = cancellation
    self.endOfDay = endOfDay
    self.earlierWidths = earlierWidths
    self.output = output
  }

  /// Begins a file that is a delivery of its own.
  package mutating func begin(_ file: DeliveredFile) throws {
    try flush()
    self.file = file
  }

  /// Counts a record.
  ///
  /// - Returns: its line, or its number.
  private mutating func count() -> Int32 {
    received += 1
    report.received += 1
    return line ?? Int32(clamping: received)
  }

  package mutating func add(_ sample: SampleRecord) throws {
    var sample = sample
    sample.line = count()
    batch.samples.append(sample)
    try grow(by: 1)
  }

  package mutating func add(_ correlation: CorrelationRecord) throws {
    var correlation = correlation
    correlation.sample.line = count()
    batch.correlations.append(correlation)
    try grow(by: 1 + correlation.members.count)
  }

  /// Adds a workout without the totals that its type cannot have, which are skipped.
  ///
  /// - Parameter place: nil for the number of the workout.
  package mutating func add(_ workout: WorkoutRecord, at place: String? = nil) throws {
    var workout = workout
    workout.sample.line = count()
    let place = place ?? "record \(workout.sample.line)"
    workout.statistics = workout.statistics.filter { isValid($0, at: place) }
    let points = workout.routes.reduce(0) { $0 + $1.points.count }
    report.readPoints += points
    batch.workouts.append(workout)
    try grow(by: 1 + workout.events.count + workout.statistics.count + points / 4)
  }

  package mutating func add(_ route: RouteRecord) throws {
    var route = route
    route.sample.line = count()
    report.readPoints += route.points.count
    batch.routes.append(route)
    try grow(by: 1 + route.points.count / 4)
  }

  package mutating func add(_ record: DataRecord) throws {
    var record = record
    record.sample.line = count()
    batch.withData.append(record)
    let files = record.attachments.reduce(0) { $0 + $1.attachment.size }
    try grow(by: 1 + (record.data.count + files) / 256)
  }

  package mutating func add(_ summary: AppleSummaryRecord) throws {
    var summary = summary
    summary.line = count()
    batch.appleSummaries.append(summary)
    try grow(by: 1)
  }

  package mutating func skip(_ reason: String, at place: String, count: Int = 1) {
    received += count
    report.received += count
    report.skip(reason, at: place, count: count)
  }

  package mutating func noteDerived() { report.derived += 1 }

  package mutating func note(_ sentence: String) { report.notes.append(sentence) }

  private mutating func grow(by count: Int) throws {
    size += count
    if size >= Self.batchSize { try flush() }
  }

  /// Passes on the collected records.
  ///
  /// - Throws: `CancellationError` if cancelled, or the error of the output.
  package mutating func flush() throws {
    if cancellation?.isCancelled == true { throw CancellationError() }
    batch.tables = tables.tables
    report.rings.add(batch)
    if !batch.isEmpty {
      batch.file = file
      file = nil
    }
    try output(batch, report)
    batch = SampleBatch()
    report = FeedReport()
    size = 0
    tables.betweenBatches()
  }
}

// MARK: - Values

/// A quantity type in the unit that a file uses.
package struct QuantityUse {
  package var type: SampleTypeUse
  package var conversion: UnitConversion
  package var longest: TimeInterval
  /// Those that the type can have, in its own unit.
  package var values: ClosedRange<Double>

  package func allows(_ value: Double) -> Bool { values.contains(conversion(value)) }
}

extension FeedBatcher {
  /// The source of a value, and its metadata.
  package struct Details {
    /// An index from `provenance`.
    package var provenance: Int32
    package var metadata: [Metadata.Entry] = []
    /// Whether it was derived; then it is marked.
    package var isDerived = false
    package var uuid: UUID?

    package init(
      provenance: Int32, metadata: [Metadata.Entry] = [], isDerived: Bool = false, uuid: UUID? = nil
    ) {
      self.provenance = provenance
      self.metadata = metadata
      self.isDerived = isDerived
      self.uuid = uuid
    }
  }

  /// Adds a value, or skips it with the reason.
  ///
  /// - Parameters:
  ///   - identifier: of a quantity type.
  ///   - unit: the unit of the value.
  package mutating func add(
    quantity identifier: String, _ value: Double?, _ unit: String, from start: Date, to end: Date,
    _ details: Details, at place: @autoclosure () -> String
  ) throws {
    guard let use = quantity(identifier, unit) else { return skip(.incompatibleUnit, at: place()) }
    guard let value else { return skip(.missingValue, at: place()) }
    guard use.allows(value) else { return skip(.valueOutOfRange, at: place()) }
    try add(use.type, value, from: start, to: end, longest: use.longest, details, at: place())
  }

  /// Adds a category's value, or skips it with the reason.
  package mutating func add(
    category identifier: String, _ value: Double, from start: Date, to end: Date, _ details: Details,
    at place: @autoclosure () -> String
  ) throws {
    let longest = SampleBounds.longestDuration(of: .category, type: identifier)
    try add(
      SampleTypeUse(identifier: identifier, kind: .category), value, from: start, to: end, longest: longest, details,
      at: place())
  }

  /// The same of a value that is named by a word, which is kept if it is in no catalog.
  package mutating func add(
    category identifier: String, _ value: Double?, orUnlisted word: String, from start: Date, to end: Date,
    _ details: Details, at place: @autoclosure () -> String
  ) throws {
    var details = details
    if value == nil { details.metadata.append(Metadata.Entry(key: MetadataKey.unknownValue, value: .text(word))) }
    try add(category: identifier, value ?? .nan, from: start, to: end, details, at: place())
  }

  /// Adds a value of a type that is in no catalog, by the name and in the unit that it came with.
  package mutating func add(
    unlisted name: String, _ value: Double?, _ unit: String, from start: Date, to end: Date, _ details: Details,
    at place: @autoclosure () -> String
  ) throws {
    guard let value else { return skip(.missingValue, at: place()) }
    guard SampleBounds.allows(value) else { return skip(.valueOutOfRange, at: place()) }
    let longest = SampleBounds.longestDuration(of: .other, type: name)
    try add(
      SampleTypeUse(identifier: name, kind: .other, unit: unit), value, from: start, to: end, longest: longest, details,
      at: place())
  }

  /// Adds a value of a quantity type, or of a type that is in no catalog.
  ///
  /// - Parameter identifier: a quantity type's, or a name.
  package mutating func add(
    _ identifier: String, _ value: Double?, _ unit: String, from start: Date, to end: Date, _ details: Details,
    at place: @autoclosure () -> String
  ) throws {
    if identifier.hasPrefix("HKQuantityTypeIdentifier") {
      try add(quantity: identifier, value, unit, from: start, to: end, details, at: place())
    } else {
      try add(unlisted: identifier, value, unit, from: start, to: end, details, at: place())
    }
  }

  /// Adds a pair of pressures in mmHg, or skips it with the reason.
  package mutating func add(
    bloodPressure systolic: Double, _ diastolic: Double, from start: Date, to end: Date, _ details: Details,
    at place: @autoclosure () -> String
  ) throws {
    guard SampleBounds.allows(systolic), SampleBounds.allows(diastolic) else {
      return skip(.valueOutOfRange, at: place())
    }
    let longest = SampleBounds.longestDuration(of: .correlation, type: TypeIdentifier.bloodPressure)
    if let reason = Self.refusal(from: start, to: end, longest: longest) { return skip(reason, at: place()) }
    func record(_ use: SampleTypeUse, _ value: Double, _ metadata: [Metadata.Entry] = [], _ uuid: UUID? = nil)
      -> SampleRecord
    {
      SampleRecord(
        type: tables.type(use), provenance: details.provenance, metadata: tables.metadata(metadata), start: start,
        end: end,
        value: value, uuid: uuid)
    }
    let members = [("Systolic", systolic), ("Diastolic", diastolic)].map { name, value in
      record(
        SampleTypeUse(identifier: "HKQuantityTypeIdentifierBloodPressure" + name, kind: .quantity, unit: "mmHg"), value)
    }
    let use = SampleTypeUse(identifier: TypeIdentifier.bloodPressure, kind: .correlation)
    try add(CorrelationRecord(sample: record(use, .nan, details.metadata, details.uuid), members: members))
  }

  /// A workout's route.
  ///
  /// - Parameter points: at least one, by date.
  package mutating func route(_ points: [RoutePoint], _ provenance: Int32) -> RouteRecord {
    let sample = SampleRecord(
      type: tables.type(SampleTypeUse(identifier: TypeIdentifier.workoutRoute, kind: .other)), provenance: provenance,
      metadata: tables.metadata(), start: points[0].date, end: points[points.count - 1].date, value: .nan)
    return RouteRecord(sample: sample, points: RoutePoints(points))
  }

  private mutating func add(
    _ type: SampleTypeUse, _ value: Double, from start: Date, to end: Date, longest: TimeInterval, _ details: Details,
    at place: @autoclosure () -> String
  ) throws {
    if let reason = Self.refusal(from: start, to: end, longest: longest) { return skip(reason, at: place()) }
    let metadata = details.isDerived ? details.metadata + [.derived] : details.metadata
    if details.isDerived { noteDerived() }
    try add(
      SampleRecord(
        type: tables.type(type), provenance: details.provenance, metadata: tables.metadata(metadata), start: start,
        end: end, value: value, uuid: details.uuid))
  }

  /// A workout's own record, nil if its dates are invalid; then it is skipped with the reason.
  package mutating func workout(
    _ activity: Int, from start: Date, to end: Date, _ details: Details, at place: @autoclosure () -> String
  ) -> SampleRecord? {
    let longest = SampleBounds.longestDuration(of: .workout, type: TypeIdentifier.workout)
    if let reason = Self.refusal(from: start, to: end, longest: longest) {
      skip(reason, at: place())
      return nil
    }
    return SampleRecord(
      type: tables.type(SampleTypeUse(identifier: TypeIdentifier.workout, kind: .workout)),
      provenance: details.provenance, metadata: tables.metadata(details.metadata), start: start, end: end,
      value: Double(activity), uuid: details.uuid)
  }

  package static func refusal(from start: Date, to end: Date, longest: TimeInterval) -> SkipReason? {
    switch SampleBounds.violation(start: start, end: end, longest: longest) {
    case .dateOutOfRange: .dateOutOfRange
    case .tooLong: .lastsTooLong
    case nil: end < start ? .endBeforeStart : nil
    }
  }

  /// Whether a workout can have the totals of a type; if not, they are skipped.
  private mutating func isValid(_ statistics: WorkoutStatisticsRecord, at place: String) -> Bool {
    // Those of types that are in no catalog are kept as they are.
    guard QuantityTypeCatalog.entry(for: statistics.type) != nil else { return true }
    guard let use = quantity(statistics.type, statistics.unit) else {
      skip(.incompatibleUnit, at: "\(place) (\(TypeName.short(for: statistics.type)))")
      return false
    }
    let values = [statistics.sum, statistics.average, statistics.minimum, statistics.maximum]
    guard values.allSatisfy({ $0.map(use.allows) ?? true }) else {
      skip(.valueOutOfRange, at: "\(place) (\(TypeName.short(for: statistics.type)))")
      return false
    }
    return true
  }

  private mutating func quantity(_ identifier: String, _ unit: String) -> QuantityUse? {
    if let lastQuantity, lastQuantity.unit.hasSameBytes(as: unit),
      lastQuantity.identifier.hasSameBytes(as: identifier)
    {
      return lastQuantity.use
    }
    let use = foundQuantity(identifier, unit)
    lastQuantity = (identifier, unit, use)
    return use
  }

  private mutating func foundQuantity(_ identifier: String, _ unit: String) -> QuantityUse? {
    if let known = quantities[identifier]?[ExactText(unit)] { return known }
    let use = AppleCatalog.conversion(from: unit, forQuantityType: identifier).map { conversion in
      QuantityUse(
        type: SampleTypeUse(identifier: identifier, kind: .quantity, unit: unit), conversion: conversion,
        longest: SampleBounds.longestDuration(of: .quantity, type: identifier),
        values: QuantityTypeCatalog.entry(for: identifier)?.values ?? SampleBounds.values)
    }
    quantities[identifier, default: [:]][ExactText(unit)] = .some(use)
    return use
  }

  package mutating func skip(_ reason: SkipReason, at place: String, count: Int = 1) {
    skip(reason.rawValue, at: place, count: count)
  }

  package mutating func provenance(_ name: String, device: Device? = nil) -> Int32 {
    guard let device else { return tables.provenance(named: name) }
    return tables.provenance(Provenance(source: Source(name: name), device: device))
  }
}

extension Metadata.Entry {
  /// Marks values that were derived rather than measured.
  package static let derived = Metadata.Entry(key: MetadataKey.derived, value: .flag(true))

  /// The name of a workout whose activity is in no catalog, `Roller Blading`, as Apple would print it; none for any other.
  package static func unlisted(activity: Int, named name: String) -> [Metadata.Entry] {
    let words = name.split { !$0.isLetter && !$0.isNumber }.map(\.capitalizedFirst)
    let symbol = "HKWorkoutActivityType" + words.joined()
    guard activity == WorkoutActivityCatalog.other, !["", "Other", "Workout"].contains(words.joined()),
      WorkoutActivityCatalog.name(unlisted: symbol) != nil
    else { return [] }
    return [Metadata.Entry(key: MetadataKey.unknownValue, value: .text(symbol))]
  }

  /// The lowest and the highest of the measurements of which a value is the mean.
  package static func extremes(_ lowest: Double, _ highest: Double) -> [Metadata.Entry] {
    [
      Metadata.Entry(key: "org.openhealthkit.minimum", value: .number(lowest)),
      Metadata.Entry(key: "org.openhealthkit.maximum", value: .number(highest)),
    ]
  }
}
