import HealthModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The files used by the benchmarks, created on first use and kept for the next run.
struct Materials {
  /// The measured program.
  let ringtop: String
  /// The benchmarks' own folder.
  let folder: String
  /// The last day of the exports: yesterday, so that today has data as on a user's machine.
  let lastDay: Day

  /// 200 MB, about 480,000 samples.
  static let days = 306
  /// Five million samples.
  static let manyDays = 3_190

  init(ringtop: String, folder: String, lastDay: Day) throws {
    self.ringtop = ringtop
    self.folder = folder
    self.lastDay = lastDay
    mkdir(folder, 0o700)
  }

  func path(_ name: String) -> String { "\(folder)/\(name)" }

  func program(_ arguments: String..., environment: [String: String] = [:]) throws -> Program {
    try program(arguments, environment: environment)
  }

  func program(_ arguments: [String], environment: [String: String] = [:]) throws -> Program {
    guard access(ringtop, X_OK) == 0 else {
      throw BenchmarkError(
        "there is no \(ringtop); swift build -c release --static-swift-stdlib --product ringtop builds it")
    }
    return try Program(
      ringtop, arguments, environment: Program.plainEnvironment.merging(environment) { $1 })
  }

  /// An export of this number of days.
  func export(days: Int) throws -> String {
    let path = path("export-\(lastDay)-\(days).xml")
    if !exists(path) {
      try removeOlder("export-*-\(days).xml")
      note("writing \(path)")
      try ExportWriter.write((lastDay - (days - 1))...lastDay, to: path + ".part")
      rename(path + ".part", path)
    }
    return path
  }

  /// The export in an archive, as created by Apple's phones.
  func archive(days: Int) throws -> String {
    let export = try export(days: days)
    let path = path("export-\(lastDay)-\(days).zip")
    if !exists(path) {
      try removeOlder("export-*-\(days).zip")
      note("writing \(path)")
      // zip if it is installed, otherwise Python, which the baselines need anyway.
      try shell(
        """
        set -e; rm -rf "$1/apple_health_export" "$3"; mkdir "$1/apple_health_export"
        ln "$2" "$1/apple_health_export/export.xml"; cd "$1"
        if command -v zip >/dev/null; then zip -q -r "$3" apple_health_export
        else python3 -m zipfile -c "$3" apple_health_export; fi
        rm -rf apple_health_export
        """, folder, export, path)
    }
    return path
  }

  /// A store with an export of this number of days, and with a sample of today.
  func store(days: Int) throws -> String {
    let path = path("store-\(lastDay)-\(days).sqlite")
    if !exists(path) {
      try removeOlder("store-*-\(days).sqlite*")
      note("importing \(path)")
      let fresh = path + ".part"
      try removeStore(fresh)
      try program("import", try export(days: days), "--store", fresh, "--quiet").run()
      try program("add", "move", "100kcal", "--store", fresh).run()
      try moveStore(fresh, to: path)
    }
    return path
  }

  func moveStore(_ path: String, to target: String) throws {
    try shell(
      "for suffix in -wal -shm -signal ''; do [ ! -e \"$1$suffix\" ] || mv \"$1$suffix\" \"$2$suffix\"; done", path,
      target)
  }

  func copyStore(_ path: String, to target: String) throws {
    try removeStore(target)
    try shell(
      "for suffix in -wal -signal ''; do [ ! -e \"$1$suffix\" ] || cp \"$1$suffix\" \"$2$suffix\"; done", path, target)
  }

  func removeStore(_ path: String) throws {
    for suffix in ["", "-wal", "-shm", "-signal"] { unlink(path + suffix) }
  }

  /// The size of a file, or of a database with its log.
  func size(_ path: String) -> Double {
    ["", "-wal"].reduce(0) { sum, suffix in
      var status = stat()
      return stat(path + suffix, &status) == 0 ? sum + Double(status.st_size) : sum
    }
  }

  private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  private func removeOlder(_ pattern: String) throws {
    try shell("rm -f \"$1\"/\(pattern)", folder)
  }

  private func shell(_ script: String, _ arguments: String...) throws {
    try Program("sh", ["-c", script, "sh"] + arguments).run()
  }
}

/// Prints progress on standard error; only the report goes to standard output.
func note(_ text: String) {
  let line = Array("ringtop-benchmarks: \(text)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
}
