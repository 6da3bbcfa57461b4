import Foundation
import HealthModel

/// Samples in our own JSON, one per line, with everything that a store contains about them.
struct JSONLinesWriter: ExportWriter {
  /// Whether it contains the whole store rather than a selection of samples.
  private let isWhole: Bool
  private let hasWorkouts: Bool
  private var summaries: [AppleSummaryRecord] = []
  /// The details of the samples in the current chunk.
  private var creationDates: [Int64: Date] = [:]
  private var typeFields: [Int64: String] = [:]

  /// - Parameter hasWorkouts: whether it contains workouts, whose routes are then among their parts.
  init(isWhole: Bool, hasWorkouts: Bool) {
    self.isWhole = isWhole
    self.hasWorkouts = hasWorkouts
  }

  mutating func head(_ excerpt: StoreExcerpt) -> String {
    guard isWhole else { return "" }
    summaries = excerpt.appleSummaries
    let facts = excerpt.characteristics.sorted { $0.key < $1.key }
      .map { "\(SampleText.quoted($0.key)):\(SampleText.quoted($0.value))" }
    var fields: [String] = []
    if let date = excerpt.exportDate { fields.append("\"date\":\"\(SampleText.date(date))\"") }
    if !facts.isEmpty { fields.append("\"characteristics\":{\(facts.joined(separator: ","))}") }
    if let zone = excerpt.homeZone { fields.append("\"zone\":\(SampleText.quoted(zone))") }
    return "{\"export\":{\(fields.joined(separator: ","))}}\n"
  }

  mutating func piece(
    _ samples: StoredSamples, own: Set<Int64>, details: any StoredDetails, to write: (String) throws -> Void
  ) throws {
    let routes = Set(samples.types.filter { $0.value.identifier == TypeIdentifier.workoutRoute }.keys)
    let rows = samples.samples.filter { routes.contains($0.type) }.map(\.row)
    creationDates = try details.creationDates(of: samples)
    typeFields = samples.types.mapValues(Self.typeFields)
    let withAttachments = try details.withAttachments(samples)
    let tied = hasWorkouts && !rows.isEmpty ? try details.routesOfWorkouts(among: rows) : []
    for sample in samples.samples where !tied.contains(sample.row) {
      try write("{" + fields(sample, in: samples, own: own).joined(separator: ","))
      if routes.contains(sample.type) { try points(of: sample, details, to: write) }
      if samples.types[sample.type]?.kind == .other { try data(of: sample, in: samples, details, to: write) }
      if withAttachments.contains(sample.row) { try attachments(of: sample, details, to: write) }
      if samples.workouts[sample.row] != nil {
        let routes = try details.routes(ofWorkout: sample.row)
        if !routes.samples.isEmpty { creationDates.merge(try details.creationDates(of: routes)) { $1 } }
        try write(routes.samples.isEmpty ? "" : ",\"routes\":[")
        for (index, route) in routes.samples.enumerated() {
          // Which identities are their own is known only for the requested samples, and routes are matched by their
          // dates.
          try write((index > 0 ? ",{" : "{") + fields(route, in: routes, own: []).joined(separator: ","))
          try points(of: route, details, to: write)
          try write("}")
        }
        try write(routes.samples.isEmpty ? "" : "]")
        let tied = try details.samples(ofWorkout: sample.row)
        for (index, member) in tied.samples.samples.enumerated() {
          let fields = self.fields(member, in: tied.samples, own: tied.ownIdentities, isName: true)
          try write((index == 0 ? ",\"samples\":[{" : ",{") + fields.joined(separator: ",") + "}")
        }
        try write(tied.samples.samples.isEmpty ? "" : "]")
      }
      try write("}\n")
    }
  }

  private func data(
    of sample: StoredSample, in samples: StoredSamples, _ details: any StoredDetails, to write: (String) throws -> Void
  ) throws {
    var isFirst = true
    func add(_ base64: String) throws {
      try write((isFirst ? ",\"data\":[" : ",") + "\"\(base64)\"")
      isFirst = false
    }
    try details.forEachPiece(ofDataOf: sample.row) { try add(Data($0).base64EncodedString()) }
    if isFirst { try samples.metadata[sample.metadata]?.separatingDocument.document.forEach(add) }
    if !isFirst { try write("]") }
  }

  private func attachments(
    of sample: StoredSample, _ details: any StoredDetails, to write: (String) throws -> Void
  ) throws {
    for (index, file) in try details.attachments(of: sample.row).enumerated() {
      var fields = [
        "\"uuid\":\"\(file.uuid.uuidString)\"", "\"name\":\(SampleText.quoted(file.name))",
        "\"contentType\":\(SampleText.quoted(file.contentType))",
        "\"created\":\"\(SampleText.date(file.created))\"",
      ]
      if !file.metadata.isEmpty { fields.append("\"metadata\":\(Self.metadata(file.metadata))") }
      try write((index == 0 ? ",\"attachments\":[{" : ",{") + fields.joined(separator: ",") + ",\"data\":[")
      var isFirst = true
      try details.forEachPiece(ofAttachment: file.uuid) { piece in
        try write((isFirst ? "" : ",") + "\"\(Data(piece).base64EncodedString())\"")
        isFirst = false
      }
      try write("]}")
    }
    try write("]")
  }

  private func points(
    of route: StoredSample, _ details: any StoredDetails, to write: (String) throws -> Void
  ) throws {
    var isFirst = true
    try details.forEachRouteChunk(ofRoute: route.row) { points in
      try write((isFirst ? ",\"points\":[" : ",") + points.map(RouteText.json).joined(separator: ","))
      isFirst = false
    }
    if !isFirst { try write("]") }
  }

  func end() -> String {
    summaries.map { row in
      let numbers = [
        ("move", row.energy), ("moveGoal", row.energyGoal), ("moveTime", row.moveTime),
        ("moveTimeGoal", row.moveTimeGoal), ("exercise", row.exercise), ("exerciseGoal", row.exerciseGoal),
        ("stand", row.stand), ("standGoal", row.standGoal),
      ].filter { $0.1 != 0 }.map { "\"\($0.0)\":\($0.1.shortText)" }
      let counted = row.counted.map { counted in
        [("countedMove", counted.move), ("countedExercise", counted.exercise), ("countedStand", counted.stand)]
          .map { "\"\($0.0)\":\($0.1.shortText)" }
      }
      return "{"
        + (["\"type\":\"activitySummary\"", "\"date\":\"\(row.day)\""] + numbers + (counted ?? []))
        .joined(separator: ",")
        + "}\n"
    }.joined()
  }

  /// - Parameter isName: whether the fields need only tell the sample from others.
  private func fields(
    _ sample: StoredSample, in samples: StoredSamples, own: Set<Int64>, isName: Bool = false
  ) -> [String] {
    guard let type = samples.types[sample.type], let provenance = samples.provenances[sample.provenance] else {
      return []
    }
    var fields = [typeFields[sample.type] ?? Self.typeFields(type)]
    switch type.kind {
    case .workout:
      fields.append("\"activity\":\(sample.value.isFinite ? sample.value.shortText : "3000")")
    case .correlation: break
    case .quantity, .category, .other:
      if sample.value.isFinite { fields.append("\"value\":\(sample.value.shortText)") }
      if !type.unit.isEmpty || type.kind == .quantity { fields.append("\"unit\":\(SampleText.quoted(type.unit))") }
    }
    fields.append("\"start\":\"\(SampleText.date(sample.start))\"")
    if sample.end != sample.start { fields.append("\"end\":\"\(SampleText.date(sample.end))\"") }
    if !isName, let created = creationDates[sample.row] { fields.append("\"created\":\"\(SampleText.date(created))\"") }
    func add(_ key: String, _ text: String?) {
      if let text, !text.isEmpty { fields.append("\"\(key)\":\(SampleText.quoted(text))") }
    }
    add("source", provenance.source.name)
    add("sourceIdentifier", provenance.source.bundleIdentifier)
    add("sourceVersion", provenance.version)
    add("productType", provenance.productType)
    add("operatingSystem", provenance.operatingSystem)
    if let device = provenance.device { fields.append("\"device\":\(Self.device(device))") }
    if !isName, let metadata = samples.metadata[sample.metadata]?.separatingDocument.metadata, !metadata.isEmpty {
      fields.append("\"metadata\":\(Self.metadata(metadata))")
    }
    if own.contains(sample.row) { fields.append("\"uuid\":\"\(sample.uuid.uuidString)\"") }
    if type.kind == .correlation {
      let members = samples.sortedMembers(of: sample).map {
        "{\(self.fields($0, in: samples, own: own).joined(separator: ","))}"
      }
      fields.append("\"members\":[\(members.joined(separator: ","))]")
    }
    if let workout = samples.workouts[sample.row] { fields += Self.parts(workout) }
    return fields
  }

  private static func typeFields(_ type: StoredSamples.TypeInfo) -> String {
    if let name = TypeName.unambiguous(for: type.identifier, kind: type.kind) {
      return "\"type\":\(SampleText.quoted(name))"
    }
    return "\"type\":\(SampleText.quoted(type.identifier)),\"kind\":\"\(type.kind)\""
  }

  private static func device(_ device: Device) -> String {
    let fields = device.fields(udi: "udi").map { "\"\($0)\":\(SampleText.quoted($1))" }
    return "{" + fields.joined(separator: ",") + "}"
  }

  /// An object by key; multiple values of one key are in an array.
  static func metadata(_ metadata: Metadata) -> String {
    var keys: [(key: String, values: [String])] = []
    // Sorted by key.
    for entry in metadata.entries {
      if let last = keys.last, last.key.utf8.elementsEqual(entry.key.utf8) {
        keys[keys.count - 1].values.append(value(entry.value))
      } else {
        keys.append((entry.key, [value(entry.value)]))
      }
    }
    let fields = keys.map { key, values in
      "\(SampleText.quoted(key)):" + (values.count == 1 ? values[0] : "[\(values.joined(separator: ","))]")
    }
    return "{" + fields.joined(separator: ",") + "}"
  }

  private static func value(_ value: MetadataValue) -> String {
    switch value {
    case .text(let text): SampleText.quoted(text)
    case .number(let number): number.isFinite ? number.shortText : SampleText.quoted("\(number)")
    case .integer(let integer): "{\"integer\":\"\(integer)\"}"
    case .unsigned(let integer): "{\"integer\":\"\(integer)\"}"
    case .flag(let flag): flag ? "true" : "false"
    case .date(let date): "{\"date\":\"\(SampleText.date(date))\"}"
    case .quantity(let number, let unit):
      "{\"value\":\(number.isFinite ? number.shortText : "0"),\"unit\":\(SampleText.quoted(unit))}"
    }
  }

  // MARK: - Workouts

  private static func parts(_ workout: WorkoutRecord) -> [String] {
    var fields: [String] = []
    func add(_ key: String, _ parts: [String]) {
      if !parts.isEmpty { fields.append("\"\(key)\":[\(parts.joined(separator: ","))]") }
    }
    if let duration = workout.duration { fields.append("\"duration\":\(duration.shortText)") }
    add("events", workout.events.map(event))
    add("statistics", workout.statistics.map(statistics))
    add("activities", workout.activities.map(activity))
    return fields
  }

  private static func event(_ event: WorkoutEventRecord) -> String {
    let metadata = event.metadata.isEmpty ? "" : ",\"metadata\":\(metadata(event.metadata))"
    let end = event.end == event.start ? "" : ",\"end\":\"\(SampleText.date(event.end))\""
    return "{\"type\":\(event.type),\"start\":\"\(SampleText.date(event.start))\"\(end)\(metadata)}"
  }

  private static func statistics(_ numbers: WorkoutStatisticsRecord) -> String {
    let type =
      TypeName.unambiguous(for: numbers.type, kind: nil).map { "\"type\":\(SampleText.quoted($0))" }
      ?? "\"identifier\":\(SampleText.quoted(numbers.type))"
    var fields = [
      type, "\"unit\":\(SampleText.quoted(numbers.unit))",
      "\"start\":\"\(SampleText.date(numbers.start))\"", "\"end\":\"\(SampleText.date(numbers.end))\"",
    ]
    for (key, value) in [
      ("sum", numbers.sum), ("average", numbers.average), ("minimum", numbers.minimum), ("maximum", numbers.maximum),
    ] {
      if let value, value.isFinite { fields.append("\"\(key)\":\(value.shortText)") }
    }
    return "{" + fields.joined(separator: ",") + "}"
  }

  private static func activity(_ activity: WorkoutActivityRecord) -> String {
    var fields: [String] = []
    if let uuid = activity.uuid { fields.append("\"uuid\":\"\(uuid.uuidString)\"") }
    if let type = activity.activityType { fields.append("\"activity\":\(type)") }
    fields.append("\"start\":\"\(SampleText.date(activity.start))\"")
    if let end = activity.end { fields.append("\"end\":\"\(SampleText.date(end))\"") }
    if let duration = activity.duration { fields.append("\"duration\":\(duration.shortText)") }
    if !activity.metadata.isEmpty { fields.append("\"metadata\":\(metadata(activity.metadata))") }
    if !activity.events.isEmpty { fields.append("\"events\":[\(activity.events.map(event).joined(separator: ","))]") }
    if !activity.statistics.isEmpty {
      fields.append("\"statistics\":[\(activity.statistics.map(statistics).joined(separator: ","))]")
    }
    return "{" + fields.joined(separator: ",") + "}"
  }
}
