package import FoundationEssentials

/// What the store needs to know for an import that its file does not say.
package struct ImportOptions: Sendable {
  /// When the import starts.
  package var now: Date
  /// The home zone that the user configured, if any.
  package var configuredZone: String?
  /// The zone of the system, for a first import whose data name none.
  package var systemZone: String
  /// Whether samples that a complete, newer export no longer holds are deleted.
  package var deletesMissing: Bool
  /// Rolls back the batch that is being written.
  package var cancellation: Cancellation?

  package init(
    now: Date, configuredZone: String? = nil, systemZone: String, deletesMissing: Bool = false,
    cancellation: Cancellation? = nil
  ) {
    self.now = now
    self.cancellation = cancellation
    self.configuredZone = configuredZone
    self.systemZone = systemZone
    self.deletesMissing = deletesMissing
  }
}

/// What a finished import can say beyond its counts.
package struct ImportOutcome: Sendable {
  /// Which home zone holds from now on and why; nil where it stays as it was.
  package var homeZone: HomeZoneChoice?
  /// Samples from earlier imports that this newer export does not hold any more.
  package var missing = 0
  /// How many of them were deleted.
  package var deleted = 0
  /// Samples that had come by feeds before, and went because this export holds the same.
  package var retired = 0
  /// Samples of earlier files and posts of the same kind whose place this one took.
  package var replaced = 0
  /// The number of the import in the list; nil for one that stored nothing.
  package var importID: Int64?

  package init() {}
}

/// Samples that an import took out of the store.
package struct ImportRemovals: Sendable, Hashable {
  /// Had come by feeds, and the export held the same.
  package var delivered = 0
  /// Were of earlier exports, and this newer one did not hold them any more.
  package var missing = 0

  package init(delivered: Int = 0, missing: Int = 0) {
    self.delivered = delivered
    self.missing = missing
  }
}

/// Which zone the user is taken to live in, and why. Made at the first write; changed by the user's word, or where it was
/// a guess and data name a zone, and never silently.
package struct HomeZoneChoice: Sendable, Hashable {
  package enum Reason: String, Sendable {
    /// The user's configuration says so.
    case configured
    /// An export of a store names it as that store's.
    case exported
    /// Most days whose records name a zone name this one.
    case namedByData
    /// No record names one, and the system's zone had the printed offset when the export was made.
    case system
    /// Neither: the printed offset itself, which knows no summer time. The user should configure a zone.
    case printedOffset
  }

  package var zone: String
  package var reason: Reason

  package init(zone: String, reason: Reason) {
    self.zone = zone
    self.reason = reason
  }
}
