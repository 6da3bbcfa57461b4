import Foundation
import GRDB
import HealthModel

/// The rule for deliveries of feeds: a sample that a feed sends again replaces what its earlier deliveries stored, and is
/// never added to it. A sample that an export contains is not stored.
///
/// A delivery never replaces what it contains itself: all of its samples are kept. A record's own identity decides
/// where it has one: a sync identifier, a UUID, or the activity of a workout among those with one start.
final class DeliveryRule: ConflictRule {
  private let options: FeedOptions
  private var history: FeedHistory
  private var earlier: EarlierDeliveries
  /// Rows up to this one are from earlier deliveries.
  let lastOld: Int64
  /// Decides instead if each record of the feed is matched once, as those of an export.
  private let export: ExportRule?
  /// Rows that this delivery repeats.
  private(set) var confirmed: Set<Int64> = []
  private var totals: DeliveredTotals
  /// Whether what follows are rests of totals.
  private var isFinishing = false
  /// Indexes into the tables, which keep their meaning: the last set of metadata without an identifier, and the last
  /// provenance.
  private var lastWithoutObject: Int32 = -1
  private var lastSource: (index: Int32, source: Source)?
  /// Workouts that say less about an activity than one of this delivery.
  private var surpassed: Set<Int64> = []
  /// When the newest record of the file began, in seconds since the reference date; nil if it is not known.
  private let newest: Double?
  /// The number that the delivery has or will have in the list of imports.
  private let importID: Int64?
  /// The same of files that were imported before, by their numbers.
  private var newestOfImports: [Int64: Double] = [:]
  /// What is not stored because a workout of an export counts it.
  private var repeated: [Source: [ActivityRecordings.Parts]] = [:]

  init(
    _ db: Database, options: FeedOptions, file: DeliveredFile = DeliveredFile(), importID: Int64? = nil
  ) throws {
    self.options = options
    newest = options.isImport ? file.newest?.timeIntervalSinceReferenceDate : nil
    self.importID = importID
    export = options.replacement == .nothing ? try ExportRule(db) : nil
    history = try FeedHistory(db, isImport: options.isImport)
    totals = DeliveredTotals(options.coverage, feed: options.feed)
    lastOld = try Change.latestSample(db)
    earlier = EarlierDeliveries(
      feed: options.feed, lastOld: lastOld, rests: options.coverage == .growing ? try RestedTotal.all(db) : [:])
  }

  func resolve(
    _ db: Database, _ candidate: Candidate, _ content: RecordContent, tables: SampleTables, writer: SampleWriter
  ) throws -> Resolution {
    let resolution = try resolveAlone(db, candidate, content, tables: tables, writer: writer)
    guard case .workout(let workout) = content else { return resolution }
    switch resolution {
    case .keep(let row, _) where surpassed.contains(row):
      confirmed.remove(row)
      return .outdated(row)
    case .covered where !workout.routes.isEmpty:
      // The export may have lost the file of its route.
      let recordings = try ActivityRecordings(
        db, of: writer.identity(db, of: candidate, tables: tables), amongAll: true)
      guard let exported = recordings.exported, try !ActivityRecordings.hasRoute(db, workout: exported) else {
        return resolution
      }
      return .keep(exported)
    case .insert(let replaced, let object, _):
      let own = ActivityRecordings.Recording(
        row: 0, isExported: false, isKnownKind: candidate.value != SampleIdentity.unknownActivity,
        statistics: workout.statistics.count)
      let recordings = try ActivityRecordings(
        db, of: writer.identity(db, of: candidate, tables: tables),
        amongAll: FeedSource.isOfActivities(
          bundleIdentifier: source(candidate.record.provenance, tables: tables).bundleIdentifier)
      ) { surpassed.contains($0) || (replaced.contains($0) && !confirmed.contains($0)) }
      if let exported = recordings.exported {
        return try workout.routes.isEmpty || ActivityRecordings.hasRoute(db, workout: exported)
          ? .covered : .keep(exported)
      }
      guard let best = recordings.all.max(by: { $1.surpasses($0) }) else { return resolution }
      guard own.surpasses(best) else {
        if best.row <= lastOld { confirmed.insert(best.row) }
        // Only what it lacks is added to it.
        return try ActivityRecordings.hasRoute(db, workout: best.row) ? .outdated(best.row) : .keep(best.row)
      }
      let rows = recordings.all.map(\.row)
      surpassed.formUnion(rows)
      confirmed.subtract(rows)
      return .insert(replacing: replaced + rows, object: object, inherits: true)
    default: return resolution
    }
  }

  /// Finds what files of activities repeat. Call before the samples of a batch, which come before its workouts, are written.
  func begin(_ db: Database, _ batch: SampleBatch, writer: SampleWriter) throws {
    guard FeedSource.activityFeeds.contains(options.feed) else { return }
    writer.adopt(batch.tables)
    for workout in batch.workouts {
      guard case .valid(let candidate) = try writer.check(db, workout.sample, tables: batch.tables) else { continue }
      let identity = try writer.identity(db, of: candidate, tables: batch.tables)
      guard try ActivityRecordings(db, of: identity, amongAll: true).exported != nil else { continue }
      let source = source(workout.sample.provenance, tables: batch.tables)
      repeated[source, default: []].append(try ActivityRecordings.Parts(db, of: identity))
    }
  }

  private func resolveAlone(
    _ db: Database, _ candidate: Candidate, _ content: RecordContent, tables: SampleTables, writer: SampleWriter
  ) throws -> Resolution {
    if isFinishing { return .insert() }
    let (type, isCumulative) = (writer.states[candidate.state].row, writer.states[candidate.state].isCumulative)
    let source = source(candidate.record.provenance, tables: tables)
    totals.note(start: candidate.start)
    // A route is written only if its workout lacks one.
    if type.identifier != TypeIdentifier.workoutRoute,
      try history.covers(
        db, type: type.id, end: candidate.end, source: source.name, bundleIdentifier: source.bundleIdentifier)
    {
      return .covered
    }
    if !repeated.isEmpty, case .sample = content,
      repeated[source]?.contains(where: {
        $0.contains(type: type.id, start: candidate.start, end: candidate.end)
      }) == true
    {
      return .covered
    }
    if let object = syncObject(of: candidate.record, tables: tables) {
      return try resolve(db, candidate, object, tables: tables, writer: writer)
    }
    if let export { return try export.resolve(db, candidate, content, tables: tables, writer: writer) }
    let sample = try writer.identity(db, of: candidate, tables: tables)
    if let uuid = candidate.record.uuid, let row = try writer.row(db, of: uuid) {
      let identities = writer.identities(db)
      if try identities.sample(atRow: row)?.isSame(as: sample, .exact) == true,
        try hasSameParts(db, content, as: row, tables: tables, writer: writer)
      {
        return confirm(row)
      }
      try identities.release(uuid, ofRow: row)
      return .insert(replacing: [row])
    }
    var replacement = options.replacement
    if case .sample = content {
      if isCumulative { totals.note(sample) }
    } else {
      replacement = .sameStart
    }
    var matches = try earlier.find(
      db,
      EarlierDeliveries.Span(
        sample: sample, hasUUID: candidate.record.uuid != nil, provenance: source,
        rivals: .of(type.identifier, kind: type.kind, value: candidate.value), state: candidate.state,
        longest: type.hasLong ? .infinity : type.longest), replacement: replacement, isTaken: confirmed.contains)
    if options.coverage != .unknown, options.replacement == .sameStart, isCumulative, let later = matches.later {
      return .outdated(later)
    }
    if let newer = try matches.replaced.first(where: { try isOfNewerFile(db, $0) }) { return .outdated(newer) }
    if options.coverage != .unknown, type.kind == .quantity, let joint = matches.joint(type.isCumulative, sample.value)
    {
      return .outdated(joint)
    }
    if let same = matches.same {
      if try hasSameParts(db, content, as: same, tables: tables, writer: writer) { return confirm(same) }
      matches.replaced.append(same)
    }
    if isCumulative {
      totals.note(sample, matches)
      if !earlier.rests.isEmpty || !matches.wholes.isEmpty {
        let use = SampleTypeUse(identifier: type.identifier, kind: type.kind, unit: type.unit)
        totals.note(timeOf: sample, type: use)
        for (row, whole) in matches.wholes { totals.note(whole.sample, of: whole.source, row: row, type: use) }
      }
    }
    if case .correlation = content {
      for row in matches.replaced { matches.replaced += try earlier.memberRows(db, of: row) }
    }
    return .insert(replacing: matches.replaced)
  }

  /// Whether a file stored a row whose newest record began after that of this file: phones' files do not say when they
  /// were written, but not before their newest record.
  private func isOfNewerFile(_ db: Database, _ row: Int64) throws -> Bool {
    guard let newest, let owner = try ImportRows.owner(db, of: row), owner != importID else { return false }
    if let known = newestOfImports[owner] { return known > newest }
    let found =
      try Double.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT max(start) FROM import_rows CROSS JOIN sample ON sample.id BETWEEN first_sample AND last_sample
            WHERE import_id = ?
            """), arguments: [owner]) ?? -.infinity
    newestOfImports[owner] = found
    return found > newest
  }

  private func confirm(_ row: Int64) -> Resolution {
    confirmed.insert(row)
    return .keep(row)
  }

  // MARK: - Sync identifiers

  /// A sample with an identifier from its sender. Without a version, a sample with the same content is unchanged.
  private func resolve(
    _ db: Database, _ candidate: Candidate, _ object: SyncObject, tables: SampleTables, writer: SampleWriter
  ) throws -> Resolution {
    let known = try writer.known(db, object)
    if let known, !object.isNewer(than: known.version) { return .outdated(known.row) }
    if let known, object.version.compares(.equal, with: .whole(options.version)) {
      try writer.flush(db)
      let stored = try writer.identities(db).sample(atRow: known.row)
      if try stored?.isSame(as: writer.identity(db, of: candidate, tables: tables), .exact) == true {
        return .outdated(known.row)
      }
    }
    var replaced = known.map { [$0.row] } ?? []
    // An earlier version has the same UUID, also one that was stored without an identifier.
    if let uuid = candidate.record.uuid, let row = try writer.row(db, of: uuid) {
      try writer.identities(db).release(uuid, ofRow: row)
      if !replaced.contains(row) { replaced.append(row) }
    }
    return .insert(replacing: replaced, object: object)
  }

  /// The identifier and version of a sample; nil for one without.
  private func syncObject(of sample: SampleRecord, tables: SampleTables) -> SyncObject? {
    // Consecutive samples mostly share their metadata.
    guard sample.metadata != lastWithoutObject else { return nil }
    let object = SyncObject(sample, in: tables)
    if object == nil { lastWithoutObject = sample.metadata }
    return object
  }

  private func source(_ index: Int32, tables: SampleTables) -> Source {
    if let lastSource, lastSource.index == index { return lastSource.source }
    let source = tables.provenances[Int(index)].source
    lastSource = (index, source)
    return source
  }

  // MARK: - Parts

  private func hasSameParts(
    _ db: Database, _ content: RecordContent, as row: Int64, tables: SampleTables, writer: SampleWriter
  ) throws -> Bool {
    switch content {
    case .sample: return true
    case .workout(let workout): return try earlier.duration(db, ofWorkout: row) == workout.duration
    case .correlation(let correlation):
      let members = try correlation.members.map { member in
        let mapping = try writer.mapping(db, of: member.type, tables: tables)
        return EarlierDeliveries.Member(
          type: writer.states[mapping.state].row.identifier, value: mapping.conversion?(member.value) ?? .nan)
      }
      guard try earlier.members(db, of: row) == members.sorted() else { return false }
      confirmed.formUnion(try earlier.memberRows(db, of: row))
      return true
    }
  }

  func resolveMember(
    _ db: Database, _ candidate: Candidate, tables: SampleTables, writer: SampleWriter
  ) throws -> Resolution {
    if let export { return try export.resolveMember(db, candidate, tables: tables, writer: writer) }
    guard let uuid = candidate.record.uuid, let row = try writer.row(db, of: uuid) else {
      return .insert()
    }
    return confirm(row)
  }

  func noteMembers(_ db: Database, ofStored correlation: Int64) throws {
    try export?.noteMembers(db, ofStored: correlation)
  }

  func row(_ db: Database, of sample: SampleIdentity, inWorkout workout: Int64) throws -> Int64? {
    try export?.row(db, of: sample, inWorkout: workout)
  }

  func noteInserted(_ db: Database, _ row: Int64, _ sample: SampleIdentity, isMember: Bool, hasUUID: Bool) throws {
    totals.note(sample, insertedAs: row)
    try export?.noteInserted(db, row, sample, isMember: isMember, hasUUID: hasUUID)
  }

  /// What is left of larger totals of which the delivery replaces parts, to be written with the tables of a batch. Call
  /// when the whole delivery is known.
  func rests(_ db: Database, _ tables: inout SampleTables, _ replacements: inout Replacements) throws -> [SampleRecord]
  {
    for late in totals.late {
      confirmed.formUnion(late.kept)
      try replacements.add(db, [late.own], by: 0, nil)
    }
    isFinishing = true
    let (rests, replaced) = try totals.rests(
      db, &tables, earlier.rests, doomed: replacements.rows.subtracting(confirmed), lastOld: lastOld)
    confirmed.subtract(replaced)
    try replacements.add(db, replaced, by: 0, nil)
    return rests
  }

  /// Decides about what was deleted. Call before the replacements are carried out.
  func finish(_ db: Database, _ replacements: inout Replacements) throws {
    try replacements.add(db, totals.deleted(db, earlierThan: lastOld).filter { !confirmed.contains($0) }, by: 0, nil)
  }
}
