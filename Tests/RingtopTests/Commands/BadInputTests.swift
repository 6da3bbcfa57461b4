import Foundation
import TestSupport
import Testing

/// Every error is reported in one sentence on standard error with a documented exit code, and changes no store.
@Suite("Bad input", .serialized, .programs, .timeLimit(.minutes(10)))
struct BadInputTests {
  /// Nothing on standard output, and one line on standard error that begins with the program's name.
  private func expectSentence(
    _ ending: Ending, code: Int32, containing words: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(ending.code == code, "\(ending.errors)", sourceLocation: sourceLocation)
    #expect(ending.output == "", sourceLocation: sourceLocation)
    let lines = ending.errors.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 2 && lines.last == "", "\(ending.errors)", sourceLocation: sourceLocation)
    #expect(ending.errors.hasPrefix("ringtop: "), "\(ending.errors)", sourceLocation: sourceLocation)
    #expect(
      ending.errors.hasSuffix(".\n") && !ending.errors.contains(".."), "\(ending.errors)",
      sourceLocation: sourceLocation)
    for word in words { #expect(ending.errors.contains(word), "\(ending.errors)", sourceLocation: sourceLocation) }
  }

  // MARK: - Files that are not exports

  struct BadFile: CustomTestStringConvertible, Sendable {
    var name: String
    var bytes: [UInt8]?
    var code: Int32
    var word: String
    var testDescription: String { name }
  }

  static let badFiles = [
    BadFile(name: "absent.zip", bytes: nil, code: 66, word: "There is no "),
    BadFile(name: "empty.zip", bytes: [], code: 65, word: "empty"),
    BadFile(name: "noise.zip", bytes: Array("Not a zip, nor anything else.".utf8), code: 65, word: "neither"),
    BadFile(
      name: "locked.zip", bytes: ZipText.archive([("apple_health_export/export.xml", [1, 2, 3])], isEncrypted: true),
      code: 65, word: "encrypted"),
    BadFile(
      name: "photos.zip", bytes: ZipText.archive([("photos/readme.txt", Array("Sunny days.".utf8))]), code: 65,
      word: "no health export"),
    BadFile(
      name: "torn.zip", bytes: Array(ZipText.archive([("apple_health_export/export.xml", [60, 63])]).prefix(40)),
      code: 65, word: "torn.zip"),
    BadFile(name: "other.xml", bytes: Array("<?xml version=\"1.0\"?><Recipes/>".utf8), code: 65, word: "other.xml"),
  ]

  @Test("a file that is not an export is rejected, and no store is created", arguments: badFiles)
  func refusesFile(_ file: BadFile) async throws {
    let sandbox = try Sandbox()
    if let bytes = file.bytes { try sandbox.write(bytes, to: file.name) }
    let ending = try await sandbox.ringtop("import", sandbox.file(file.name))
    expectSentence(ending, code: file.code, containing: file.word, file.name)
    #expect(!FileManager.default.fileExists(atPath: sandbox.store))
  }

  @Test("a file that is not an export leaves the store unchanged, even beside a valid one", arguments: badFiles)
  func leavesStore(_ file: BadFile) async throws {
    let sandbox = try Sandbox()
    var fixture = ExportFixture(days: 2)
    try await sandbox.imported(fixture)
    fixture.days = 3
    let newer = try sandbox.write(fixture.zip, to: "newer.zip")
    if let bytes = file.bytes { try sandbox.write(bytes, to: file.name) }
    let before = sandbox.contents(below: sandbox.file("data"))
    let ending = try await sandbox.ringtop("import", newer, sandbox.file(file.name))
    expectSentence(ending, code: file.code, containing: file.word)
    #expect(sandbox.contents(below: sandbox.file("data")) == before)
  }

  // MARK: - Files that are not stores

  struct BadStore: CustomTestStringConvertible, Sendable {
    var name: String
    /// Creates the store at `$RINGTOP_STORE`.
    var shell: String
    var code: Int32
    var word: String
    var testDescription: String { name }
  }

  static let badStores = [
    BadStore(name: "a letter", shell: "printf 'Dear diary, this is no database.' >\"$S\"", code: 65, word: "not a"),
    BadStore(
      name: "long noise", shell: "head -c 20000 /dev/zero | tr '\\0' 'x' >\"$S\"", code: 65, word: "not a"),
    BadStore(
      name: "another program's database", shell: "sqlite3 \"$S\" 'create table songs (title)'", code: 65,
      word: "not a ringtop store"),
    BadStore(
      name: "another program's database with a WAL",
      shell: "sqlite3 \"$S\" 'pragma journal_mode = wal; create table songs (title)' >/dev/null", code: 65,
      word: "not a ringtop store"),
    BadStore(
      name: "a newer version", shell: "", code: 65, word: "newer version"),
    BadStore(name: "a folder", shell: "mkdir \"$S\"", code: 65, word: "directory"),
  ]

  @Test("an invalid store is reported by every command and not changed", arguments: badStores)
  func refusesStore(_ bad: BadStore) async throws {
    let sandbox = try Sandbox()
    let export = try sandbox.write(ExportFixture(days: 1).xml, to: "export.xml")
    try FileManager.default.createDirectory(atPath: sandbox.file("data"), withIntermediateDirectories: true)
    if bad.word == "newer version" {
      try await sandbox.imported(ExportFixture(days: 1))
      _ = try await sandbox.sql("pragma user_version = 4711; pragma wal_checkpoint(truncate);")
    } else {
      _ = try await sandbox.shell("S=\"$RINGTOP_STORE\"; " + bad.shell)
    }
    let before = sandbox.contents(below: sandbox.file("data"))
    let commands = [
      ["summary"], ["audit"], ["show"], ["status", "--strict"], ["import", "--list"], ["import", export],
      ["add", "move", "5kcal"], ["query", "stepCount"], ["types"],
    ]
    for command in commands {
      let ending = try await Program.run([Program.ringtop] + command, environment: sandbox.environment)
      expectSentence(ending, code: bad.code, containing: bad.word, sandbox.store)
    }
    #expect(sandbox.contents(below: sandbox.file("data")) == before)
  }

  @Test("without a store every reading command suggests import and demo, and creates none")
  func noStore() async throws {
    let sandbox = try Sandbox()
    for command in ["summary", "audit", "show"] {
      expectSentence(
        try await sandbox.ringtop(command), code: 66, containing: "ringtop import", "demo", sandbox.store)
    }
    expectSentence(try await sandbox.ringtop("import", "--list"), code: 66, containing: "ringtop import")
    expectSentence(try await sandbox.ringtop("import", "--undo", "1"), code: 66, containing: "ringtop import")
    expectSentence(try await sandbox.ringtop("status", "--strict"), code: 66, containing: "ringtop import")
    #expect(sandbox.contents(below: sandbox.path).isEmpty)
  }

  @Test("an empty file at the store's path counts as no store")
  func emptyStore() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("", to: "data/health.sqlite")
    expectSentence(try await sandbox.ringtop("summary"), code: 66, containing: "ringtop import")
    #expect(sandbox.contents(below: sandbox.file("data")) == ["health.sqlite": Data()])
    try await sandbox.imported()
    #expect(try await sandbox.ringtop("summary").code == 0)
  }

  // MARK: - Locations that cannot be written or read

  @Test("a store without read permission is reported")
  func unreadable() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 1))
    chmod(sandbox.store, 0)
    guard let ending = try await sandbox.ringtopUnprivileged("summary") else { return }
    expectSentence(ending, code: 66, containing: "permission denied", sandbox.store)
    let status = try await sandbox.ringtopUnprivileged("status", "--format", "json")
    #expect(status?.code == 0 && status?.output.contains("unreadable") == true)
  }

  @Test("a read-only directory is reported, and a store in it can still be read")
  func readOnlyDirectory() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 1))
    let export = try sandbox.write(ExportFixture(days: 2).xml, to: "newer.xml")
    let before = sandbox.contents(below: sandbox.file("data"))
    chmod(sandbox.file("data"), 0o500)
    guard let ending = try await sandbox.ringtopUnprivileged("import", export) else { return }
    expectSentence(ending, code: 73, containing: sandbox.store)
    let add = try #require(try await sandbox.ringtopUnprivileged("add", "move", "5kcal"))
    expectSentence(add, code: 73, containing: sandbox.store)
    let status = try await sandbox.ringtopUnprivileged("status", "--template", "{move.value}")
    #expect(status?.output == "320\n")
    #expect(sandbox.contents(below: sandbox.file("data")) == before)
  }

  @Test("an empty read-only directory is reported")
  func emptyReadOnlyDirectory() async throws {
    let sandbox = try Sandbox()
    let export = try sandbox.write(ExportFixture(days: 1).xml, to: "export.xml")
    try FileManager.default.createDirectory(atPath: sandbox.file("data"), withIntermediateDirectories: true)
    chmod(sandbox.file("data"), 0o500)
    guard let ending = try await sandbox.ringtopUnprivileged("import", export) else { return }
    expectSentence(ending, code: 73, containing: sandbox.store)
  }

  @Test("a path at which no directory can be created is reported")
  func noDirectory() async throws {
    let sandbox = try Sandbox()
    let export = try sandbox.write(ExportFixture(days: 1).xml, to: "export.xml")
    sandbox.store = try sandbox.write("a file", to: "file") + "/data/health.sqlite"
    expectSentence(try await sandbox.ringtop("import", export), code: 73, containing: sandbox.store)
  }

  /// A file size limit simulates a full disk: a write beyond it fails in the same way.
  @Test("a full disk ends an import with one sentence and leaves complete batches")
  func fullDisk() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 3))
    let before = try await sandbox.ringtop("summary", "--format", "json").output
    try sandbox.write(ExportFixture(days: 3, heartbeats: 30_000).xml, to: "large.xml")
    let ending = try await sandbox.shell(
      "trap '' XFSZ; ulimit -f 900; exec \"$RINGTOP\" import --quiet \"$HOME/large.xml\"")
    expectSentence(ending, code: 74, containing: sandbox.store)
    #expect(try await sandbox.sql("pragma integrity_check").trimmed == "ok")
    #expect(try await sandbox.ringtop("summary", "--format", "json").output == before)
    #expect(try await sandbox.ringtop("import", "--quiet", sandbox.file("large.xml")).code == 0)
    #expect(try await sandbox.sql("select count(*) > 30000 from sample").trimmed == "1")
  }

  // MARK: - Arguments

  @Test(
    "invalid arguments are reported as a usage error in one sentence",
    arguments: [
      ["summary", "--from", "someday"], ["summary", "--to", "2026-02-30"], ["audit", "--from", "13 brumaire"],
      ["summary", "--from", "2026-11-12", "--to", "2026-11-11"], ["summary", "--format", "yaml"],
      ["summary", "--from"], ["frobnicate"], ["--frobnicate"], ["summary", "--frobnicate"], ["import"],
      ["import", "--list", "--undo", "1"], ["import", "--undo", "first"],
      ["import", "--zone", "Mars/Olympus", "x.zip"],
      ["import", "--undo", "99"], ["status", "--width", "-1"], ["status", "--format", "semaphore"],
      ["status", "--template", "{move"], ["status", "--template", "{hop}"], ["status", "--set-option", "rings"],
      ["--date", "someday"], ["--color", "beige"], ["show", "--date", "2026-13-01"], ["demo", "--date", "someday"],
      ["add", "hop", "1"], ["add", "move"], ["add", "move", "lots"], ["add", "move", "5furlong"],
      ["add", "move", "5min"], ["add", "move", "-5kcal"], ["add", "move", "5kcal", "--at", "later"],
      ["add", "move", "5kcal", "--from", "10:00"], ["add", "move", "5kcal", "--at", "2027-01-01T00:00:00Z"],
      ["add", "move", "5kcal", "--from", "11:00", "--to", "10:00"],
    ])
  func usage(_ arguments: [String]) async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 1))
    // The bytes may differ: opening a store for writing may add a free page.
    let before = try await sandbox.sql(".dump")
    let ending = try await Program.run([Program.ringtop] + arguments, environment: sandbox.environment)
    expectSentence(ending, code: 64)
    #expect(try await sandbox.sql(".dump") == before)
    #expect(before.contains("INSERT"))
  }

  @Test("an invalid sample creates no store", arguments: [["lots"], ["5kcal", "--at", "later"]])
  func addsNothing(_ arguments: [String]) async throws {
    let sandbox = try Sandbox()
    let command = [Program.ringtop, "add", "move"] + arguments
    expectSentence(try await Program.run(command, environment: sandbox.environment), code: 64)
    #expect(sandbox.contents(below: sandbox.path).isEmpty)
  }

  @Test("without a terminal the dashboard suggests another command")
  func noTerminal() async throws {
    let sandbox = try Sandbox()
    expectSentence(try await sandbox.ringtop(), code: 64, containing: "terminal")
    expectSentence(try await sandbox.ringtop("demo"), code: 64, containing: "terminal")
  }
}
