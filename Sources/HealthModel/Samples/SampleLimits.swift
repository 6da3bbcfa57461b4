/// The largest samples that a store holds, however they arrive: in a file, from a feed or from a program.
///
/// Real data are far below these limits. What exceeds one is skipped and reported, so that everything in a store can be
/// exported and read again, and no file can make an import's memory grow with it. Dates, durations and values have
/// `SampleBounds`.
package enum SampleLimits {
  /// UTF-8 bytes of a type's identifier, a unit, each part of a source or a device, the name of an attachment.
  package static let longestName = 4_096
  /// UTF-8 bytes of the keys and texts in the metadata of one sample, or of one part of a workout, and 8 for each entry.
  package static let mostMetadataBytes = 1 << 18
  package static let mostMembers = 4_096
  /// Events, activities, statistics and routes of a workout.
  package static let mostWorkoutParts = 16_384
  /// Samples that a workout refers to.
  package static let mostWorkoutSamples = 1 << 18
  /// Points of one route, and of all routes of a workout: three days, with one point per second.
  package static let mostPoints = 1 << 18
  /// Bytes of the data of one sample: a clinical document of decades has some hundred megabytes.
  package static let mostDataBytes = 1 << 30
  /// Bytes of an attached file, which is held in memory, and of all files of one sample.
  package static let mostFileBytes = 16 << 20
  package static let mostBytesOfFiles = 24 << 20
  /// Files of one sample.
  package static let mostAttachments = 256

  package static func allows(_ type: SampleTypeUse) -> Bool {
    isName(type.identifier) && isName(type.unit)
  }

  package static func allows(_ provenance: Provenance) -> Bool {
    let device = provenance.device
    return isName(provenance.source.name) && isName(provenance.source.bundleIdentifier) && isName(provenance.version)
      && isName(provenance.productType) && isName(provenance.operatingSystem)
      && [
        device?.name, device?.manufacturer, device?.model, device?.hardwareVersion, device?.firmwareVersion,
        device?.softwareVersion, device?.localIdentifier, device?.udiDeviceIdentifier,
      ].allSatisfy(isName)
  }

  package static func allows(_ metadata: Metadata) -> Bool {
    metadata.entries.reduce(0) { $0 + bytes(of: $1) } <= mostMetadataBytes
  }

  /// The bytes of an entry that count towards `mostMetadataBytes`.
  package static func bytes(of entry: Metadata.Entry) -> Int {
    let bytes = 8 + entry.key.utf8.count
    switch entry.value {
    case .text(let text), .quantity(_, unit: let text): return bytes + text.utf8.count
    case .number, .integer, .unsigned, .flag, .date: return bytes
    }
  }

  /// Whether a workout has neither too many parts nor one that is too large.
  package static func allows(_ workout: WorkoutRecord) -> Bool {
    func allows(_ events: [WorkoutEventRecord], _ statistics: [WorkoutStatisticsRecord]) -> Bool {
      events.allSatisfy { Self.allows($0.metadata) } && statistics.allSatisfy { isName($0.type) && isName($0.unit) }
    }
    let activities = workout.activities
    let parts = activities.reduce(
      workout.events.count + activities.count + workout.statistics.count + workout.routes.count
    ) { $0 + $1.events.count + $1.statistics.count }
    return parts <= mostWorkoutParts && workout.samples.count <= mostWorkoutSamples
      && workout.routes.reduce(0) { $0 + $1.points.count } <= mostPoints && allows(workout.events, workout.statistics)
      && activities.allSatisfy { Self.allows($0.metadata) && allows($0.events, $0.statistics) }
  }

  /// The entries of a batch's tables that are too large.
  package struct Oversized: Sendable {
    private var types: Set<Int> = []
    private var provenances: Set<Int> = []
    private var metadata: Set<Int> = []
    /// The entries that have been checked.
    private var checked = (types: 0, provenances: 0, metadata: 0)

    package init() {}

    /// Checks the entries that were added to the tables since the last batch.
    package mutating func adopt(_ tables: SampleTables) {
      func check<Element>(
        _ list: ChunkedArray<Element>, _ checked: inout Int, _ found: inout Set<Int>, _ allows: (Element) -> Bool
      ) {
        for index in max(checked, list.startIndex)..<max(checked, list.endIndex) where !allows(list[index]) {
          found.insert(index)
        }
        checked = list.endIndex
      }
      check(tables.types, &checked.types, &types, SampleLimits.allows)
      check(tables.provenances, &checked.provenances, &provenances, SampleLimits.allows)
      check(tables.metadata, &checked.metadata, &metadata, SampleLimits.allows)
    }

    package func contains(_ sample: SampleRecord) -> Bool {
      // Almost always all are empty.
      (!types.isEmpty && types.contains(Int(sample.type)))
        || (!provenances.isEmpty && provenances.contains(Int(sample.provenance)))
        || (!metadata.isEmpty && metadata.contains(Int(sample.metadata)))
    }
  }

  private static func isName(_ text: String?) -> Bool { (text?.utf8.count ?? 0) <= longestName }
}
