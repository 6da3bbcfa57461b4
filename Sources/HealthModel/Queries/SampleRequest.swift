package import FoundationEssentials

/// A request for samples of one type.
package struct SampleRequest: Hashable, Sendable {
  /// The raw identifier of the type.
  package var type: String
  package var filter: SampleFilter

  package init(type: String, filter: SampleFilter = .always) {
    self.type = type
    self.filter = filter
  }
}

/// An order of samples. Equal samples are in the order of writing, or in reverse if the last key is descending.
package struct SampleSort: Hashable, Sendable {
  package enum Key: Hashable, Sendable {
    case start
    case end
    /// The duration without pauses, in seconds; for workouts.
    case workoutDuration
    /// One of the totals of a workout; workouts without it come first.
    case workoutTotal(WorkoutTotal)
  }

  package var key: Key
  package var isAscending: Bool

  package init(_ key: Key, isAscending: Bool) {
    self.key = key
    self.isAscending = isAscending
  }
}

/// A position in the order of writing of one store: the client has seen everything up to it.
package struct StoreAnchor: Hashable, Sendable, Codable {
  /// The identity of the store; nil in older anchors that did not contain it, and before anything was written.
  package var store: UUID?
  /// The last sample's row.
  package var sample: Int64
  /// The last deletion's row.
  package var deletion: Int64

  package init(store: UUID? = nil, sample: Int64 = 0, deletion: Int64 = 0) {
    self.store = store
    self.sample = sample
    self.deletion = deletion
  }
}
