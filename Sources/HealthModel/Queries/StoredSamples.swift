package import FoundationEssentials

/// A sample in a store: a flat record that refers to the tables of its `StoredSamples`.
package struct StoredSample: Hashable, Sendable {
  /// Ascending in the order of writing.
  package var row: Int64
  package var uuid: UUID
  /// Key of `StoredSamples.types`.
  package var type: Int64
  package var start: Date
  package var end: Date
  /// In the type's unit; a category's or a workout's raw value; NaN if there is none.
  package var value: Double
  /// Key of `StoredSamples.provenances`.
  package var provenance: Int64
  /// Key of `StoredSamples.metadata`, 0 for none.
  package var metadata: Int64

  package init(
    row: Int64, uuid: UUID, type: Int64, start: Date, end: Date, value: Double, provenance: Int64, metadata: Int64
  ) {
    self.row = row
    self.uuid = uuid
    self.type = type
    self.start = start
    self.end = end
    self.value = value
    self.provenance = provenance
    self.metadata = metadata
  }
}

/// The result of a read, with everything that its samples refer to, each once.
package struct StoredSamples: Sendable {
  package struct TypeInfo: Hashable, Sendable {
    package var identifier: String
    package var kind: SampleKind
    /// The unit of its values, empty if it has none.
    package var unit: String
    /// The same for a quantity type, in a catalog or not; nil if it is not a unit.
    package var quantityUnit: HealthUnit?

    package init(identifier: String, kind: SampleKind, unit: String) {
      self.identifier = identifier
      self.kind = kind
      self.unit = unit
      quantityUnit = UnlistedTypes.unit(of: identifier, kind: kind, text: unit)
    }
  }

  /// In the requested order.
  package var samples: [StoredSample] = []
  package var types: [Int64: TypeInfo] = [:]
  package var provenances: [Int64: Provenance] = [:]
  package var metadata: [Int64: Metadata] = [:]
  /// The members of each correlation, by its row.
  package var members: [Int64: [StoredSample]] = [:]
  /// What belongs to each workout, by its row; the sample inside is not filled in.
  package var workouts: [Int64: WorkoutRecord] = [:]
  /// The number of points of each route, by its row.
  package var routePoints: [Int64: Int] = [:]
  /// The data of clinical records, by row; the data of other samples is read one sample at a time.
  package var data: [Int64: [UInt8]] = [:]

  package init() {}
}

/// A sample that was deleted.
package struct StoredDeletion: Hashable, Sendable {
  package var row: Int64
  package var uuid: UUID
  /// Sync identifier and version, if it had them.
  package var metadata: Metadata

  package init(row: Int64, uuid: UUID, metadata: Metadata) {
    self.row = row
    self.uuid = uuid
    self.metadata = metadata
  }
}

/// The changes since an anchor.
package struct StoredChanges: Sendable {
  package var added: StoredSamples
  package var deleted: [StoredDeletion]
  package var anchor: StoreAnchor
  /// Whether the anchor could not be continued, so that these are the first changes of all. A client discards what it has.
  package var startsOver: Bool

  package init(added: StoredSamples, deleted: [StoredDeletion], anchor: StoreAnchor, startsOver: Bool = false) {
    self.added = added
    self.deleted = deleted
    self.anchor = anchor
    self.startsOver = startsOver
  }
}

/// The workouts and correlations that a stored sample belongs to.
package struct SampleMembership: Hashable, Sendable {
  package var isCorrelated = false
  /// The identities of the workouts, each with the bundle identifier of the client that saved it.
  package var workouts: [UUID: String] = [:]

  package init() {}
}
