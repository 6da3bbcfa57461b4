import FoundationEssentials
import HealthModel

extension HealthAutoExportParser {
  /// A workout in either version of the format. Its routes and its series are ignored: the series are also sent as
  /// metrics.
  mutating func workout(_ reader: inout JSONReader) throws {
    var identifier: String?
    var name = ""
    var location: String?
    var start: Date?
    var end: Date?
    var duration: Double?
    var source = ""
    var amounts: [String: (quantity: Double, unit: String)] = [:]
    try reader.object { reader, key in
      switch (key, try reader.kind()) {
      case ("id", .text): identifier = try reader.text(limit: 128)
      case ("name", .text): name = try reader.text(limit: 256)
      case ("location", .text): location = try reader.text(limit: 64)
      case ("source", .text): source = try reader.text(limit: 4_096)
      case ("start", .text): start = try self.instant(&reader)?.date
      case ("end", .text): end = try self.instant(&reader)?.date
      case ("duration", .number): duration = try reader.number()
      case ("activeEnergyBurned", .object), ("activeEnergy", .object), ("distance", .object):
        amounts[key == "activeEnergy" ? "activeEnergyBurned" : key] = try Self.amount(&reader)
      case ("start", _), ("end", _), ("name", _): throw reader.failure("is not a string")
      default: try reader.skip()
      }
    }
    let place = reader.place
    guard let start, let end else { return batcher.skip(SkipReason.badDate.rawValue, at: place) }
    guard end >= start else { return batcher.skip(SkipReason.endBeforeStart.rawValue, at: place) }
    switch SampleBounds.violation(start: start, end: end, kind: .workout, type: TypeIdentifier.workout) {
    case .dateOutOfRange: return batcher.skip(SkipReason.dateOutOfRange.rawValue, at: place)
    case .tooLong: return batcher.skip(SkipReason.lastsTooLong.rawValue, at: place)
    case nil: break
    }
    let activity = MetricCatalog.activity(named: name)
    var metadata: [Metadata.Entry] = []
    if let identifier { metadata.append(Metadata.Entry(key: "HKExternalUUID", value: .text(identifier))) }
    if !name.isEmpty { metadata.append(Metadata.Entry(key: "HKWorkoutBrandName", value: .text(name))) }
    if location?.lowercased() == "indoor" || name.hasPrefix("Indoor ") {
      metadata.append(Metadata.Entry(key: "HKIndoorWorkout", value: .flag(true)))
    }
    let sample = SampleRecord(
      type: batcher.tables.type(SampleTypeUse(identifier: TypeIdentifier.workout, kind: .workout)),
      provenance: batcher.tables.provenance(Provenance(source: Source(name: source))),
      metadata: batcher.tables.metadata(metadata), start: start, end: end, value: Double(activity))
    let seconds = end.timeIntervalSince(start)
    var record = WorkoutRecord(
      sample: sample, duration: duration.flatMap { (0...seconds + 1).contains($0) ? min($0, seconds) : nil } ?? seconds)
    let swims = activity == MetricCatalog.activity(named: "swimming")
    let cycles = activity == MetricCatalog.activity(named: "cycling")
    let types = [
      "activeEnergyBurned": TypeIdentifier.activeEnergyBurned,
      "distance": swims
        ? "HKQuantityTypeIdentifierDistanceSwimming"
        : cycles ? "HKQuantityTypeIdentifierDistanceCycling" : TypeIdentifier.distanceWalkingRunning,
    ]
    for key in amounts.keys.sorted() {
      guard let amount = amounts[key], let type = types[key],
        AppleCatalog.conversion(from: amount.unit, forQuantityType: type) != nil, SampleBounds.allows(amount.quantity)
      else { continue }
      record.statistics.append(
        WorkoutStatisticsRecord(type: type, unit: amount.unit, start: start, end: end, sum: amount.quantity))
    }
    try batcher.add(record)
  }

  private static func amount(_ reader: inout JSONReader) throws -> (quantity: Double, unit: String)? {
    var quantity: Double?
    var unit: String?
    try reader.object { reader, key in
      switch (key, try reader.kind()) {
      case ("qty", .number): quantity = try reader.number()
      case ("units", .text): unit = try reader.text(limit: 64)
      default: try reader.skip()
      }
    }
    return quantity.flatMap { quantity in unit.map { (quantity, $0) } }
  }
}
