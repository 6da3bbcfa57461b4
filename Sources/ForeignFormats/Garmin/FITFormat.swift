import FoundationEssentials
import HealthImport
import HealthModel

/// Files of Garmin's and other makers' devices: activities, daily monitoring, sleep and other measurements.
struct FITFormat: ImportFormat {
  static let description = FormatDescription(
    feed: "garmin", title: "FIT files",
    replacement: .overlapping)

  static var contents: [FormatContent] {
    FITActivity.Kind.allCases.map(\.content) + [FITCounters.contents] + FITMeasurements.contents + [
      FormatContent("other messages", stored: "not stored; a file with nothing else is skipped as `unsupportedElement`")
    ]
  }

  private let activities: [OfferedFile]
  private let context: ImportContext
  private let list: StravaList

  var files: [OfferedFile] { activities + list.lists }

  init?(_ files: OfferedFiles, _ context: ImportContext) throws {
    activities = files.free.filter { FITFile.isFIT($0.head(16)) }
    self.context = context
    if activities.isEmpty { return nil }
    list = try StravaList(files)
  }

  private static let fileID: UInt16 = 0
  /// The number of an activity in the global profile's types of files.
  private static let activity = 4

  mutating func read(into batcher: inout FeedBatcher) throws {
    // Counters continue from file to file, so files are read in chronological order, after all have been validated.
    var ordered: [(file: OfferedFile, isActivity: Bool, created: Int, serial: Int, sports: FITActivity.Sports)] = []
    for file in activities {
      var isActivity = false
      var (created, serial) = (0, 0)
      var sports = FITActivity.Sports()
      try Self.naming(file) {
        try FITFile.check(file.source())
        try FITFile.forEachMessage(file.source()) { message in
          sports.note(message)
          guard message.kind == Self.fileID else { return }
          (created, serial) = (message.whole(4) ?? created, message.whole(3) ?? serial)
          isActivity = message.whole(0) == Self.activity
        }
      }
      ordered.append((file, isActivity, created, serial, sports))
    }
    ordered.sort { ($0.created, $0.file.name) < ($1.created, $1.file.name) }
    var standHours = StandHours(context: context)
    var counters = FITCounters(context: context)
    for (file, isActivity, _, serial, sports) in ordered {
      if isActivity {
        var activity = FITActivity(name: file.name, sports: sports, listed: list.activity(of: file))
        try Self.naming(file) { try FITFile.forEachMessage(file.source()) { try activity.read($0, &batcher) } }
        try activity.finish(&batcher)
      } else {
        var measurements = FITMeasurements(name: file.name)
        counters.begin(file.name, device: serial)
        try Self.naming(file) {
          try FITFile.forEachMessage(file.source()) { message in
            if try counters.read(message, &standHours, &batcher) { return measurements.noteMonitoring() }
            try measurements.read(message, &batcher)
          }
        }
        try counters.flush(&standHours, &batcher)
        try measurements.finish(&batcher)
      }
    }
    try standHours.store(into: &batcher)
  }

  private static func naming(_ file: OfferedFile, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as FormatDamage {
      throw FormatDamage(reason: "\(file.name): \(error.reason)")
    }
  }
}
