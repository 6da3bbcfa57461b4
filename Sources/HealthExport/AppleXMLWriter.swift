import Foundation
import HealthModel

/// An export in Apple's format, as the Health app writes it, with everything that the format can represent.
///
/// It cannot represent UUIDs, products and the home zone: every date is printed with the offset at the time of the export,
/// from which another system cannot tell when its clocks change. Everything else is included, and `ringtop import` reads it
/// back. What Apple's format has no place for, as the bundle identifiers of programs and feeds, has names of its own.
struct AppleXMLWriter: ExportWriter {
  private let now: Date
  private let isWhole: Bool
  private let hasWorkouts: Bool
  /// Printed with every date, as Apple does.
  private var offset = 0
  private var summaries: [AppleSummaryRecord] = []
  private var devices: [Device: String] = [:]
  /// The details of the samples in the current chunk.
  private var creationDates: [Int64: Date] = [:]

  /// - Parameters:
  ///   - isWhole: whether it contains the whole store rather than a selection of samples.
  ///   - hasWorkouts: whether it contains workouts, whose routes are then among their parts.
  init(now: Date, isWhole: Bool, hasWorkouts: Bool) {
    self.now = now
    self.isWhole = isWhole
    self.hasWorkouts = hasWorkouts
  }

  mutating func head(_ excerpt: StoreExcerpt) -> String {
    let zone = excerpt.homeZone.flatMap(TimeZone.init(identifier:)) ?? .gmt
    offset = zone.secondsFromGMT(for: excerpt.exportDate ?? now)
    // The format allows only whole minutes.
    offset -= offset % 60
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE HealthData [
      <!-- HealthKit Export Version: 14 -->
      ]>
      <HealthData locale="en_US">

      """
    guard isWhole else { return text }
    summaries = excerpt.appleSummaries
    if let date = excerpt.exportDate {
      text += " <ExportDate value=\"\(SampleText.appleDate(date, offset: offset))\"/>\n"
    }
    if !excerpt.characteristics.isEmpty {
      let facts = excerpt.characteristics.sorted { $0.key < $1.key }.map { "\($0.key)=\"\(Self.escaped($0.value))\"" }
      text += " <Me \(facts.joined(separator: " "))/>\n"
    }
    return text
  }

  mutating func piece(
    _ samples: StoredSamples, own: Set<Int64>, details: any StoredDetails, to write: (String) throws -> Void
  ) throws {
    creationDates = try details.creationDates(of: samples)
    let withAttachments = try details.withAttachments(samples)
    for sample in samples.samples {
      guard let type = samples.types[sample.type] else { continue }
      let files = withAttachments.contains(sample.row) ? try attachments(of: sample, details) : ""
      switch type.kind {
      case .workout: try workout(sample, in: samples, details, to: write)
      case .correlation: try write(correlation(sample, in: samples))
      case .other where type.identifier == TypeIdentifier.workoutRoute:
        // Routes are inside their workouts.
        if hasWorkouts, try details.routesOfWorkouts(among: [sample.row]).contains(sample.row) { continue }
        try route(sample, in: samples, details, indent: " ", to: write)
      case .other: try other(sample, in: samples, details, parts: files, to: write)
      case .quantity, .category: try write(record(sample, in: samples, indent: " ", parts: files))
      }
    }
  }

  func end() -> String {
    summaries.map { row in
      let number: (Double) -> String = \.shortText
      return """
         <ActivitySummary dateComponents="\(row.day)" activeEnergyBurned="\(number(row.energy))" \
        activeEnergyBurnedGoal="\(number(row.energyGoal))" activeEnergyBurnedUnit="kcal" \
        appleMoveTime="\(number(row.moveTime))" appleMoveTimeGoal="\(number(row.moveTimeGoal))" \
        appleExerciseTime="\(number(row.exercise))" appleExerciseTimeGoal="\(number(row.exerciseGoal))" \
        appleStandHours="\(number(row.stand))" appleStandHoursGoal="\(number(row.standGoal))"/>

        """
    }.joined() + "</HealthData>\n"
  }

  // MARK: - Samples

  private mutating func record(
    _ sample: StoredSample, in samples: StoredSamples, indent: String, parts: String = ""
  ) -> String {
    "\(indent)<Record" + attributes(sample, in: samples)
      + content(
        of: sample, in: samples, element: "Record", indent: indent, parts: beats(of: sample, in: samples) + parts)
  }

  private mutating func attributes(_ sample: StoredSample, in samples: StoredSamples) -> String {
    guard let type = samples.types[sample.type] else { return "" }
    var text = " type=\"\(Self.escaped(type.identifier))\"" + origin(sample, in: samples)
    if !type.unit.isEmpty { text += " unit=\"\(Self.escaped(type.unit))\"" }
    text += dates(sample)
    let printed =
      sample.value.isFinite ? value(sample.value, of: type) : samples.metadata[sample.metadata]?.unknownValue
    if let printed { text += " value=\"\(Self.escaped(printed))\"" }
    return text
  }

  /// The beats of a heart rate variability sample, as printed in the original file.
  private func beats(of sample: StoredSample, in samples: StoredSamples) -> String {
    guard case .text(let list) = samples.metadata[sample.metadata]?[MetadataKey.beats] else { return "" }
    let beats = list.split(separator: ";").map { beat in
      let parts = beat.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return "   <InstantaneousBeatsPerMinute bpm=\"\(Self.escaped(parts[0]))\" "
        + "time=\"\(Self.escaped(parts.count > 1 ? parts[1] : ""))\"/>\n"
    }
    return "  <HeartRateVariabilityMetadataList>\n\(beats.joined())  </HeartRateVariabilityMetadataList>\n"
  }

  /// Apple's format has no element for a sample's data, so it is included as Base64.
  private mutating func other(
    _ sample: StoredSample, in samples: StoredSamples, _ details: any StoredDetails, parts files: String,
    to write: (String) throws -> Void
  ) throws {
    // Samples derived from others are derived again on import.
    if samples.metadata[sample.metadata]?[MetadataKey.derived] != nil { return }
    // A document may be too long for memory.
    var hasData = false
    func add(_ base64: String) throws {
      if !hasData {
        try write(
          " <Record\(attributes(sample, in: samples))>\n\(entries(of: sample, in: samples, indent: "  "))"
            + beats(of: sample, in: samples))
      }
      hasData = true
      try write("  <SampleData value=\"\(base64)\"/>\n")
    }
    try details.forEachPiece(ofDataOf: sample.row) { try add(Data($0).base64EncodedString()) }
    if !hasData { try samples.metadata[sample.metadata]?.separatingDocument.document.forEach(add) }
    try write(hasData ? "\(files) </Record>\n" : record(sample, in: samples, indent: " ", parts: files))
  }

  /// The attachments of a sample, for which Apple's format has no element.
  private func attachments(of sample: StoredSample, _ details: any StoredDetails) throws -> String {
    var text = ""
    for file in try details.attachments(of: sample.row) {
      text += "  <Attachment identifier=\"\(file.uuid.uuidString)\" name=\"\(Self.escaped(file.name))\""
      text += " contentType=\"\(Self.escaped(file.contentType))\""
      text += " creationDate=\"\(SampleText.appleDate(file.created, offset: offset))\">\n"
      text += metadata(file.metadata, indent: "   ")
      try details.forEachPiece(ofAttachment: file.uuid) { piece in
        text += "   <SampleData value=\"\(Data(piece).base64EncodedString())\"/>\n"
      }
      text += "  </Attachment>\n"
    }
    return text
  }

  private func value(_ value: Double, of type: StoredSamples.TypeInfo) -> String {
    guard type.kind == .category, let number = Int(exactly: value) else { return value.shortText }
    return CategoryTypeCatalog.entry(for: type.identifier)?.values.symbol(for: number) ?? "\(number)"
  }

  private mutating func correlation(_ sample: StoredSample, in samples: StoredSamples) -> String {
    guard let type = samples.types[sample.type] else { return "" }
    let members = samples.sortedMembers(of: sample).map { record($0, in: samples, indent: "  ") }.joined()
    return " <Correlation type=\"\(Self.escaped(type.identifier))\"" + origin(sample, in: samples) + dates(sample)
      + content(of: sample, in: samples, element: "Correlation", indent: " ", parts: members)
  }

  /// The source and device. Devices repeat, so their text is cached.
  private mutating func origin(_ sample: StoredSample, in samples: StoredSamples) -> String {
    guard let provenance = samples.provenances[sample.provenance] else { return " sourceName=\"\"" }
    var text = " sourceName=\"\(Self.escaped(provenance.source.name))\""
    if !provenance.source.bundleIdentifier.isEmpty {
      text += " sourceIdentifier=\"\(Self.escaped(provenance.source.bundleIdentifier))\""
    }
    if let version = provenance.version { text += " sourceVersion=\"\(Self.escaped(version))\"" }
    if let device = provenance.device {
      let known = devices[device] ?? Self.escaped(Self.text(of: device))
      if devices.count < 1_024 { devices[device] = known }
      text += " device=\"\(known)\""
    }
    return text
  }

  private static func text(of device: Device) -> String {
    let fields = device.fields(udi: "UDIDeviceIdentifier").map { ", \($0):\($1)" }
    return "<<HKDevice: 0x0>\(fields.joined())>"
  }

  private func dates(_ sample: StoredSample) -> String {
    let start = SampleText.appleDate(sample.start, offset: offset)
    // A state in progress has no end.
    let end = sample.end == .distantFuture ? start : SampleText.appleDate(sample.end, offset: offset)
    let created = creationDates[sample.row].map {
      " creationDate=\"\(SampleText.appleDate($0, offset: offset))\""
    }
    return (created ?? "") + " startDate=\"\(start)\" endDate=\"\(end)\""
  }

  private func content(
    of sample: StoredSample, in samples: StoredSamples, element: String, indent: String, parts: String = ""
  ) -> String {
    let entries = entries(of: sample, in: samples, indent: indent + " ")
    return entries.isEmpty && parts.isEmpty ? "/>\n" : ">\n\(entries)\(parts)\(indent)</\(element)>\n"
  }

  private func entries(of sample: StoredSample, in samples: StoredSamples, indent: String) -> String {
    samples.metadata[sample.metadata].map { metadata($0.separatingDocument.metadata, indent: indent) } ?? ""
  }

  private func metadata(_ metadata: Metadata, indent: String) -> String {
    metadata.entries.filter { $0.key != MetadataKey.beats && $0.key != MetadataKey.unknownValue }.map { entry in
      let value =
        switch entry.value {
        case .text(let text): text
        case .number(let number): number.shortText
        case .integer(let integer): "\(integer)"
        case .unsigned(let integer): "\(integer)"
        case .flag(let flag): flag ? "1" : "0"
        case .date(let date): SampleText.appleDate(date, offset: offset)
        case .quantity(let number, let unit): "\(number.shortText) \(unit)"
        }
      return "\(indent)<MetadataEntry key=\"\(Self.escaped(entry.key))\" value=\"\(Self.escaped(value))\"/>\n"
    }.joined()
  }

  // MARK: - Workouts

  private mutating func workout(
    _ sample: StoredSample, in samples: StoredSamples, _ details: any StoredDetails, to write: (String) throws -> Void
  ) throws {
    let word =
      sample.value == Double(WorkoutActivityCatalog.other) ? samples.metadata[sample.metadata]?.unknownValue : nil
    var text = " <Workout workoutActivityType=\"\(Self.escaped(word ?? Self.activity(Int(exactly: sample.value))))\""
    let workout = samples.workouts[sample.row]
    if let duration = workout?.duration { text += Self.duration(duration) }
    text += origin(sample, in: samples) + dates(sample)
    var parts = ""
    for event in workout?.events ?? [] { parts += self.event(event, indent: "  ") }
    for activity in workout?.activities ?? [] {
      parts += "  <WorkoutActivity uuid=\"\(activity.uuid?.uuidString ?? "")\""
      if let type = activity.activityType { parts += " workoutActivityType=\"\(Self.activity(type))\"" }
      parts += " startDate=\"\(SampleText.appleDate(activity.start, offset: offset))\""
      if let end = activity.end { parts += " endDate=\"\(SampleText.appleDate(end, offset: offset))\"" }
      if let duration = activity.duration { parts += Self.duration(duration) }
      parts += ">\n" + activity.events.map { event($0, indent: "   ") }.joined()
      parts += activity.statistics.map { statistics($0, indent: "   ") }.joined()
      parts += metadata(activity.metadata, indent: "   ") + "  </WorkoutActivity>\n"
    }
    for numbers in workout?.statistics ?? [] { parts += statistics(numbers, indent: "  ") }
    let tied = try details.samples(ofWorkout: sample.row).samples
    for member in tied.samples { parts += "  <WorkoutSample" + attributes(member, in: tied) + "/>\n" }
    let routes = try details.routes(ofWorkout: sample.row)
    if !routes.samples.isEmpty { creationDates.merge(try details.creationDates(of: routes)) { $1 } }
    guard !routes.samples.isEmpty else {
      return try write(text + content(of: sample, in: samples, element: "Workout", indent: " ", parts: parts))
    }
    try write(text + ">\n" + entries(of: sample, in: samples, indent: "  ") + parts)
    for route in routes.samples { try self.route(route, in: routes, details, indent: "  ", to: write) }
    try write(" </Workout>\n")
  }

  /// A route with its points inline, as in Apple's exports of 2018; newer ones have separate files.
  private mutating func route(
    _ route: StoredSample, in routes: StoredSamples, _ details: any StoredDetails, indent: String,
    to write: (String) throws -> Void
  ) throws {
    try write(
      "\(indent)<WorkoutRoute" + origin(route, in: routes) + dates(route) + ">\n"
        + entries(of: route, in: routes, indent: indent + " "))
    try details.forEachRouteChunk(ofRoute: route.row) { points in
      try write(points.map { "\(indent) \(location($0))" }.joined())
    }
    try write("\(indent)</WorkoutRoute>\n")
  }

  private func location(_ point: RoutePoint) -> String {
    var text = "<Location date=\"\(SampleText.appleDate(point.date, offset: offset))\""
    // Unknown values are omitted, and read as unknown.
    let unknown = RoutePoint(date: point.date, latitude: .nan, longitude: .nan)
    for (name, column) in RouteText.columns where point[keyPath: column] != unknown[keyPath: column] {
      text += " \(name)=\"\(point[keyPath: column].shortText)\""
    }
    return text + "/>\n"
  }

  private static func activity(_ number: Int?) -> String {
    let number = number ?? WorkoutActivityCatalog.other
    return WorkoutActivityCatalog.entry(for: number)?.symbol ?? "\(number)"
  }

  private static func duration(_ seconds: Double) -> String {
    " duration=\"\(seconds.shortText)\" durationUnit=\"s\""
  }

  private func event(_ event: WorkoutEventRecord, indent: String) -> String {
    let symbol = WorkoutSymbols.eventType.symbol(for: event.type) ?? "HKWorkoutEventTypeMarker"
    let seconds = event.end.timeIntervalSince(event.start)
    let duration = seconds > 0 ? Self.duration(seconds) : ""
    let start = SampleText.appleDate(event.start, offset: offset)
    let entries = metadata(event.metadata, indent: indent + " ")
    return "\(indent)<WorkoutEvent type=\"\(symbol)\" date=\"\(start)\"\(duration)"
      + (entries.isEmpty ? "/>\n" : ">\n\(entries)\(indent)</WorkoutEvent>\n")
  }

  private func statistics(_ numbers: WorkoutStatisticsRecord, indent: String) -> String {
    var text = "\(indent)<WorkoutStatistics type=\"\(Self.escaped(numbers.type))\""
    text += " startDate=\"\(SampleText.appleDate(numbers.start, offset: offset))\""
    text += " endDate=\"\(SampleText.appleDate(numbers.end, offset: offset))\""
    for (name, value) in [
      ("average", numbers.average), ("minimum", numbers.minimum), ("maximum", numbers.maximum), ("sum", numbers.sum),
    ] {
      if let value { text += " \(name)=\"\(value.shortText)\"" }
    }
    return text + " unit=\"\(Self.escaped(numbers.unit))\"/>\n"
  }

  // MARK: - Text

  /// Escapes a text for an attribute value. Line breaks and tabs would be read back as spaces.
  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x26 || $0 == 0x3C || $0 == 0x3E }) else {
      return text
    }
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case let scalar where scalar.value < 0x20: escaped += "&#\(scalar.value);"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
