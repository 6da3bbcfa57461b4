import GRDB
import HealthModel

/// The rule for a program's own samples: every sample is new, except that one with a sync identifier and version replaces
/// the program's earlier one of that type if its version is greater, and is ignored otherwise.
///
/// Of two with the same identifier in one call the higher version counts, of equal ones the first.
final class ClientRule: ConflictRule {
  func resolve(
    _ db: Database, _ candidate: Candidate, _ content: RecordContent, tables: SampleTables, writer: SampleWriter
  ) throws -> Resolution {
    if let uuid = candidate.record.uuid, try writer.row(db, of: uuid) != nil {
      return .conflict("the sample \(uuid) has been saved before")
    }
    guard let object = SyncObject(candidate.record, in: tables) else { return .insert() }
    guard let known = try writer.known(db, object) else { return .insert(object: object) }
    guard object.isNewer(than: known.version) else { return .outdated(known.row) }
    return .insert(replacing: [known.row], object: object)
  }
}

/// The rule for samples that the user deleted and restores: a sample that has been stored again since is kept.
final class RestoreRule: ConflictRule {
  /// How many equal samples were left when it was deleted; nil if only its identifiers count.
  private let equals: Int?

  init(equals: Int?) {
    self.equals = equals
  }

  func resolve(
    _ db: Database, _ candidate: Candidate, _ content: RecordContent, tables: SampleTables, writer: SampleWriter
  ) throws -> Resolution {
    let sample = try writer.identity(db, of: candidate, tables: tables)
    if let uuid = candidate.record.uuid, let row = try writer.row(db, of: uuid) {
      let isSame = try writer.identities(db).sample(atRow: row)?.isSame(as: sample, .printed) == true
      return isSame
        ? .keep(row) : .conflict("a sample with its identifier, but with other values, has been stored since")
    }
    if let equals {
      let rows = try SampleMatcher.equals(db, of: sample)
      if rows.count > equals, let row = rows.max() { return .keep(row) }
    }
    guard let object = SyncObject(candidate.record, in: tables) else { return .insert() }
    // Its client has saved another version since.
    return try writer.known(db, object).map { .outdated($0.row) } ?? .insert(object: object)
  }
}
