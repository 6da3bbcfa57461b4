package import FoundationEssentials

/// The parameters of an import that do not come from its file.
package struct ImportOptions: Sendable {
  /// When the import starts.
  package var now: Date
  /// The home zone that the user configured, if any.
  package var configuredZone: String?
  /// The system's zone, for a first import whose data names none.
  package var systemZone: String
  /// Whether samples that a complete, newer export no longer contains are deleted.
  package var deletesMissing: Bool
  /// Cancels the import and rolls back the current batch.
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

/// The result of a finished import, beside its counts.
package struct ImportOutcome: Sendable {
  /// The new home zone and its reason; nil if it did not change.
  package var homeZone: HomeZoneChoice?
  /// Samples from earlier imports that this newer export no longer contains.
  package var missing = 0
  /// How many of them were deleted.
  package var deleted = 0
  /// Samples from feeds that were deleted because this export contains the same.
  package var retired = 0
  /// Samples of earlier files and posts of the same kind that were replaced.
  package var replaced = 0
  /// The number of the import in the list; nil if it stored nothing.
  package var importID: Int64?

  package init() {}
}

/// Samples that an import deleted from the store.
package struct ImportRemovals: Sendable, Hashable {
  /// From feeds, because the export contains the same.
  package var delivered = 0
  /// From earlier exports, because this newer one no longer contains them.
  package var missing = 0

  package init(delivered: Int = 0, missing: Int = 0) {
    self.delivered = delivered
    self.missing = missing
  }
}

/// The basis of the home zone. Chosen at the first write; changed only by the user, or if it was a guess and later
/// data names a zone; never silently.
package struct HomeZoneChoice: Sendable, Hashable {
  package enum Reason: String, Sendable {
    /// Configured by the user.
    case configured
    /// Named by an export of a store.
    case exported
    /// The zone that records name on most days.
    case namedByData
    /// No record names one, and the system's zone had the printed offset when the export was made.
    case system
    /// Neither: the printed offset itself, without daylight saving time. The user should configure a zone.
    case printedOffset
  }

  package var zone: String
  package var reason: Reason

  package init(zone: String, reason: Reason) {
    self.zone = zone
    self.reason = reason
  }
}
