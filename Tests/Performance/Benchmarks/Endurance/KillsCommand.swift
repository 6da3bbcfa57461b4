import ArgumentParser
import Foundation
import GRDBSQLite
import HealthModel

/// Kills imports at random moments and runs them again.
struct KillsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kills", abstract: "Kills imports at random moments and runs them again, until everything is stored.",
    discussion: """
      After every kill the file must be intact, and in the end every store must have the contents of one uninterrupted \
      import. Every third import is undone, and that is killed as well.
      """)

  @Option(help: ArgumentHelp("The program to kill.", valueName: "path"))
  var binary = ".build/release/ringtop"

  @Option(help: ArgumentHelp("A folder for exports and stores.", valueName: "path"))
  var folder = ".build/benchmarks"

  @Option(help: "The number of kills.")
  var count = 1_000

  @Option(help: "Days of the export.")
  var days = 10

  @Option(help: "The random seed.")
  var seed: UInt64 = 1

  func run() throws {
    let materials = try Materials(ringtop: binary, folder: folder, lastDay: Day(number: time(nil) / 86_400 - 1))
    let export = try materials.export(days: days)
    let whole = materials.path("kills-whole.sqlite")
    try materials.removeStore(whole)
    let importing = try materials.program("import", "--quiet", export, "--store", whole).run()
    let taking = try materials.program("import", "--quiet", "--undo", "1", "--store", whole).run()
    let nothing = try Meaning(whole)
    try materials.removeStore(whole)
    try materials.program("import", "--quiet", export, "--store", whole).run()
    let expected = try Meaning(whole)
    guard !expected.samples.isEmpty, nothing.samples.isEmpty else {
      throw BenchmarkError("the export contains nothing")
    }

    var random = SeededGenerator(seed: seed)
    let store = materials.path("kills.sqlite")
    var tally = (kills: 0, finished: 0, stores: 0, undone: 0)
    while tally.kills < count {
      try materials.removeStore(store)
      let killed = try repeatUntilDone(
        try materials.program("import", "--quiet", export, "--store", store), store, importing.seconds, &random)
      tally.kills += killed
      tally.finished += 1
      tally.stores += 1
      guard try Meaning(store) == expected else {
        throw BenchmarkError("\(store) differs from the result of one import")
      }
      guard tally.stores % 3 == 0 else { continue }
      // The number of a restarted import is not always 1.
      let number = try Meaning.lastImport(store)
      tally.kills += try repeatUntilDone(
        try materials.program("import", "--quiet", "--undo", "\(number)", "--store", store), store, taking.seconds,
        &random, isDone: { try Meaning.lastImport(store) != number })
      tally.undone += 1
      guard try Meaning(store) == nothing else { throw BenchmarkError("\(store) contains samples of an undone import") }
    }
    print(
      "\(tally.kills) kills; \(tally.stores) stores completed and \(tally.undone) taken back, each as without a kill.")
  }

  /// Runs a program and kills it at random moments, until it ends by itself or has been killed often enough.
  ///
  /// - Returns: the number of times it was killed.
  private func repeatUntilDone(
    _ program: Program, _ store: String, _ seconds: Double, _ random: inout SeededGenerator,
    isDone: () throws -> Bool = { false }
  ) throws -> Int {
    var kills = 0
    while true {
      let running = try program.start()
      // The last run for each store is not killed.
      if kills < 12 {
        usleep(UInt32(Double.random(in: 0...seconds * 1.1, using: &random) * 1e6))
        running.send(signal: SIGKILL)
      }
      let run = running.wait()
      if run.exitCode == 0 { return kills }
      // If it was killed after its commit, it has nothing left to do and reports so.
      if run.exitCode == 64, kills > 0, try isDone() { return kills }
      guard run.exitCode == 128 + SIGKILL else { throw BenchmarkError("ended with code \(run.exitCode)") }
      kills += 1
      try Meaning.requireSound(store)
    }
  }
}

/// The content of a store, independent of the order of writing.
struct Meaning: Equatable {
  let samples: [String]
  let summaries: [String]

  init(_ path: String) throws {
    try Self.requireSound(path)
    samples = try Self.lines(
      path,
      """
      SELECT t.identifier || ' ' || start || ' ' || end || ' ' || coalesce(value, '-') || ' ' || s.name || ' '
        || coalesce(content, '-')
      FROM sample JOIN sample_type t ON t.id = type_id JOIN provenance p ON p.id = provenance_id
      JOIN source s ON s.id = p.source_id LEFT JOIN metadata_set m ON m.id = metadata_id ORDER BY 1
      """)
    summaries = try Self.lines(
      path,
      """
      SELECT day || ' ' || round(coalesce(move, -1), 6) || ' ' || coalesce(exercise, -1) || ' ' || coalesce(stand, -1)
      FROM day_summary ORDER BY day
      """)
  }

  static func lastImport(_ path: String) throws -> Int {
    Int(try lines(path, "SELECT max(id) FROM import").first ?? "") ?? 0
  }

  /// - Throws: `BenchmarkError` if the file is damaged. A missing file or one without tables is sound.
  static func requireSound(_ path: String) throws {
    guard access(path, F_OK) == 0 else { return }
    guard try lines(path, "PRAGMA integrity_check") == ["ok"] else { throw BenchmarkError("\(path) is damaged") }
  }

  private static func lines(_ path: String, _ sql: String) throws -> [String] {
    var lines: [String] = []
    try PlainSQL(path, sql, canWrite: true).run { row in
      if let text = sqlite3_column_text(row, 0) { lines.append(String(cString: text)) }
    }
    return lines
  }
}
