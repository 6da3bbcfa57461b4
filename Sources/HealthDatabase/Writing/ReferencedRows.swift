import GRDB
import HealthModel

/// The provenances and the sets of metadata to which the samples of a run refer.
///
/// Their rows are looked up, or created, when a sample needs them, and are cached by their index in a batch's tables.
/// References are counted until the end of the transaction.
struct ReferencedRows {
  var registry: Registry
  /// A provenance of the batch's tables.
  struct ProvenanceState {
    /// 0 if the source has not written anything yet.
    var sourceID: Int64
    var sourceClass: SourceRank.Class
    /// 0 until a sample is stored with it.
    var id: Int64 = 0
    /// The number of samples in this transaction that its row does not count yet.
    var uses = 0
  }

  /// A set of metadata of the batch's tables.
  struct MetadataState {
    /// 0 for the empty set.
    var id: Int64
    /// The index of its zone, -1 if it contains none.
    fileprivate var zone: Int32
    /// The `SampleFlag` bits of the samples with this set.
    var flags: Int64
    /// The number of samples in this transaction that its row does not count yet.
    var uses: Int32 = 0
  }

  /// The source of the last provenance. Many provenances can differ only in the version of their source.
  private var lastSource: (source: Source, hardware: String, id: Int64)?
  private var provenances = IndexedStates<ProvenanceState>()
  private var usedProvenances: [Int] = []
  private var metadata = IndexedStates<MetadataState>()
  private var usedMetadata: [Int] = []
  /// The references to sets that are not in the tables: those from parts of workouts.
  private var partMetadata: [Int64: Int] = [:]
  private var zones: [String] = []
  private var zoneIndex: [String: Int32] = [:]
  var zoneNames = ZoneNames()

  init(registry: Registry) {
    self.registry = registry
  }

  /// Adjusts to entries added to a batch's tables since the last one.
  mutating func adopt(_ tables: SampleTables) {
    // References are counted at the end of the transaction.
    provenances.adopt(tables.provenances.indices, canForget: usedProvenances.isEmpty)
    metadata.adopt(tables.metadata.indices, canForget: usedMetadata.isEmpty)
  }

  /// Discards the cached rows, which another writer may have removed.
  mutating func forgetAll() {
    lastSource = nil
    registry.forgetAll()
    provenances.forgetAll()
    metadata.forgetAll()
  }

  // MARK: - Provenances

  /// The cached state of a provenance, without creating rows.
  mutating func provenance(_ db: Database, of index: Int32, tables: SampleTables) throws -> ProvenanceState {
    if let known = provenances[Int(index)] { return known }
    let provenance = tables.provenances[Int(index)]
    let source = try registry.source(db, provenance.source, hardware: Registry.hardware(of: provenance.device))
    let state = ProvenanceState(sourceID: source ?? 0, sourceClass: Registry.sourceClass(of: provenance))
    provenances[Int(index)] = state
    return state
  }

  /// The row of a provenance, created if it is missing; counts the sample that is stored with it.
  ///
  /// - Returns: the provenance, and whether its source is new, so that it has no other samples.
  mutating func useProvenance(
    _ db: Database, of index: Int32, tables: SampleTables, ranks: inout SourceFirstStarts
  ) throws -> (state: ProvenanceState, hasNewSource: Bool) {
    if var state = provenances[Int(index)], state.id != 0 {
      if state.uses == 0 { usedProvenances.append(Int(index)) }
      state.uses += 1
      provenances[Int(index)] = state
      return (state, false)
    }
    let provenance = tables.provenances[Int(index)]
    let source = try makeSource(db, of: provenance, ranks: &ranks)
    let row = try registry.makeProvenance(db, provenance, source: source)
    var state = ProvenanceState(
      sourceID: source.id, sourceClass: Registry.sourceClass(of: provenance), id: row.id)
    // A new row already counts this sample.
    if !row.isNew {
      usedProvenances.append(Int(index))
      state.uses = 1
    }
    provenances[Int(index)] = state
    return (state, source.isNew)
  }

  private mutating func makeSource(
    _ db: Database, of provenance: Provenance, ranks: inout SourceFirstStarts
  ) throws -> Registry.FoundRow {
    let hardware = Registry.hardware(of: provenance.device)
    if let lastSource, lastSource.source == provenance.source, lastSource.hardware.hasSameBytes(as: hardware) {
      return Registry.FoundRow(id: lastSource.id)
    }
    let source = try registry.makeSource(
      db, provenance.source, hardware: hardware, sourceClass: Registry.sourceClass(of: provenance))
    if source.isReranked { try ranks.noteReranked(db, source: source.row.id) }
    lastSource = (provenance.source, hardware, source.row.id)
    return source.row
  }

  // MARK: - Metadata

  /// The row of a set of metadata, created if it is missing; counts the sample that is stored with it. Nil without
  /// metadata.
  mutating func useMetadata(_ db: Database, of index: Int32, tables: SampleTables) throws -> MetadataState? {
    guard index >= 0 else { return nil }
    var state: MetadataState
    if let known = metadata[Int(index)] {
      state = known
    } else {
      let row = try registry.metadata(db, tables.metadata[Int(index)])
      state = MetadataState(
        id: row.id ?? 0, zone: row.zone.map { indexOfZone($0) } ?? -1,
        flags: row.flags)
      // A new row already counts this sample.
      if row.isNew {
        metadata[Int(index)] = state
        return state
      }
    }
    if state.uses == 0, state.id != 0 { usedMetadata.append(Int(index)) }
    state.uses += 1
    metadata[Int(index)] = state
    return state
  }

  /// The row of the metadata of a part of a workout, with one more reference.
  mutating func usePartMetadata(_ db: Database, _ metadata: Metadata) throws -> Int64? {
    let row = try registry.metadata(db, metadata)
    guard let id = row.id else { return nil }
    if !row.isNew { partMetadata[id, default: 0] += 1 }
    return id
  }

  /// The name of the zone in a set of metadata.
  func zone(of metadata: MetadataState) -> String? {
    metadata.zone >= 0 ? zones[Int(metadata.zone)] : nil
  }

  private mutating func indexOfZone(_ name: String) -> Int32 {
    guard zoneNames.zone(name) != nil else { return -1 }
    if let known = zoneIndex[name] { return known }
    zones.append(name)
    zoneIndex[name] = Int32(zones.count - 1)
    return Int32(zones.count - 1)
  }

  // MARK: - References

  /// Adds this transaction's references to those of the rows.
  mutating func storeUses(_ db: Database) throws {
    let ofProvenance = try RawStatement(db, "UPDATE provenance SET uses = uses + ? WHERE id = ?")
    for index in usedProvenances {
      guard let state = provenances[index] else { continue }
      ofProvenance.bind(1, Int64(state.uses))
      ofProvenance.bind(2, state.id)
      try ofProvenance.run()
      provenances[index]?.uses = 0
    }
    usedProvenances.removeAll(keepingCapacity: true)
    let ofMetadata = try RawStatement(db, "UPDATE metadata_set SET uses = uses + ? WHERE id = ?")
    func use(metadata id: Int64, _ uses: Int64) throws {
      ofMetadata.bind(1, uses)
      ofMetadata.bind(2, id)
      try ofMetadata.run()
    }
    for index in usedMetadata {
      guard let state = metadata[index] else { continue }
      try use(metadata: state.id, Int64(state.uses))
      metadata[index]?.uses = 0
    }
    usedMetadata.removeAll(keepingCapacity: true)
    for (id, uses) in partMetadata { try use(metadata: id, Int64(uses)) }
    partMetadata.removeAll()
  }
}
