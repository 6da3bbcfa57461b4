import Foundation
import GRDB
import HealthDatabase
package import HealthModel
import StoreFiles

/// Checks a store: the file, its rows, and the values computed from them.
///
/// On request, derived values are recomputed and other users' permissions removed. Samples are never changed or
/// deleted.
package struct StoreCheck {
  private let path: String
  private var report: StoreReport

  /// Checks the store at a path.
  ///
  /// - Parameters:
  ///   - repairs: whether to repair what can be repaired; otherwise nothing is written.
  ///   - control: cancels the work; a repair in progress is then rolled back as a whole.
  /// - Throws: `StoreError` if there is no store, if it cannot be opened, or if the work was cancelled.
  /// - Complexity: O(n log n) in the samples.
  package static func run(
    path: String, repairs: Bool, busyTimeout: Double = 10, control: WorkControl = WorkControl()
  ) throws -> StoreReport {
    var check = StoreCheck(path: path)
    try check.run(repairs: repairs, busyTimeout: busyTimeout, control: control)
    return check.report
  }

  private init(path: String) {
    self.path = path
    report = StoreReport(path: path)
  }

  private mutating func run(repairs: Bool, busyTimeout: Double, control: WorkControl) throws {
    report = StoreReport(path: path)
    try StoreFile.requireReadable(path: path)
    checkFiles()
    do {
      let store = try Store(path: path, access: .read, busyTimeout: busyTimeout)
      try store.read(isCancelled: control.isCancelled) {
        try examine($0, repairs ? control.part(0...0.4) : control)
      }
    } catch let error as StoreError where Self.isDamage(error) {
      report.findings.append(
        .init(
          .damagedFile,
          "The file \(error.reason), so that SQLite cannot read it. Restore a backup, or import your exports again.",
          isRepairable: false))
      return
    }
    guard repairs, report.findings.contains(where: \.isRepairable) else { return }
    if let damaged = report.findings.firstIndex(where: { $0.code == .damagedIndex }) {
      return try repairIndexes(report.findings[damaged], busyTimeout: busyTimeout, control: control.part(0.4...1))
    }
    // Opening it for writing upgrades its format, catalog and derived data, and restricts its mode.
    let store = try Store(path: path, access: .write, busyTimeout: busyTimeout)
    try repairSignal()
    let codes = Set(report.findings.filter(\.isRepairable).map(\.code))
    // The remaining problems are found by checking again before the repair is committed, so cancelling cancels all of
    // it.
    let after = try store.write(isCancelled: control.isCancelled) { db in
      try StoreRepair.run(db, codes)
      try Change.record(db, samples: nil, types: [], earliest: nil, latest: nil)
      var after = StoreCheck(path: path)
      after.checkFiles()
      try after.examine(db, control.part(0.6...1))
      return after
    }
    let left = after.report.findings
    for index in report.findings.indices {
      report.findings[index].isRepaired = !left.contains { $0.code == report.findings[index].code }
    }
    report.findings += left.filter { finding in !report.findings.contains { $0.code == finding.code } }
    report.format = after.report.format
  }

  /// The only repair that discards anything: entries of an index, one of which may be right where the table is wrong.
  /// So a copy is kept.
  private mutating func repairIndexes(
    _ finding: StoreReport.Finding, busyTimeout: Double, control: WorkControl
  ) throws {
    let kept = try StoreBackup.keep(path: path, busyTimeout: busyTimeout, control: control.part(0...0.1))
    guard try FileCheck.rebuildIndexes(path: path, busyTimeout: busyTimeout, control: control) else {
      unlink(kept)
      return
    }
    // Everything else is read through the indexes, so it can only be checked now.
    try run(repairs: true, busyTimeout: busyTimeout, control: control.part(0.3...1))
    var finding = finding
    finding.isRepaired = true
    finding.sentence += " The store as it was is kept in \(kept)."
    report.findings.insert(finding, at: 0)
  }

  private static func isDamage(_ error: StoreError) -> Bool {
    let code = (error.underlying as? DatabaseError)?.resultCode
    return code == .SQLITE_CORRUPT || code == .SQLITE_NOTADB && error.reason.contains("malformed")
  }

  private mutating func add(_ code: StoreReport.Finding.Code, _ sentence: String, isRepairable: Bool = true) {
    report.findings.append(.init(code, sentence, isRepairable: isRepairable))
  }

  // MARK: - Files

  private mutating func checkFiles() {
    let file = StorePath.resolved(path)
    let open = ([""] + StoreFile.companions + ["-signal"]).map { file + $0 }.filter(StoreFile.isOpenToOthers)
    if !open.isEmpty {
      let isOwn = open.allSatisfy { StoreFile.status($0)?.st_uid == geteuid() }
      add(
        .openToOthers, "Other users can read or write \(open.joined(separator: ", ")); the store holds health data.",
        isRepairable: isOwn)
    }
    let signal = ChangeSignal(storePath: path)
    switch signal.problem {
    case .notAFile:
      add(
        .wrongSignal, "\(signal.path) is not a regular file of yours, so other programs are not notified of changes.",
        isRepairable: signal.isLink)
    case .anotherFile:
      add(
        .wrongSignal,
        "\(signal.path) is not a signal file, so other programs are not notified of changes. Move it away.",
        isRepairable: false)
    case nil: break
    }
    let size = StoreFile.status(file).map { Int64($0.st_size) } ?? 0
    if let free = StoreFile.freeSpace(beside: file), free < max(size, 64 << 20) {
      add(
        .littleSpace, "The disk has \(free >> 20) MB left, less than a copy of the store needs.", isRepairable: false)
    }
  }

  private func repairSignal() throws {
    let signal = ChangeSignal(storePath: path)
    if signal.problem == .notAFile, signal.isLink { unlink(signal.path) }
    signal.make()
  }

  // MARK: - Rows

  /// Reports progress and stops if cancelled: SQLite's own handler is called only in long statements.
  private static func report(_ part: Double, to control: WorkControl) throws {
    if control.isCancelled() { throw DatabaseError(resultCode: .SQLITE_INTERRUPT) }
    control.report(part)
  }

  private mutating func examine(_ db: Database, _ control: WorkControl) throws {
    // Weighted by the approximate share of the time.
    try Self.report(0, to: control)
    report.format = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    switch try FileCheck.damage(db) {
    case .file(let problems)?:
      add(
        .damagedFile,
        "The file is damaged (\(problems.joined(separator: "; "))). Restore a backup, or import your exports again.",
        isRepairable: false)
      return
    case .indexes(let problems)?:
      add(
        .damagedIndex,
        "Indexes differ from their tables, so that some rows are not found "
          + "(\(problems.joined(separator: "; "))).")
      return
    case nil: break
    }
    try Self.report(0.35, to: control)
    report.samples = try Int.fetchOne(db, sql: "SELECT count(*) FROM sample") ?? 0
    if report.format < Schema.version {
      add(.olderFormat, "It has format \(report.format); this version writes \(Schema.version).")
    } else if try DerivedVersion.stored(db) < DerivedVersion.current {
      add(.olderFormat, "Its totals and summaries were computed by an earlier version.")
    }
    var isReadable = true
    let tables = try ColumnKinds.all(db)
    for (place, table) in tables.enumerated() {
      try Self.report(Double(place) / Double(tables.count), to: control.part(0.35...0.5))
      let count = try table.damagedRows(db)
      guard count > 0 else { continue }
      isReadable = false
      let isDerived = DerivedData.tables.contains(table.name)
      add(
        .damagedValue,
        "\(Self.rows(count)) of the table \(table.name) \(count == 1 ? "has" : "have") an invalid value."
          + (isDerived ? "" : " Restore a backup, or import your exports again."), isRepairable: isDerived)
    }
    for (place, reference) in StoreReference.all.enumerated() {
      try Self.report(Double(place) / Double(StoreReference.all.count), to: control.part(0.5...0.7))
      let count = try reference.count(db)
      guard count > 0 else { continue }
      isReadable = isReadable && !reference.isNeeded
      add(
        .missingRow,
        "\(Self.rows(count)) of the table \(reference.table) \(count == 1 ? "refers" : "refer") to a row of "
          + "\(reference.parent) that does not exist.", isRepairable: reference.isRepairable)
    }
    try examineHistory(db)
    let reversed = try Int.fetchOne(db, sql: "SELECT count(*) FROM sample WHERE start > end") ?? 0
    if reversed > 0 {
      isReadable = false
      add(
        .impossibleDates,
        "\(Self.rows(reversed)) of the table sample \(reversed == 1 ? "has" : "have") impossible dates.",
        isRepairable: false)
    }
    let zones = try StoreRepair.unknownZones(db)
    if !zones.isEmpty {
      add(.unknownZone, "It contains time zones that this system does not have: \(zones.joined(separator: ", ")).")
    }
    guard isReadable, report.format == Schema.version else { return }
    try examineDerived(db, control.part(0.7...1))
  }

  /// The change log and the deletions, compared with the samples.
  private mutating func examineHistory(_ db: Database) throws {
    func count(_ sql: String) throws -> Int { try Int.fetchOne(db, sql: sql) ?? 0 }
    let unlisted = try count(
      """
      SELECT count(*) FROM sample WHERE coalesce((
        SELECT first_sample > sample.id FROM change WHERE last_sample >= sample.id ORDER BY last_sample LIMIT 1), 1)
      """)
    if unlisted > 0 {
      add(
        .wrongHistory, "The change log lacks \(unlisted == 1 ? "one sample" : "\(unlisted) samples").",
        isRepairable: false)
    }
    let revived = try count(
      """
      SELECT count(*) FROM tombstone
      WHERE sample_id IN (SELECT id FROM sample) OR uuid IN (SELECT uuid FROM sample_uuid)
      """)
    if revived > 0 {
      add(
        .wrongHistory,
        "\(revived == 1 ? "One sample that exists is" : "\(revived) samples that exist are") listed as deleted.",
        isRepairable: false)
    }
    // A store of an earlier format has no such table.
    guard try db.tableExists("import_rows") else { return }
    let unwritten = try count(
      """
      SELECT count(*) FROM import_rows
      WHERE first_sample > last_sample OR last_sample > \(Change.latestSample(db))
      """)
    if unwritten > 0 {
      add(.wrongHistory, "The log of imports lists samples that were never stored.", isRepairable: false)
    }
    let miscounted = try count(
      """
      SELECT count(*) FROM import WHERE samples != (
        SELECT count(*) FROM import_rows CROSS JOIN sample ON sample.id BETWEEN first_sample AND last_sample
        WHERE import_id = import.id)
      """)
    if miscounted > 0 {
      add(
        .wrongHistory, "The number of samples of \(miscounted == 1 ? "one import" : "\(miscounted) imports") is wrong.",
        isRepairable: true)
    }
  }

  private mutating func examineDerived(_ db: Database, _ control: WorkControl) throws {
    let routes = try RouteTable.wrongRoutes(db)
    if routes > 0 {
      add(
        .damagedValue,
        "\(routes == 1 ? "One route has" : "\(routes) routes have") missing or damaged points. Restore a backup, "
          + "or import your exports again.", isRepairable: false)
    }
    let sets = try SharedRowCheck.Sets(db)
    guard sets.damaged == 0 else {
      return add(
        .damagedValue,
        "\(Self.rows(sets.damaged)) of the table metadata_set \(sets.damaged == 1 ? "has" : "have") an invalid value. "
          + "Restore a backup, or import your exports again.", isRepairable: false)
    }
    let lost = try SharedRowCheck.lostUUIDs(db)
    if lost > 0 {
      add(
        .missingRow,
        "\(lost == 1 ? "One sample has" : "\(lost) samples have") lost the UUID of the program that saved "
          + "\(lost == 1 ? "it" : "them"). Restore a backup.", isRepairable: false)
    }
    let references = try SharedRowCheck.wrongRows(db, sets)
    if references > 0 {
      add(
        .wrongReferences,
        "\(Self.rows(references)) of sources, metadata or samples \(references == 1 ? "counts or lists" : "count or list") "
          + "other rows than those that refer to them.")
    }
    if try !DerivedCheck.ranksAreRight(db) {
      add(.wrongRanks, "The order of sources differs from the one computed from the samples.")
    }
    try Self.report(0.4, to: control)
    let totals = try DerivedCheck.wrongTotals(db)
    if totals > 0 {
      add(.wrongTotals, "The stored totals of \(Self.days(totals)) differ from those computed from the samples.")
    }
    try Self.report(0.8, to: control)
    let summaries = try DerivedCheck.wrongSummaries(db)
    if summaries > 0 {
      add(
        .wrongSummaries, "The stored summaries of \(Self.days(summaries)) differ from those computed from the samples.")
    }
    try Self.report(1, to: control)
  }

  private static func rows(_ count: Int) -> String { count == 1 ? "One row" : "\(count) rows" }
  private static func days(_ count: Int) -> String { count == 1 ? "one day" : "\(count) days" }
}
