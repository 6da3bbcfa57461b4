/// `ringtop status`, compared with a `sqlite3` that opens the same file and reads its schema.
struct StatusSuite {
  let materials: Materials
  let rounds: Int
  let includesLarge: Bool

  func run(_ report: inout Report) throws {
    try compare(days: Materials.days, wall: 2, memory: 4, &report)
    if includesLarge { try compare(days: Materials.manyDays, wall: 2, memory: 4, &report) }
    try besideImport(&report)
  }

  private func compare(days: Int, wall: Double, memory: Double, _ report: inout Report) throws {
    let store = try materials.store(days: days)
    let status = try materials.program("status", "--store", store)
    note("status: \(rounds * 20) rounds on \(store)")
    let baseline = try Self.baseline(store)
    let trial = try Trial(rounds: rounds * 20, warmUp: 5, [{ try status.run() }, { try baseline.run() }])
    let (ours, theirs) = (trial.cost(0), trial.cost(1))
    let name = days == Materials.days ? "480,000 samples" : "five million samples"
    report.compare(
      "status, \(name)", ours, to: "sqlite3", theirs, atMost: wall)
    report.compare(
      "status, memory", Figure.bytes(ours.peakBytes), to: "sqlite3: \(Figure.bytes(theirs.peakBytes))",
      ratio: ours.peakBytes / theirs.peakBytes, atMost: memory)
  }

  /// `sqlite3 STORE "select count(*) from sqlite_schema"`
  static func baseline(_ store: String) throws -> Program {
    try Program("sqlite3", [store, "select count(*) from sqlite_schema"])
  }

  /// A thousand runs on a store while an import fills it.
  private func besideImport(_ report: inout Report) throws {
    let store = materials.path("busy.sqlite")
    try materials.removeStore(store)
    let xml = try materials.export(days: includesLarge ? Materials.manyDays : Materials.days)
    let importer = try materials.program("import", xml, "--store", store, "--quiet")
    let status = try materials.program("status", "--store", store, "--strict")
    note("status: 1,000 runs beside an import")
    var importing = try importer.start()
    defer {
      importing.send(signal: 15)
      _ = importing.wait()
      try? materials.removeStore(store)
    }
    // There is nothing to read before the first commit.
    while try status.start().wait().exitCode != 0 {
      if importing.ended() != nil { throw BenchmarkError("the import of \(xml) failed") }
    }
    // In turn with SQLite's own tool: other load on the machine affects both equally.
    let baseline = try Self.baseline(store)
    var runs: [Run] = []
    var others: [Run] = []
    while runs.count < 1_000 {
      runs.append(try status.start().wait())
      others.append(try baseline.start().wait())
      // From the second time on it looks up every record instead of storing it, which also takes work.
      if importing.ended() != nil { importing = try importer.start() }
    }
    let failures = runs.filter { $0.exitCode != 0 }.count
    let times = runs.map(\.seconds).sorted()
    let worst = times.last ?? 0
    let theirs = others.map(\.seconds).sorted()
    report.limit(
      "status, 1,000 runs beside an import",
      """
      \(failures) failed; median \(Figure.time(median(times))), 99 % within \(Figure.time(times[989])), \
      worst \(Figure.time(worst)); sqlite3 in turn: \(others.filter { $0.exitCode != 0 }.count) failed; \
      \(Figure.time(median(theirs))), \(Figure.time(theirs[989])), \(Figure.time(theirs.last ?? 0))
      """,
      goal: "0 failed, worst 100 ms", isMet: failures == 0 && worst <= 0.1)
  }
}
