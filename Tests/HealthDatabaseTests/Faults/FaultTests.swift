import CFaults
import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

/// Makes the n-th system call of a kind fail, for every n until the work succeeds.
///
/// `RINGTOP_FAULTS=all` tries every n with more data; without it some are left out.
@Suite("System failures", .serialized)
struct FaultTests {
  enum Work: String, CaseIterable, Sendable {
    case importing, saving, undoing, deleting
  }

  enum Fault: UInt32, CaseIterable, Sendable {
    case open = 1
    case read, write, sync, lock, memory
  }

  static let isThorough = ProcessInfo.processInfo.environment["RINGTOP_FAULTS"] == "all"

  private let export = FakeExport.random(seed: 21, days: isThorough ? 4 : 1)
  private let second = FakeExport.random(seed: 22, days: 1, date: date("2026-03-06 09:30"))

  /// The result of two imports without a fault.
  private struct Whole {
    var texts: [String]
    var summaries: [DaySummary]

    init(_ first: FakeExport, _ second: FakeExport) throws {
      let test = try TestStore()
      try first.run(into: test.store)
      try second.run(into: test.store)
      texts = try test.store.sampleTexts()
      summaries = try test.store.summaries(day("2026-03-01")...day("2026-03-08"))
    }
  }

  /// Prepares a store up to the start of the work.
  private func prepare(_ directory: TestDirectory, _ work: Work) throws {
    let store = try Store(path: directory.file("health.sqlite"), access: .create)
    try export.run(into: store)
    if work != .importing { try second.run(into: store) }
  }

  /// - Parameter opened: called once the store is open.
  private func run(_ work: Work, path: String, opened: () -> Void = {}) throws {
    let store = try Store(path: path, access: .write)
    opened()
    switch work {
    case .importing: try second.run(into: store, batchSize: 100)
    case .saving:
      var tables = FakeTables()
      var batch = SampleBatch()
      for index in 0..<5 {
        var sample = FakeSample(
          RingType.stepCount, Double(index), from: date("2026-03-04 11:00") + Double(index) * 120, source: .app,
          metadata: [Metadata.Entry(key: "saved", value: .number(Double(index)))])
        sample.uuid = UUID(uuidString: "6E3D1C3A-77B9-4C2C-9C3F-01234567890\(index)")
        batch.samples.append(tables.record(sample))
      }
      batch.tables = tables.tables
      try store.save(batch)
    case .undoing: try store.undoImport(2)
    case .deleting: try store.write { try SampleDeleter.delete($0, rows: 20..<60) }
    }
  }

  /// Everything in a store, except for the times and numbers of attempts.
  private func state(_ path: String) throws -> [String: [String]] {
    let store = try Store(path: path, access: .write)
    #expect(try store.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
    #expect(try store.strayRows() == [])
    return try store.dump(without: ["sqlite_sequence"])
  }

  @Test(
    "the store is in the state before the operation or the state after it", arguments: Work.allCases, Fault.allCases)
  func everyCall(work: Work, fault: Fault) throws {
    let origin = try TestDirectory()
    try prepare(origin, work)
    let before = try state(origin.file("health.sqlite"))
    let whole = try Whole(export, second)
    let kind = fault_kind(rawValue: fault.rawValue)
    var succeeded = false
    var tried = 0
    var failed = 0
    var number: Int64 = 1
    while !succeeded {
      let directory = try TestDirectory()
      let path = directory.file("health.sqlite")
      for name in ["health.sqlite", "health.sqlite-wal", "health.sqlite-signal"]
      where FileManager.default.fileExists(atPath: origin.file(name)) {
        try FileManager.default.copyItem(atPath: origin.file(name), toPath: directory.file(name))
      }
      // Resolved, since SQLite uses the resolved name of the file.
      let root = URL(filePath: directory.path).resolvingSymlinksInPath().path
      // Nothing can be rolled back without any memory; the process then ends and releases its locks.
      let persists: Int32 = tried % 2 == 0 || fault == .memory ? 0 : 1
      // GRDB ends the process if there is no memory to open a database.
      if fault != .memory { faults_arm(kind, number, persists, root) }
      var error: (any Error)?
      do {
        try run(work, path: path) { if fault == .memory { faults_arm(kind, number, persists, root) } }
      } catch let thrown {
        error = thrown
      }
      let calls = faults_disarm()
      succeeded = calls < number
      tried += 1
      if let error {
        failed += 1
        #expect(error is StoreError, "\(work) \(fault) \(number): \(error)")
      }
      let after = try state(path)
      if work == .importing {
        // An import leaves complete batches, and the next import completes it.
        if error == nil { #expect(try completes(path, whole)) }
        if after != before { #expect(try completes(path, whole), "\(work) \(fault) \(number)") }
      } else if error != nil, after != before {
        // A commit that could not report its success is still a commit.
        #expect(try Self.isSame(after, afterWork(work, origin)), "\(work) \(fault) \(number)")
      } else if error == nil {
        #expect(after != before)
      }
      number = Self.next(number, fault)
    }
    #expect(failed > 0 || fault == .sync || fault == .open)
    if Self.isThorough { print("\(work) with a failing \(fault): \(tried) tried, \(failed) failed") }
  }

  /// The next call to fail. Work allocates memory many thousand times, so later steps skip a hundredth of the number.
  private static func next(_ number: Int64, _ fault: Fault) -> Int64 {
    guard isThorough else { return 2 * number }
    return number + (fault == .memory ? 1 + number / 100 : 1)
  }

  private func afterWork(_ work: Work, _ origin: TestDirectory) throws -> [String: [String]] {
    let directory = try TestDirectory()
    for name in ["health.sqlite", "health.sqlite-wal"]
    where FileManager.default.fileExists(atPath: origin.file(name)) {
      try FileManager.default.copyItem(atPath: origin.file(name), toPath: directory.file(name))
    }
    try run(work, path: directory.file("health.sqlite"))
    return try state(directory.file("health.sqlite"))
  }

  private static func isSame(_ first: [String: [String]], _ second: [String: [String]]) -> Bool {
    first == second
  }

  /// Whether importing the same file again gives what one import would have given.
  private func completes(_ path: String, _ whole: Whole) throws -> Bool {
    let store = try Store(path: path, access: .write)
    try second.run(into: store)
    return try store.sampleTexts() == whole.texts && store.strayRows() == []
      && store.summaries(day("2026-03-01")...day("2026-03-08")) == whole.summaries
  }

  /// What a kill leaves is what was written before it.
  @Test("a store whose creation was killed at any step contains no data, and is usable")
  func killedCreation() throws {
    let origin = try TestDirectory()
    let root = URL(filePath: origin.path).resolvingSymlinksInPath().path
    faults_begin_log(root)
    do {
      let created = try Store(path: origin.file("health.sqlite"), access: .create)
      withExtendedLifetime(created) {}
    }
    let steps = faults_end_log()
    #expect(steps > 10)
    // Before SQLite writes anything there is an empty file, with or without the signal file.
    for step in -2..<steps {
      // Most steps write one page of the log, and after most of these nothing is committed yet.
      let isPage = step >= 3 && faults_logged(step).kind == 1
      guard Self.isThorough || !isPage || step % 11 == 0 else { continue }
      var files: [String: [UInt8]] = ["health.sqlite": []]
      if step > -2 { files["health.sqlite-signal"] = [] }
      for index in 0..<max(0, step + 1) { Self.replay(faults_logged(index), on: &files) }
      // As it is, or after any program has opened it with SQLite, which applies or rolls back a log.
      for isOpened in [false, true] {
        let directory = try TestDirectory()
        let path = directory.file("health.sqlite")
        for (name, bytes) in files where !name.hasSuffix("-shm") {
          try Data(bytes).write(to: URL(filePath: directory.file(name)))
        }
        if isOpened {
          let queue = try DatabaseQueue(path: path)
          _ = try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema") }
          try queue.close()
        }
        let label: Comment = "after \(step + 1) of \(steps) writes\(isOpened ? ", opened" : "")"
        do {
          let reader = try Store(path: path, access: .read)
          #expect(try !reader.isOlder && reader.sampleCount() == 0, label)
        } catch let error as StoreError {
          #expect(error.code == .missing, label)
        }
        do {
          let store = try Store(path: path, access: .create)
          try store.setGoal(500, for: .move, on: day("2026-03-04"))
          #expect(try store.read { try String.fetchOne($0, sql: "PRAGMA quick_check") } == "ok", label)
        } catch {
          Issue.record("\(error), \(label)")
        }
      }
    }
  }

  private static func replay(_ entry: faults_entry, on files: inout [String: [UInt8]]) {
    let name = String(cString: entry.name)
    switch entry.kind {
    case 1:
      var bytes = files[name] ?? []
      let end = Int(entry.offset + entry.count)
      if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
      bytes.replaceSubrange(
        Int(entry.offset)..<end, with: UnsafeRawBufferPointer(start: entry.bytes, count: Int(entry.count)))
      files[name] = bytes
    case 2: files[name] = Array((files[name] ?? []).prefix(Int(entry.offset)))
    case 4: files[name] = nil
    default: break
    }
  }

  @Test("after a power loss, the store is in the state of one of its commits")
  func powerLoss() throws {
    let origin = try TestDirectory()
    let root = URL(filePath: origin.path).resolvingSymlinksInPath().path
    var states: [[String]] = []
    func note(_ store: Store) throws { states.append(try store.sampleTexts()) }
    faults_begin_log(root)
    do {
      let store = try Store(path: origin.file("health.sqlite"), access: .create)
      states.append([])
      try export.run(into: store, batchSize: 60) { try note(store) }
      try note(store)
      try second.run(into: store, batchSize: 60) { try note(store) }
      try note(store)
      try store.checkpoint()
      try store.write { try SampleDeleter.delete($0, rows: 20..<60) }
      try note(store)
      try store.undoImport(2)
      try note(store)
      try store.undoImport(1)
      try note(store)
    }
    let count = faults_end_log()
    #expect(count > 50)
    var files: [String: [UInt8]] = [:]
    var checked = 0
    var latest = 0
    // The disk's contents after any prefix of the writes, which includes at least those before a sync.
    for index in 0..<count {
      Self.replay(faults_logged(index), on: &files)
      guard Self.isThorough || index % 23 == 0 || index == count - 1 else { continue }
      let directory = try TestDirectory()
      for (name, bytes) in files where !name.hasSuffix("-shm") {
        try Data(bytes).write(to: URL(filePath: directory.file(name)))
      }
      guard files["health.sqlite"] != nil else { continue }
      let store = try Store(path: directory.file("health.sqlite"), access: .create)
      #expect(try store.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok", "write \(index)")
      let texts = try store.sampleTexts()
      let place = states.lastIndex(of: texts)
      #expect(place != nil, "after write \(index) of \(count) the store holds no committed state")
      #expect(try store.strayRows() == [])
      latest = max(latest, place ?? 0)
      checked += 1
    }
    #expect(latest == states.count - 1)
    if Self.isThorough { print("power lost after \(checked) of \(count) writes") }
  }
}
