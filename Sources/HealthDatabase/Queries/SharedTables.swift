import GRDB
import HealthModel

/// The tables that all samples of a read share, loaded on demand. Valid for one transaction only.
final class SharedTables {
  private let db: Database
  private var readTypes: [Int64: StoredSamples.TypeInfo]?
  private var readProvenances: [Int64: Provenance]?

  init(_ db: Database) {
    self.db = db
  }

  func types() throws -> [Int64: StoredSamples.TypeInfo] {
    if let readTypes { return readTypes }
    var types: [Int64: StoredSamples.TypeInfo] = [:]
    for row in try SampleTypeRow.fetchAll(db) {
      types[row.id] = StoredSamples.TypeInfo(identifier: row.identifier, kind: row.kind, unit: row.unit)
    }
    readTypes = types
    return types
  }

  func provenances() throws -> [Int64: Provenance] {
    if let readProvenances { return readProvenances }
    let provenances = try ProvenanceReader.all(db)
    readProvenances = provenances
    return provenances
  }
}
