/// The limits of an export's XML, beside those of samples in `SampleLimits`.
enum ExportLimits {
  /// Members that are indented as if they were independent records.
  static let mostDoubtfulMembers = 1_024
  /// Levels of nesting that are tracked.
  static let deepest = 64
  /// Elements before the first one with data.
  static let mostHeaderElements = 16
  /// Bytes of distinct types, sources and metadata in one batch, and of those that are cached.
  static let mostTableBytes = 1 << 20
}
