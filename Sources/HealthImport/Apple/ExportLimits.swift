/// The maximum size of one element. Real exports are far below these limits; anything beyond is dropped and reported,
/// so that no file can make the import's memory grow with it.
enum ExportLimits {
  /// Bytes of one type, unit, source, version, device, or other name.
  static let longestName = 4_096
  /// Bytes of the metadata of one sample, of its beats, and of all parts of one workout.
  static let mostMetadataBytes = 1 << 17
  static let mostMembers = 4_096
  /// Members that are indented as if they were independent records.
  static let mostDoubtfulMembers = 1_024
  /// Events, activities, statistics and routes of a workout.
  static let mostWorkoutParts = 16_384
  /// Samples that a workout refers to.
  static let mostWorkoutSamples = 1 << 18
  /// Levels of nesting that are tracked.
  static let deepest = 64
  /// Elements before the first one with data.
  static let mostHeaderElements = 16
  /// Bytes of distinct types, sources and metadata in one batch, and of those that are cached.
  static let mostTableBytes = 1 << 20
}
