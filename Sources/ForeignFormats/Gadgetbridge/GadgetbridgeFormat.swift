import FoundationEssentials
import HealthImport
import HealthModel

/// Gadgetbridge's exported database, with tables of their own for each make of device.
struct GadgetbridgeFormat: ImportFormat {
  static let description = FormatDescription(
    feed: "gadgetbridge", title: "Gadgetbridge",
    replacement: .sameStart)

  static var contents: [FormatContent] { GadgetbridgeTables.contents }

  private let source: OpenDatabase
  private let context: ImportContext
  private var database: any ForeignDatabase { source.database }

  var files: [OfferedFile] { [source.file] }

  init?(_ files: OfferedFiles, _ context: ImportContext) throws {
    guard let source = try files.database(with: ["DEVICE", "USER"], context),
      source.database.tables.contains(where: { GadgetbridgeReader.isMinutes($0, $1) })
    else { return nil }
    self.source = source
    self.context = context
  }

  mutating func read(into batcher: inout FeedBatcher) throws {
    var reader = GadgetbridgeReader(database: database, context: context, devices: try devices(), batcher: batcher)
    defer { batcher = reader.batcher }
    var workouts: [String] = []
    // The database has a table for every device in existence, most of them empty.
    for (table, columns) in database.tables.sorted(by: { $0.key < $1.key }) {
      if table == GadgetbridgeTables.workouts {
        workouts.append(table)
      } else if GadgetbridgeReader.isMinutes(table, columns) {
        try reader.readMinutes(table)
      } else if let measurement = GadgetbridgeTables.measurements.first(where: {
        table.hasSuffix($0.suffix) && columns.contains($0.column)
      }) {
        try reader.readMeasurements(table, measurement)
      } else if let stages = GadgetbridgeTables.stages.first(where: { $0.table == table }) {
        try reader.readStages(stages)
      } else if let stages = GadgetbridgeTables.overlays[table] {
        try reader.readOverlay(table, stages)
      } else if table == GadgetbridgeTables.intensityMinutes {
        try reader.readIntensityMinutes()
      } else if columns.isSuperset(of: ["TIMESTAMP", "DEVICE_ID"]), !GadgetbridgeTables.belongsToStages(table) {
        try database.forEachRow(ForeignQuery(table, ["TIMESTAMP"])) { _ in
          reader.batcher.skip(.unsupportedElement, at: table)
        }
      }
    }
    try reader.finish()
    for table in workouts { try reader.readWorkouts(table) }
  }

  /// The provenance of each device by its number.
  private func devices() throws -> [Int64: Provenance] {
    var devices: [Int64: Provenance] = [:]
    try database.forEachRow(ForeignQuery("DEVICE", ["_id", "NAME", "MANUFACTURER", "MODEL", "ALIAS"])) { row in
      guard let id = row[0].integer, devices.count < 1_024 else { return }
      devices[id] = Provenance(
        source: Source(name: row[4].text ?? row[1].text ?? ""),
        device: Device(name: row[1].text, manufacturer: row[2].text, model: row[3].text))
    }
    return devices
  }
}

extension GadgetbridgeTables {
  /// Whether a table only says when the nights of a table of stages began and ended.
  static func belongsToStages(_ table: String) -> Bool {
    stages.contains {
      switch $0.extent {
      case .duration: false
      case .next(let nights): nights == table
      case .previous(let events): events == table
      }
    }
  }
}
