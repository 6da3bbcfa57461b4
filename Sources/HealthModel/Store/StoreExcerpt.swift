package import FoundationEssentials

/// The contents of a store beside its samples, for a complete export.
package struct StoreExcerpt: Sendable {
  /// When the newest imported export was created.
  package var exportDate: Date?
  /// Name and value as Apple prints them.
  package var characteristics: [String: String]
  /// The user's home zone.
  package var homeZone: String?
  /// Apple's own rows, by day. A row that an export printed during that day, and that no later export has completed,
  /// contains only its goals: its numbers are as of a moment that the file does not name.
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
