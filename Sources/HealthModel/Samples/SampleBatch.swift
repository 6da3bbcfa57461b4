package import FoundationEssentials

/// The kind of a sample's value.
package enum SampleKind: Int, Sendable, Hashable, CaseIterable {
  case quantity = 0
  case category = 1
  case correlation = 2
  case workout = 3
  /// A type that is not in the catalog, kept unchanged.
  case other = 4
}

/// A type as used in a file or by a caller: its identifier and the unit of its values.
///
/// A type with values in two units results in two of these; the store converts both to the canonical unit.
package struct SampleTypeUse: Hashable, Sendable {
  /// The raw identifier, `HKQuantityTypeIdentifierStepCount`.
  @Exact package var identifier: String
  package var kind: SampleKind
  /// The unit string of the values, or nil for values without one.
  @Exact package var unit: String?

  package init(identifier: String, kind: SampleKind, unit: String? = nil) {
    self.identifier = identifier
    self.kind = kind
    self.unit = unit
  }
}

/// Values that many samples share, stored once; samples refer to these arrays by index.
///
/// Within one run an index keeps its meaning from batch to batch, until a batch whose arrays begin after it.
package struct SampleTables: Sendable {
  package var types: ChunkedArray<SampleTypeUse> = []
  package var provenances: ChunkedArray<Provenance> = []
  package var metadata: ChunkedArray<Metadata> = []

  package init() {}
}

/// One measured or entered value: a flat record without references, so that half a million of them use no more memory
/// than their bytes.
package struct SampleRecord: Hashable, Sendable {
  /// Index into `SampleTables.types`.
  package var type: Int32
  /// Index into `SampleTables.provenances`.
  package var provenance: Int32
  /// Index into `SampleTables.metadata`, -1 for none.
  package var metadata: Int32
  /// The line in the file, 0 if there is no file.
  package var line: Int32
  package var start: Date
  package var end: Date
  /// The quantity in the unit of its type use, or the raw value of a category; NaN if the record has no value.
  package var value: Double
  /// When it was written, in seconds after its end; infinite if unknown.
  package var creationDelay = Double.infinity
  /// The identity provided by the caller; the store assigns one to imported samples.
  package var uuid: UUID?

  package init(
    type: Int32, provenance: Int32, metadata: Int32 = -1, line: Int32 = 0,
    start: Date, end: Date, value: Double, uuid: UUID? = nil
  ) {
    self.type = type
    self.provenance = provenance
    self.metadata = metadata
    self.line = line
    self.start = start
    self.end = end
    self.value = value
    self.uuid = uuid
  }

  /// Sets when it was written. Its end must already be set.
  ///
  /// The delay is rounded to a millisecond, so that a printed value is read back unchanged.
  package mutating func setCreationDate(_ date: Date) {
    creationDelay = (date.timeIntervalSince(end) * 1_000).rounded() / 1_000
  }
}

/// A sample that groups others: a meal, a blood pressure reading.
package struct CorrelationRecord: Sendable {
  package var sample: SampleRecord
  package var members: [SampleRecord]

  package init(sample: SampleRecord, members: [SampleRecord]) {
    self.sample = sample
    self.members = members
  }
}

/// A file that was written by itself, as a delivery of its own: it replaces what files before it say of the same time.
package struct DeliveredFile: Hashable, Sendable {
  /// When its newest record begins, before which it was not written; nil if that is not known.
  package var newest: Date?

  package init(newest: Date? = nil) {
    self.newest = newest
  }
}

/// A part of an import or a save, in the order of its source.
package struct SampleBatch: Sendable {
  package var tables: SampleTables
  package var samples: [SampleRecord] = []
  package var correlations: [CorrelationRecord] = []
  /// Routes whose workout is not in the batch.
  package var routes: [RouteRecord] = []
  package var workouts: [WorkoutRecord] = []
  /// Samples with data of their own.
  package var withData: [DataRecord] = []
  package var appleSummaries: [AppleSummaryRecord] = []
  /// In the first batch of each of several files that are imported together.
  package var file: DeliveredFile?
  /// Whether it contains only the clinical document beside the export's XML, which is not one of its records.
  package var isDocument = false

  package init(tables: SampleTables = SampleTables()) {
    self.tables = tables
  }

  package var isEmpty: Bool {
    samples.isEmpty && correlations.isEmpty && routes.isEmpty && workouts.isEmpty && withData.isEmpty
      && appleSummaries.isEmpty
  }
}
