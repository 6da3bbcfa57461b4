import FoundationEssentials
import HealthModel

/// Reads one sample in our own documented JSON: what a client posts, or a line of a file.
struct SampleJSON {
  /// The kinds of objects.
  enum Record {
    case sample(SampleRecord)
    case correlation(CorrelationRecord)
    case workout(WorkoutRecord)
    case route(RouteRecord)
    case withData(DataRecord)
    case summary(AppleSummaryRecord)
  }

  /// The version of samples that have an identifier but no version of their own.
  let version: Int64
  /// Whether it is one of our files: a field that is absent is absent in the store, and any type is allowed.
  private let isFile: Bool
  /// The feed of a file's samples whose source names no program.
  private let feed: String?
  private var dates = DateParser()
  private var identifiers: [ExactText: Kind] = [:]
  private var measures: [UnitUse: Measure] = [:]
  // Consecutive samples mostly have the same type and unit.
  private var lastType: (name: String, kind: Kind)?
  private var lastMeasure: (use: UnitUse, measure: Measure)?

  private static let mostNames = 1_024
  /// The source of a file's samples that name none. A source without a name would be taken for the phone.
  private static let unnamedSource = "JSON Lines"

  init(version: Int64, isFile: Bool = false, feed: String? = nil) {
    self.version = version
    self.isFile = isFile
    self.feed = feed
  }

  private struct UnitUse: Hashable {
    @Exact var unit: String
    @Exact var identifier: String
  }

  /// How values with a unit become those of a type.
  private struct Measure {
    /// To the type's own unit.
    var conversion: UnitConversion
    /// Nil for a type that is in no catalog.
    var values: ClosedRange<Double>?
  }

  /// The meaning of a type's name.
  struct Kind {
    var identifier: String
    /// nil for Apple's own summary of a day.
    var kind: SampleKind?

    /// Whether it is named by an identifier, and not by a word.
    var isFull: Bool { identifier.hasPrefix("HK") && identifier.utf8.count > 8 }
  }

  /// The fields of an object before they are validated.
  struct Fields {
    var type: Kind?
    /// The type as written.
    var typeName = ""
    var kind: SampleKind?
    var value: Double?
    var valueName: String?
    var unit: String?
    var start: Date?
    var end: Date?
    var provenance = Provenance(source: Source(name: ""))
    var metadata: [Metadata.Entry] = []
    var identifier: String?
    var version: Int64?
    var uuid: UUID?
    var members: [SampleRecord]?
    var points: RoutePoints?
    var data: SampleData = []
    var attachments: [AttachedFile] = []
    var created: Date?
    var routes: [RouteRecord] = []
    var samples: [SampleRecord] = []
    var workout = WorkoutParts()
    var summary = SummaryParts()
  }

  /// Reads an object.
  ///
  /// - Throws: `JSONError` with the invalid field.
  mutating func read(_ reader: inout JSONReader, into tables: inout FeedTableBuilder) throws -> Record {
    try read(&reader, into: &tables, isMember: false)
  }

  private mutating func read(
    _ reader: inout JSONReader, into tables: inout FeedTableBuilder, isMember: Bool
  ) throws -> Record {
    var fields = Fields()
    try reader.object { reader, key in
      try self.read(key, &reader, &fields, &tables, isMember: isMember)
    }
    guard var type = fields.type else { throw reader.failure("is missing", in: "type") }
    if isFile, let kind = fields.kind {
      // With its kind beside it, a type is named by its identifier, whatever a catalog calls by that name. One that is in
      // no catalog has no unit and no values of its own: it is kept with those that it came with.
      let isUnlisted =
        kind == .quantity && QuantityTypeCatalog.entry(for: fields.typeName) == nil
        || kind == .category && CategoryTypeCatalog.entry(for: fields.typeName) == nil
      type = Kind(identifier: fields.typeName, kind: isUnlisted ? .other : kind)
    } else if !isFile, type.kind == .other {
      // A name that nothing but itself says to be a type is a typing error.
      guard fields.unit != nil || fields.kind != nil || type.isFull else {
        throw reader.failure("is not a known type; one that is in no catalog needs a unit, or its kind", in: "type")
      }
      guard fields.kind != .workout, fields.kind != .correlation else {
        throw reader.failure("is not a kind of a type that is in no catalog", in: "kind")
      }
    } else if let kind = fields.kind, kind != type.kind {
      throw reader.failure("is not the kind of the type", in: "kind")
    }
    guard let kind = type.kind else { return .summary(try fields.summary.record(reader)) }
    guard let start = fields.start else { throw reader.failure("is missing", in: "start") }
    let end = fields.end ?? start
    guard end >= start else { throw reader.failure("is before the start", in: "end") }
    if let violation = SampleBounds.violation(start: start, end: end, kind: kind, type: type.identifier) {
      switch violation {
      case .dateOutOfRange:
        throw reader.failure(
          "is before 1900 or after 2099", in: fields.end == nil ? "start" : "end", limit: .dateOutOfRange)
      case .tooLong:
        throw reader.failure("makes it longer than samples of its type may be", in: "end", limit: .lastsTooLong)
      }
    }
    if let identifier = fields.identifier {
      fields.metadata.removeAll {
        $0.key.hasSameBytes(as: MetadataKey.syncIdentifier) || $0.key.hasSameBytes(as: MetadataKey.syncVersion)
      }
      fields.metadata += [
        Metadata.Entry(key: MetadataKey.syncIdentifier, value: .text(identifier)),
        Metadata.Entry(key: MetadataKey.syncVersion, value: .whole(fields.version ?? version)),
      ]
    }
    if let feed, fields.provenance.source.bundleIdentifier.isEmpty {
      let name = fields.provenance.source.name
      fields.provenance.source = FeedSource.source(
        named: name.isEmpty ? Self.unnamedSource : name, feed: feed, fallback: Self.unnamedSource)
      fields.metadata.removeAll { $0.key.hasSameBytes(as: MetadataKey.feed) }
      fields.metadata.append(Metadata.Entry(key: MetadataKey.feed, value: .text(feed)))
    }
    let value = try self.value(fields, type.identifier, kind, reader)
    if value.isNaN, let word = fields.valueName {
      fields.metadata.append(Metadata.Entry(key: MetadataKey.unknownValue, value: .text(word)))
    }
    var sample = SampleRecord(
      type: tables.type(SampleTypeUse(identifier: type.identifier, kind: kind, unit: fields.unit)),
      provenance: tables.provenance(fields.provenance), metadata: tables.metadata(fields.metadata), start: start,
      end: end, value: value, uuid: fields.uuid)
    if let created = fields.created { sample.setCreationDate(created) }
    switch kind {
    case .correlation:
      guard let members = fields.members ?? (isMember ? [] : nil) else {
        throw reader.failure("is missing", in: "members")
      }
      return .correlation(CorrelationRecord(sample: sample, members: members))
    case .workout:
      var workout = fields.workout.record(sample)
      workout.routes = fields.routes
      workout.samples = fields.samples
      return .workout(workout)
    case .other where type.identifier == TypeIdentifier.workoutRoute && fields.attachments.isEmpty:
      return .route(RouteRecord(sample: sample, points: fields.points ?? RoutePoints()))
    case .quantity, .category, .other:
      guard !fields.data.isEmpty || !fields.attachments.isEmpty else { return .sample(sample) }
      return .withData(DataRecord(sample: sample, data: fields.data, attachments: fields.attachments))
    }
  }

  private mutating func read(
    _ key: String, _ reader: inout JSONReader, _ fields: inout Fields, _ tables: inout FeedTableBuilder, isMember: Bool
  ) throws {
    if try reader.kind() == .null { return try reader.null() }
    switch key {
    case "type": fields.type = try type(&reader, &fields.typeName)
    case "kind":
      let name = try reader.text()
      fields.kind = SampleKind.allCases.first { "\($0)" == name }
      guard fields.kind != nil else { throw reader.failure("is not a kind of sample") }
    case "value":
      if try reader.kind() == .text { fields.valueName = try reader.text() } else { fields.value = try reader.number() }
    case "unit": fields.unit = try reader.text()
    case "start": fields.start = try date(&reader)
    case "end": fields.end = try date(&reader)
    case "source": fields.provenance.source.name = try reader.text()
    case "sourceIdentifier": fields.provenance.source.bundleIdentifier = try reader.text()
    case "sourceVersion": fields.provenance.version = try reader.text()
    case "productType": fields.provenance.productType = try reader.text()
    case "operatingSystem": fields.provenance.operatingSystem = try reader.text()
    case "device": fields.provenance.device = try Self.device(&reader)
    case "metadata": fields.metadata = try MetadataJSON.read(&reader, dates: &dates)
    case "id": fields.identifier = try reader.text()
    case "version": fields.version = try Self.integer(&reader)
    case "uuid":
      guard let uuid = UUIDParser.uuid(try reader.text()) else { throw reader.failure("is not a UUID") }
      fields.uuid = uuid
    case "members" where isFile || !isMember:
      fields.members = try samples(&reader, &tables, most: SampleLimits.mostMembers)
    case "samples" where isFile && !isMember:
      fields.samples = try samples(&reader, &tables, most: SampleLimits.mostWorkoutSamples)
    case "points" where isFile: fields.points = try RoutePointsJSON.read(&reader, &dates)
    case "created" where isFile: fields.created = try date(&reader)
    case "data" where isFile: fields.data = try Self.data(&reader)
    case "attachments" where isFile && !isMember:
      try reader.array { reader, _ in
        guard fields.attachments.count < SampleLimits.mostAttachments else {
          throw reader.failure("exceeds the maximum number", limit: .tooLarge)
        }
        let file = try AttachmentJSON.read(&reader, &dates)
        guard fields.attachments.reduce(file.data.count, { $0 + $1.data.count }) <= SampleLimits.mostBytesOfFiles else {
          throw reader.failure("exceeds the maximum length", limit: .tooLarge)
        }
        fields.attachments.append(file)
      }
    case "routes" where isFile && !isMember:
      try reader.array { reader, _ in
        // Files of earlier versions contain the paths of routes, which are useless without their export.
        if try reader.kind() == .text { return try reader.skip() }
        guard fields.routes.count < SampleLimits.mostMembers,
          fields.routes.reduce(0, { $0 + $1.points.count }) < SampleLimits.mostPoints
        else { throw reader.failure("exceeds the maximum number", limit: .tooLarge) }
        guard case .route(let route) = try self.read(&reader, into: &tables, isMember: true) else {
          throw reader.failure("is not a route")
        }
        fields.routes.append(route)
      }
    default:
      if try fields.workout.read(key, &reader, dates: &dates) { return }
      if try fields.summary.read(key, &reader) { return }
      throw reader.failure("is not a key of a sample")
    }
  }

  // MARK: - Fields

  private mutating func samples(
    _ reader: inout JSONReader, _ tables: inout FeedTableBuilder, most: Int
  ) throws -> [SampleRecord] {
    var samples: [SampleRecord] = []
    try reader.array { reader, _ in
      guard samples.count < most else { throw reader.failure("exceeds the maximum number", limit: .tooLarge) }
      let record = try self.read(&reader, into: &tables, isMember: true)
      switch record {
      case .sample(let sample): samples.append(sample)
      // A file contains what its store does, whatever HealthKit would allow.
      case .correlation(let correlation) where isFile: samples.append(correlation.sample)
      case .workout(let workout) where isFile: samples.append(workout.sample)
      case .route(let route) where isFile: samples.append(route.sample)
      default: throw reader.failure("is neither a quantity nor a category")
      }
    }
    return samples
  }

  /// Bytes in pieces of Base64: many are only counted, and read again when they are stored.
  static func data(_ reader: inout JSONReader, most: Int = SampleLimits.mostDataBytes) throws -> SampleData {
    let start = reader.again(from: reader.offset)
    var pieces: [[UInt8]] = []
    var count = 0
    try forEachPiece(&reader) { bytes, reader in
      count += bytes.count
      guard count <= most else { throw reader.failure("exceeds the maximum number", limit: .tooLarge) }
      if count <= SampleData.longestInMemory { pieces.append(bytes) } else { pieces = [] }
    }
    guard count > SampleData.longestInMemory else { return SampleData(pieces) }
    return SampleData(count: count) { body in
      var reader = start
      try forEachPiece(&reader) { bytes, _ in try body(bytes) }
    }
  }

  private static func forEachPiece(
    _ reader: inout JSONReader, _ body: ([UInt8], JSONReader) throws -> Void
  ) throws {
    try reader.array { reader, _ in
      guard let bytes = Data(base64Encoded: try reader.text()) else { throw reader.failure("is not Base64") }
      try body(Array(bytes), reader)
    }
  }

  private mutating func type(_ reader: inout JSONReader, _ name: inout String) throws -> Kind {
    name = try reader.text()
    guard !name.isEmpty else { throw reader.failure("is empty") }
    if let lastType, lastType.name.hasSameBytes(as: name) { return lastType.kind }
    let known = identifiers[ExactText(name)]
    let kind = known ?? Self.kind(named: name)
    if known == nil, identifiers.count < Self.mostNames { identifiers[ExactText(name)] = kind }
    lastType = (name, kind)
    return kind
  }

  private static func kind(named name: String) -> Kind {
    let (identifier, kind) = TypeName.type(named: name)
    return Kind(identifier: identifier, kind: kind)
  }

  /// Nil if the unit has another dimension than the type's.
  private mutating func measure(_ unit: String, of type: String) -> Measure? {
    let use = UnitUse(unit: unit, identifier: type)
    if let lastMeasure, lastMeasure.use == use { return lastMeasure.measure }
    var measure = measures[use]
    if measure == nil, let conversion = AppleCatalog.conversion(from: unit, forQuantityType: type) {
      measure = Measure(conversion: conversion, values: QuantityTypeCatalog.entry(for: type)?.values)
      if measures.count < Self.mostNames { measures[use] = measure }
    }
    lastMeasure = measure.map { (use, $0) }
    return measure
  }

  private mutating func value(
    _ fields: Fields, _ type: String, _ kind: SampleKind, _ reader: JSONReader
  ) throws -> Double {
    switch kind {
    case .quantity:
      guard let value = fields.value else {
        throw reader.failure(fields.valueName == nil ? "is missing" : "is not a number", in: "value")
      }
      guard let unit = fields.unit else { throw reader.failure("is missing", in: "unit") }
      guard let measure = measure(unit, of: type) else { throw reader.failure("does not fit the type", in: "unit") }
      let converted = measure.conversion(value)
      guard measure.values?.contains(converted) ?? true else {
        throw reader.failure(
          SampleBounds.allows(converted) ? "is not possible" : "is too large", in: "value", limit: .valueOutOfRange)
      }
      return value
    case .category:
      if let name = fields.valueName {
        let members = CategoryTypeCatalog.entry(for: type)?.values.members ?? []
        if let member = members.first(where: { $0.name == name }) { return Double(member.rawValue) }
        // One of a later system is kept as the word that it came with; any other word is a typing error.
        guard name.hasPrefix("HKCategoryValue") else { throw reader.failure("is not a value of the type", in: "value") }
        return CategoryTypeCatalog.rawValue(printed: name, for: type).map(Double.init) ?? .nan
      }
      // An event has no value.
      guard let value = fields.value ?? (isFile ? nil : 0) else { return .nan }
      guard value == value.rounded() else { throw reader.failure("is not a whole number", in: "value") }
      guard SampleBounds.allows(value) else {
        throw reader.failure("is too large", in: "value", limit: .valueOutOfRange)
      }
      return value
    case .workout:
      guard let activity = fields.workout.activity else { throw reader.failure("is missing", in: "activity") }
      return Double(activity)
    case .correlation: return .nan
    case .other:
      // A word is the value of a category that is in no catalog.
      guard fields.valueName == nil || fields.unit == nil else { throw reader.failure("is not a number", in: "value") }
      guard let value = fields.value else { return .nan }
      guard isFile || SampleBounds.allows(value) else {
        throw reader.failure("is too large", in: "value", limit: .valueOutOfRange)
      }
      return SampleBounds.allows(value) ? value : .nan
    }
  }

  /// `2026-11-19T08:00:00+01:00`, or seconds since 1970.
  private mutating func date(_ reader: inout JSONReader) throws -> Date { try reader.date(&dates) }

  static func integer(_ reader: inout JSONReader) throws -> Int64 {
    let number = try reader.exactNumber()
    guard let value = number.whole ?? Int64(exactly: number.value) else {
      throw reader.failure("is not a whole number")
    }
    return value
  }

  private static func device(_ reader: inout JSONReader) throws -> Device {
    var device = Device()
    try reader.object { reader, key in
      let text = try reader.text()
      switch key {
      case "name": device.name = text
      case "manufacturer": device.manufacturer = text
      case "model": device.model = text
      case "hardware": device.hardwareVersion = text
      case "firmware": device.firmwareVersion = text
      case "software": device.softwareVersion = text
      case "localIdentifier": device.localIdentifier = text
      case "udi": device.udiDeviceIdentifier = text
      default: throw reader.failure("is not a key of a device")
      }
    }
    return device
  }
}

extension JSONReader {
  /// A date with its offset from UTC, or seconds since 1970.
  mutating func date(_ dates: inout DateParser) throws -> Date {
    if try kind() == .number {
      let date = Date(timeIntervalSince1970: try number())
      guard SampleBounds.allows(date) else { throw failure("is before 1900 or after 2099", limit: .dateOutOfRange) }
      return date
    }
    guard let instant = try withText({ dates.instant($0) }) else {
      throw failure("is not a date with an offset, such as 2026-11-19T08:00:00+01:00")
    }
    return instant.date
  }
}
