import Foundation
import HealthModel

@testable import HealthDatabase
@testable import HealthQueries
@testable import StoreCare

/// Runs steps against a store and the model, and compares both after each one.
final class HistoryRunner {
  struct Failure: Error, CustomStringConvertible {
    /// What differs: a shrunk history must still fail in the same way.
    var kind: String
    var step: Int
    var message: String

    var description: String { "step \(step), \(kind): \(message)" }
  }

  /// An import while it runs.
  private struct Running {
    var session: ImportSession
    var run: HistoryModel.Run
    var tables = FakeTables()
    var batchSize: Int
    var process: Int
  }

  private struct Client {
    var anchor = StoreAnchor()
    var mirror: Set<UUID> = []
  }

  static let clientCount = 3
  private static let requests = HistoryType.allCases.map { SampleRequest(type: $0.identifier) }

  private let directory: TestDirectory
  private let checksStore: (Int) -> Bool
  private var stores: [Store] = []
  private var model = HistoryModel()
  private var saved: (model: HistoryModel, last: Int64)?
  private var running: Running?
  private var clients = [Client](repeating: Client(), count: clientCount)
  private var lastImport: Int64 = 0
  private var step = 0
  /// Whether another file took the store's place in this step, so that the log is another.
  private var isReplaced = false
  private var hasExpired = false
  /// The last change, and what was shown after it.
  private var seen = (change: Int64(0), rings: LogPosition?.none, days: [DaySummary](), samples: Set<HistorySample>())

  /// - Parameter checksStore: after which steps the store checks itself.
  init(checksStore: @escaping (Int) -> Bool = { $0 % 8 == 7 }) throws {
    directory = try TestDirectory()
    self.checksStore = checksStore
    try open()
  }

  /// The same history up to here, with a store of its own.
  private init(copying other: HistoryRunner) throws {
    directory = try TestDirectory()
    (checksStore, model, clients) = (other.checksStore, other.model, other.clients)
    (lastImport, seen, hasExpired) = (other.lastImport, other.seen, other.hasExpired)
    try StoreBackup.write(path: other.path, to: path)
  }

  private var path: String { directory.file("health.sqlite") }

  private func open() throws {
    stores = [try Store(path: path, access: .create), try Store(path: path, access: .create)]
  }

  /// - Returns: the first difference.
  static func failure(
    of steps: [HistoryStep], checksStore: @escaping (Int) -> Bool = { $0 % 8 == 7 }
  ) -> Failure? {
    do {
      let runner = try HistoryRunner(checksStore: checksStore)
      try runner.run(steps)
      return nil
    } catch let failure as Failure {
      return failure
    } catch {
      return Failure(kind: "error", step: -1, message: "\(error)")
    }
  }

  /// The store's file, with everything that has been written.
  func bytes() throws -> [UInt8] {
    let copy = directory.file("copy.sqlite")
    try StoreBackup.write(path: path, to: copy)
    return [UInt8](try Data(contentsOf: URL(filePath: copy)))
  }

  /// What the days show.
  func days() throws -> [DaySummary] {
    let first = HistoryTime.firstDay + HistoryDays.offsets.lowerBound
    return try stores[0].summaries(first...(first + (HistoryDays.offsets.count - 1)))
  }

  func run(_ steps: [HistoryStep]) throws {
    for (index, step) in steps.enumerated() {
      self.step = index
      do {
        guard try perform(step.action, process: step.process) else { continue }
        try compare()
      } catch let failure as Failure {
        throw failure
      } catch {
        throw Failure(kind: "error", step: index, message: "\(step.action): \(error)")
      }
    }
    if let running {
      self.running = nil
      try reopen(running.process)
    }
    for client in clients.indices { try read(client, limit: nil, pages: nil) }
    try checkStore()
  }

  private func fail(_ kind: String, _ message: String) -> Failure { Failure(kind: kind, step: step, message: message) }

  private func expect(_ isTrue: Bool, _ kind: String, _ message: @autoclosure () -> String) throws {
    if !isTrue { throw fail(kind, message()) }
  }

  // MARK: - Steps

  /// - Returns: false for a step that has no meaning here.
  private func perform(_ action: HistoryStep.Action, process: Int) throws -> Bool {
    let store = stores[process]
    switch action {
    case .importFile(let file, let size, let killed):
      var running = try begin(file, size, process)
      var batches = 0
      while running.run.position < file.count {
        if batches == killed { return true }
        try receive(&running)
        batches += 1
      }
      if killed == batches { return true }
      try finish(&running)
    case .beginImport(let file, let size):
      guard running == nil else { return false }
      running = try begin(file, size, process)
    case .continueImport:
      guard var running, running.run.position < running.run.file.count else { return false }
      if try isStopped(running) { return true }
      try receive(&running)
      self.running = running
    case .finishImport:
      guard var running else { return false }
      if try isStopped(running) { return true }
      self.running = nil
      while running.run.position < running.run.file.count { try receive(&running) }
      try finish(&running)
    case .abandonImport:
      guard let process = running?.process else { return false }
      running = nil
      try reopen(process)
    case .deliver(let delivery):
      try deliver(delivery, store)
    case .save(let samples):
      try save(samples, store)
    case .enter(let sample):
      let title = "enter \(step)"
      guard try save([sample], store) else { return true }
      _ = try store.recordEntered([sample.uuid].compactMap { $0 }, title: title)
      model.recordEntered(sample, title: title)
    case .delete(let number):
      guard !model.samples.isEmpty else { return false }
      let sample = model.samples[number % model.samples.count]
      guard let uuid = sample.uuid else { return false }
      let title = "delete \(step)"
      if sample.content.type == .workout || sample.content.type == .pressure {
        let code = storeErrorCode { try store.delete(sample: uuid, title: title) }
        try expect(
          code == .invalidArgument, "delete",
          "a workout or a correlation was deleted such that undo would bring it back")
        break
      }
      try expect(try store.delete(sample: uuid, title: title) != nil, "delete", "\(sample) is not found")
      model.delete(sample, title: title)
    case .deleteOwn(let number):
      let own = model.samples.filter { if case .program = $0.content.source { true } else { false } }
      guard !own.isEmpty else { return false }
      let sample = own[number % own.count]
      let view = store.view(ReadScope(client: sample.content.source.bundle, readable: nil))
      try expect(try view.delete([sample.uuid].compactMap { $0 }), "delete", "\(sample) is not the program's own")
      model.remove([sample.key])
    case .undo: try undo(store)
    case .undoImport(let number):
      guard !model.imports.isEmpty else { return false }
      return try undoImport(model.imports[number % model.imports.count], store)
    case .zone(let zone):
      try store.setHomeZone(HomeZoneChoice(zone: zone, reason: .configured))
      model.setZone(zone)
    case .goal(let goal):
      let title = "goal \(step)"
      _ = try store.change(goal.change, title: title)
      model.change(goal, title: title)
    case .backup:
      try StoreBackup.write(path: path, to: directory.file("backup.sqlite"))
      saved = (model, lastImport)
    case .restore:
      guard let saved else { return false }
      running = nil
      stores = []
      _ = try StoreBackup.restore(path: path, from: directory.file("backup.sqlite"))
      (model, lastImport) = saved
      isReplaced = true
      try open()
    case .reopen:
      if running?.process == process { running = nil }
      try reopen(process)
    case .expire:
      try store.write { try Retention.skipTombstones($0, count: 0) }
      hasExpired = true
    case .read(let client, let limit, let pages):
      try read(client % clients.count, limit: limit, pages: pages)
    }
    return true
  }

  private func reopen(_ process: Int) throws {
    stores[process] = try Store(path: path, access: .write)
  }

  private func begin(_ file: HistoryFile, _ batchSize: Int, _ process: Int) throws -> Running {
    let options = ImportOptions(
      now: HealthDatabaseTests.date("2026-12-31 00:00"), configuredZone: file.zone,
      systemZone: HistoryModel.systemZone, deletesMissing: file.deletesMissing)
    let running = Running(
      session: ImportSession(store: stores[process], options: options), run: model.begin(file), batchSize: batchSize,
      process: process)
    _ = try running.session.begin(
      ImportHeader(path: file.path, exportDate: file.date.map { HistoryTime.date($0 * HistoryTime.hour) }))
    return running
  }

  private func receive(_ running: inout Running) throws {
    let file = running.run.file
    let elements = running.run.position..<min(file.count, running.run.position + running.batchSize)
    var batch = SampleBatch()
    for index in elements {
      if index < file.samples.count {
        batch.append(file.samples[index], in: &running.tables)
      } else {
        batch.appleSummaries.append(file.days[index - file.samples.count].record)
      }
    }
    batch.tables = running.tables.tables
    let counts = try running.session.receive(batch)
    let expected = model.receive(&running.run, running.batchSize)
    try expect(counts.skips.isEmpty, "skipped", "\(counts.skips)")
    let found = HistoryModel.Counts(stored: counts.stored, present: counts.alreadyPresent)
    try expect(found == expected, "import counts", "\(found), expected \(expected)")
  }

  /// Whether the user has undone the import while it ran; then it stops and stores nothing more.
  private func isStopped(_ running: Running) throws -> Bool {
    guard let entry = running.run.entry, !model.imports.contains(where: { $0.key == entry }) else { return false }
    let code = storeErrorCode {
      _ = try running.session.receive(Self.batch(running.run.file.samples))
    }
    try expect(code == .conflict, "undo of a running import", "it goes on")
    self.running = nil
    return true
  }

  private func finish(_ running: inout Running) throws {
    try running.session.finish(complete: running.run.file.isComplete)
    let living = Set(try stores[0].view(.everything).samples(Self.requests).samples.map(\.uuid))
    let missing = model.finish(&running.run, exists: living.contains)
    let outcome = running.session.outcome
    try expect(
      missing.isPossible && (missing.least...missing.most).contains(outcome.missing)
        && outcome.deleted == (running.run.file.deletesMissing ? outcome.missing : 0), "missing",
      "\(outcome.missing), deleted \(outcome.deleted), expected \(missing)")
  }

  private func deliver(_ delivery: HistoryDelivery, _ store: Store) throws {
    let options = FeedOptions(
      feed: delivery.feed, replacement: delivery.rule, now: HealthDatabaseTests.date("2026-12-31 00:00"),
      systemZone: HistoryModel.systemZone, isImport: delivery.isImport)
    let receipt = try store.receive(options) { session in
      _ = try session.begin(ImportHeader(path: delivery.feed))
      _ = try session.receive(Self.batch(delivery.samples))
      try session.finish(complete: true)
    }
    let expected = model.deliver(delivery)
    let found = HistoryModel.Receipt(
      stored: receipt.stored, unchanged: receipt.unchanged, covered: receipt.covered, replaced: receipt.replaced)
    try expect(found == expected, "receipt", "\(found), expected \(expected)")
  }

  private static func batch(_ samples: [HistorySample]) -> SampleBatch {
    var tables = FakeTables()
    var batch = SampleBatch()
    for sample in samples { batch.append(sample, in: &tables) }
    return batch
  }

  @discardableResult
  private func save(_ samples: [HistorySample], _ store: Store) throws -> Bool {
    let isSaved = model.save(samples)
    do {
      try store.save(Self.batch(samples))
      try expect(isSaved, "save", "an identity was saved twice")
    } catch let error as StoreError where error.code == .invalidArgument && !isSaved {}
    return isSaved
  }

  private func undo(_ store: Store) throws {
    let title = model.edits.last?.title
    var next = model
    switch next.undo() {
    case .nothing: try expect(try store.undo() == nil, "undo", "there was something to undo")
    case .done:
      let undone = try store.undo()
      try expect(undone?.title == title, "undo", "\(undone?.title ?? "nothing") instead of \(title ?? "nothing")")
    case .refused:
      try expect(storeErrorCode { try store.undo() } == .conflict, "undo", "\(title ?? "") was not refused")
      let passed = try store.undo(passingOver: true)
      try expect(passed?.title == title, "undo", "\(passed?.title ?? "nothing") was passed over")
      next.passOver()
    }
    model = next
  }

  private func undoImport(_ entry: HistoryModel.Import, _ store: Store) throws -> Bool {
    guard let id = entry.id else { return false }
    let count = try store.undoImport(id)
    let expected = model.samples.count { $0.importKey == entry.key }
    try expect(count == expected, "undo of an import", "removed \(count), expected \(expected)")
    model.undoImport(entry.key)
    return true
  }

  // MARK: - Anchored clients

  /// What a client reads: everything, some types, its own samples.
  private static func reading(_ client: Int) -> (scope: ReadScope, types: [HistoryType]) {
    switch client {
    case 0: (.everything, HistoryType.allCases)
    case 1: (.everything, [.energy, .mindful])
    default: (ReadScope(client: HistorySource.program(1).bundle, readable: []), HistoryType.allCases)
    }
  }

  private func read(_ client: Int, limit: Int?, pages: Int?) throws {
    let (scope, types) = Self.reading(client)
    let requests = types.map { SampleRequest(type: $0.identifier) }
    let visible = model.samples.filter {
      types.contains($0.content.type) && (scope.readable == nil || $0.content.source.bundle == scope.client)
    }
    let living = Set(visible.compactMap(\.uuid))
    var count = 0
    while count != pages {
      let page = try stores[0].view(scope).changes(requests, after: clients[client].anchor, limit: limit)
      if page.startsOver { clients[client].mirror.removeAll() }
      clients[client].anchor = page.anchor
      clients[client].mirror.formUnion(page.added.samples.map(\.uuid))
      let deleted = Set(page.deleted.map(\.uuid))
      if let alive = deleted.first(where: living.contains) {
        throw fail("client", "the deletion of \(alive) is reported, which exists")
      }
      clients[client].mirror.subtract(deleted)
      count += 1
      guard page.added.samples.isEmpty, page.deleted.isEmpty else { continue }
      let mirror = clients[client].mirror
      try expect(
        mirror == living, "client",
        "client \(client) lacks \(living.subtracting(mirror).count) and has \(mirror.subtracting(living).count) too many"
      )
      return
    }
  }

  // MARK: - Comparing

  private func compare() throws {
    for store in stores {
      try compareSamples(store)
      try compareImports(store)
      try compareEdits(store)
      try compareDays(store)
      // One of the two in turn is enough for what follows from the same file.
      if step % 4 != 0 { break }
    }
    try compareLog()
    if checksStore(step) { try checkStore() }
  }

  /// A watcher is told of every day and type that has changed.
  private func compareLog() throws {
    let (now, samples) = (try days(), Set(model.samples.map(\.content)))
    let (logged, rings) = try (stores[0].loggedChanges(after: seen.change), stores[0].ringChanges(since: seen.rings))
    let namesRings = !logged.isEmpty && (logged.types.isEmpty || !logged.types.isDisjoint(with: RingType.all))
    for (before, after) in zip(seen.days, now) where !Self.isEqual(after, before) && !isReplaced {
      try expect(
        rings.mayDiffer && namesRings && logged.days.map { $0.contains(after.day) } ?? true, "log",
        "\(Self.text(before)) is now \(Self.text(after)), and the log has \(logged), \(rings.mayDiffer)")
    }
    let types = Set(samples.symmetricDifference(seen.samples).map(\.type.identifier))
    let isNamed = types.isSubset(of: logged.types) || (logged.types.isEmpty && !logged.isEmpty) || isReplaced
    try expect(isNamed, "log", "\(types) have changed, and the log has \(logged.types)")
    seen = (logged.latest, rings.position, now, samples)
    isReplaced = false
  }

  private func compareSamples(_ store: Store) throws {
    let stored = try store.view(.everything).samples(Self.requests)
    var left = Dictionary(stored.samples.map { ($0.uuid, $0) }) { first, _ in first }
    try expect(left.count == stored.samples.count, "samples", "a UUID occurs twice")
    func text(_ sample: StoredSample) -> String {
      let source = stored.provenances[sample.provenance]?.source
      return
        "\(stored.types[sample.type]?.identifier ?? "") \(sample.value) \(HistoryRunner.text(sample.start, sample.end)) "
        + "\(source?.name ?? "") \(source?.bundleIdentifier ?? "")"
    }
    var unknown: [HistoryModel.Sample] = []
    for sample in model.samples {
      guard let uuid = sample.uuid else {
        unknown.append(sample)
        continue
      }
      guard let found = left.removeValue(forKey: uuid) else {
        throw fail(
          "samples", "\(sample.content) \(uuid) is missing; \(left.values.map(text)) of \(stored.samples.count)")
      }
      try expect(
        isEqual(found, sample.content, stored), "samples", "\(text(found)) is not \(sample.content)")
    }
    // In the order of writing.
    var rest = left.values.sorted { $0.row < $1.row }
    for sample in unknown {
      guard let index = rest.firstIndex(where: { isEqual($0, sample.content, stored) }) else {
        throw fail("samples", "\(sample.content) has not been stored; \(rest.map(text))")
      }
      model.learn(uuid: rest.remove(at: index).uuid, of: sample.key)
    }
    try expect(rest.isEmpty, "samples", "\(rest.map(text)) should not exist")
    let uuids = Dictionary(uniqueKeysWithValues: model.samples.map { ($0.key, $0.uuid) })
    for sample in stored.samples {
      guard let key = model.samples.first(where: { $0.uuid == sample.uuid && $0.content.type == .pressure })?.key
      else { continue }
      let found = Set((stored.members[sample.row] ?? []).map(\.uuid))
      let expected = Set((model.members[key] ?? []).compactMap { uuids[$0] ?? nil })
      try expect(found == expected, "members", "of \(text(sample)): \(found), expected \(expected)")
    }
  }

  private static func text(_ start: Date, _ end: Date) -> String {
    let quarters = [start, end].map { Int(($0.timeIntervalSince(HistoryTime.origin) * Double(HistoryTime.second))) }
    return "at \(quarters[0]) \(quarters[1] - quarters[0])"
  }

  private func isEqual(_ found: StoredSample, _ content: HistorySample, _ stored: StoredSamples) -> Bool {
    guard stored.types[found.type]?.identifier == content.type.identifier,
      found.start == HistoryTime.date(content.start), found.end == HistoryTime.date(content.end),
      content.type == .pressure ? found.value.isNaN : abs(found.value - content.amount) < 1e-9
    else { return false }
    let source = stored.provenances[found.provenance]?.source
    let isByHand = stored.metadata[found.metadata]?[MetadataKey.wasUserEntered] != nil
    return source == content.source.provenance.source && isByHand == content.isByHand
  }

  private func compareImports(_ store: Store) throws {
    var left = Dictionary(uniqueKeysWithValues: try store.imports().map { ($0.id, $0) })
    for entry in model.imports {
      var id = entry.id
      if id == nil {
        let new = left.keys.filter { $0 > lastImport }.min()
        try expect(
          new != nil, "imports", "\(entry.path) has no new number: \(left.keys.sorted()), the last was \(lastImport)")
        if let new {
          id = new
          lastImport = new
          model.learn(id: new, of: entry.key)
        }
      }
      guard let id, let found = left.removeValue(forKey: id) else {
        throw fail("imports", "\(entry) is not listed")
      }
      let count = model.samples.count { $0.importKey == entry.key }
      try expect(found.samples == count, "imports", "\(entry) has \(found.samples) samples, expected \(count)")
      try expect(
        (found.finished != nil) == entry.isFinished && found.isComplete == entry.isComplete, "imports",
        "\(entry): \(found)")
    }
    try expect(left.isEmpty, "imports", "\(left.keys.sorted()) should not be listed")
  }

  private func compareEdits(_ store: Store) throws {
    let titles = try store.edits().map(\.title)
    let expected = Array(model.edits.map(\.title).reversed())
    try expect(titles == expected, "edits", "\(titles), expected \(expected)")
  }

  static func text(_ summary: DaySummary) -> String {
    let rings = Ring.allCases.map { ring in
      let value = summary[ring]
      return "\(text(value.value))/\(text(value.goal))\(value.goalIsDefault ? " by default" : "")"
    }
    return "\(summary.day) \(summary.interval.lowerBound) \(rings) \(summary.basis)\(summary.isPaused ? " paused" : "")"
  }

  static func isEqual(_ found: DaySummary, _ expected: DaySummary) -> Bool {
    Ring.allCases.allSatisfy { ring in
      isClose(found[ring].value, expected[ring].value) && found[ring].goal == expected[ring].goal
        && found[ring].goalIsDefault == expected[ring].goalIsDefault
    } && found.basis == expected.basis && found.isPaused == expected.isPaused && found.interval == expected.interval
  }

  private static func text(_ value: Double?) -> String { value.map { "\($0)" } ?? "nothing" }

  private static func isClose(_ first: Double?, _ second: Double?) -> Bool {
    guard let first, let second else { return first == nil && second == nil }
    return abs(first - second) <= 1e-6 * max(1, abs(second))
  }

  private func compareDays(_ store: Store) throws {
    let totals = model.totals
    let days = HistoryDays.offsets
    let range = (HistoryTime.firstDay + days.lowerBound)...(HistoryTime.firstDay + (days.upperBound - 1))
    for (offset, found) in zip(days, try store.summaries(range)) {
      let expected = model.summary(offset, totals)
      guard Self.isEqual(found, expected)
      else { throw fail("summaries", "\(Self.text(found)), expected \(Self.text(expected))") }
    }
    for offset in days {
      let day = HistoryTime.firstDay + offset
      let found = try store.goalProgress(day...day, weekStart: 1)
      let target = model.goals.steps(on: offset).map(Double.init)
      try expect(found.map(\.amount.goal) == [target].compactMap(\.self), "goals", "\(found), expected \(target ?? 0)")
      guard let progress = found.first else { continue }
      let steps = try store.dailyStatistics(HistoryType.steps.identifier, day...day)[0]?.sum
      try expect(Self.isClose(progress.amount.value, steps), "goals", "\(progress), with \(steps ?? .nan) steps")
    }
    for type in [HistoryType.energy, .steps, .heart] {
      let found = try store.dailyStatistics(type.identifier, range)
      for (offset, found) in zip(days, found) {
        try compare(found, type, in: model.interval(offset), totals)
      }
    }
    // Another span in every step, on quarter hours and not.
    let type = [HistoryType.energy, .exercise, .steps, .heart][step % 4]
    let unit = step % 3 == 0 ? HistoryTime.hour / 4 : 7 * HistoryTime.second
    let low = step * 7_919 % (4 * HistoryTime.day) / unit * unit
    let span = low..<low + (1 + step * 104_729 % (HistoryTime.day / unit)) * unit
    let request = StatisticsRequest(
      samples: SampleRequest(type: type.identifier),
      buckets: [HistoryTime.date(span.lowerBound)..<HistoryTime.date(span.upperBound)], needsSamples: step % 2 == 0)
    try compare(try store.view(.everything).statistics(request).merged[0], type, in: span, totals)
  }

  private func compare(
    _ found: BucketStatistics?, _ type: HistoryType, in span: Range<Int>, _ totals: HistoryTotals
  ) throws {
    if type.isCumulative {
      let sum = totals.sum(type, in: span)
      try expect(
        Self.isClose(found?.sum ?? 0, sum), "totals", "\(type) \(span): \(found?.sum ?? 0), expected \(sum)")
      return
    }
    let own = totals.samples.filter { $0.type == type && span.contains($0.start) }.map(\.amount)
    try expect(
      found?.count ?? 0 == own.count && Self.isClose(found?.minimum, own.min())
        && Self.isClose(found?.maximum, own.max()), "totals", "\(type) \(span): \(String(describing: found)), \(own)")
  }

  /// Damages a copy of the store: a check reports it, and repairs what it says it has repaired; or nothing shows it, now
  /// and after more steps.
  func meet(_ fault: HistoryFault, row: Int, then steps: [HistoryStep]) throws {
    try HistoryRunner(copying: self).plant(fault, row: row, then: steps)
  }

  private func plant(_ fault: HistoryFault, row: Int, then steps: [HistoryStep]) throws {
    guard try fault.plant(in: path, row: row) else { return }
    isReplaced = true
    let report = try StoreCheck.run(path: path, repairs: true)
    // Which of the count of an import's samples and the list of its rows is wrong cannot be known.
    if report.findings.contains(where: { !$0.isRepaired || $0.code == .wrongHistory }) { return }
    try open()
    do {
      try compare()
      try run(steps)
    } catch let failure as Failure {
      throw fail("\(fault.testDescription) \(report.findings.isEmpty ? "unseen" : "repaired")", "\(failure)")
    }
  }

  private func checkStore() throws {
    let findings = try StoreCheck.run(path: path, repairs: false).findings.filter { $0.code != .littleSpace }
    try expect(findings.isEmpty, "check", "\(findings.map(\.sentence))")
    // Types of which everything has been deleted are known longer than the deletions.
    let stray = try stores[0].strayRows().filter { !hasExpired || !$0.hasSuffix("types of no sample and no tombstone") }
    try expect(stray.isEmpty, "stray rows", "\(stray)")
  }
}
