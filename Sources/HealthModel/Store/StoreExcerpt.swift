package import FoundationEssentials

/// What a store knows beside its samples, for a file that is to hold all of it.
package struct StoreExcerpt: Sendable {
  /// When the newest export that was imported was made.
  package var exportDate: Date?
  /// Name and value as Apple prints them.
  package var characteristics: [String: String]
  /// The user's home zone.
  package var homeZone: String?
  /// Apple's own rows, by day. One that an export printed while its day was still running, and that no later export has
  /// completed, keeps its goals alone: its numbers are of a moment that the file does not name.
  package var appleSummaries: [AppleSummaryRecord]

  package init(
    exportDate: Date? = nil, characteristics: [String: String] = [:], homeZone: String? = nil,
    appleSummaries: [AppleSummaryRecord] = []
  ) {
    self.exportDate = exportDate
    self.characteristics = characteristics
    self.homeZone = homeZone
    self.appleSummaries = appleSummaries
  }
}
