import GRDB
import HealthModel

/// A record that has been checked, in the units and rows of the store.
struct Candidate {
  let record: SampleRecord
  /// The index of its type among those of the writer's run.
  let state: Int
  /// Seconds since the reference date.
  let start: Double
  let end: Double
  /// In the canonical unit; NaN if there is none.
  let value: Double
}

/// What a record consists of besides its sample, where that matters for what it conflicts with.
enum RecordContent {
  case sample
  case correlation(CorrelationRecord)
  case workout(WorkoutRecord)
}

/// What happens to a record.
enum Resolution {
  /// It is new. The rows are deleted at the end of the transaction. What those of an object belonged to passes to the new
  /// row, as that of rows from which it inherits.
  case insert(replacing: [Int64] = [], object: SyncObject? = nil, inherits: Bool = false)
  /// The stored row is the same sample.
  case keep(Int64, mayLackDate: Bool = false)
  /// The run has already stored it, as a member of a correlation.
  case storedAsMember
  /// It is not stored: an export contains it.
  case covered
  /// It is not stored: the row holds at least as new a version of the object; 0 if that is no longer known.
  case outdated(Int64)
  /// It cannot be stored beside what is stored, which a sentence explains.
  case conflict(String)
}

/// Decides, for one road into the store, what a record means for the rows that are stored already.
///
/// There is one rule for each road: `ExportRule`, `DeliveryRule`, `ClientRule` and `RestoreRule`. The writer does
/// everything else, in the same way for all of them.
protocol ConflictRule: AnyObject {
  /// Whether a correlation is stored without members that are invalid; otherwise it is refused.
  var passesOverInvalidMembers: Bool { get }
  /// Begins a transaction after others have written.
  func refresh(_ db: Database, writer: SampleWriter) throws
  func resolve(
    _ db: Database, _ candidate: Candidate, _ content: RecordContent, tables: SampleTables, writer: SampleWriter
  ) throws -> Resolution
  /// Decides about a member of a correlation that is being stored.
  func resolveMember(
    _ db: Database, _ candidate: Candidate, tables: SampleTables, writer: SampleWriter
  ) throws -> Resolution
  /// Learns the members of a correlation that was already stored.
  func noteMembers(_ db: Database, ofStored correlation: Int64) throws
  /// The row of a sample that a workout names; nil if the rule cannot tell.
  func row(_ db: Database, of sample: SampleIdentity, inWorkout workout: Int64) throws -> Int64?
  /// Learns the row that was inserted for a candidate.
  func noteInserted(_ db: Database, _ row: Int64, _ sample: SampleIdentity, isMember: Bool, hasUUID: Bool) throws
}

extension ConflictRule {
  var passesOverInvalidMembers: Bool { false }

  func refresh(_ db: Database, writer: SampleWriter) throws {}

  func resolveMember(
    _ db: Database, _ candidate: Candidate, tables: SampleTables, writer: SampleWriter
  ) throws -> Resolution {
    try resolve(db, candidate, .sample, tables: tables, writer: writer)
  }

  func noteMembers(_ db: Database, ofStored correlation: Int64) throws {}

  func row(_ db: Database, of sample: SampleIdentity, inWorkout workout: Int64) throws -> Int64? { nil }

  func noteInserted(_ db: Database, _ row: Int64, _ sample: SampleIdentity, isMember: Bool, hasUUID: Bool) throws {}
}
