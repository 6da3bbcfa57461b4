import Foundation
import TestSupport
import Testing

/// Untrusted text is printed so that it cannot control the terminal, forge a line or change the writing direction.
@Suite("Untrusted text", .serialized, .programs, .timeLimit(.minutes(10)))
struct UntrustedTextTests {
  /// An escape sequence, an eight-bit control character, a newline, and characters that reorder or hide text.
  private static let evil = "a\u{1B}[31mb\u{9B}2Jc\nringtop: forged\rd\u{202E}e\u{2066}f\u{7}g\u{2028}h\u{FEFF}"

  /// Expects output without control characters, in which the original text is still recognizable.
  private func expectHarmless(
    _ ending: Ending, _ what: String, shows: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for scalar in (ending.output + ending.errors).unicodeScalars {
      let isHarmless =
        scalar == "\n" || scalar == "\t" || scalar == "\r"
        || ![.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
      #expect(isHarmless, "\(what): U+\(String(scalar.value, radix: 16))", sourceLocation: sourceLocation)
    }
    for line in (ending.output + ending.errors).split(separator: "\n") {
      #expect(!line.hasPrefix("ringtop: forged"), "\(what)", sourceLocation: sourceLocation)
    }
    #expect(!ending.errors.contains("\r"), "\(what)", sourceLocation: sourceLocation)
    #expect(ending.errors.count { $0 == "\n" } <= 1, "\(what): \(ending.errors)", sourceLocation: sourceLocation)
    guard shows else { return }
    #expect(
      (ending.output + ending.errors).contains("\\x1B[31mb"), "\(what): \(ending.output) \(ending.errors)",
      sourceLocation: sourceLocation)
  }

  private static let roads: [[String]] = [
    ["import", evil], ["import", evil + ".zip"], ["show", "--store", "/nowhere/" + evil],
    ["summary", "--store", evil], ["show", "--date", evil], ["summary", "--from", evil], ["status", "--format", evil],
    ["status", "--strict", "--store", "/nowhere/" + evil], ["status", "--template", "{" + evil],
    ["status", "--width", evil],
    ["add", evil, "5"], ["add", "move", evil], ["add", "move", "5kcal", "--at", evil],
    ["add", "move", "5kcal", "--from", evil],
    [evil], ["--" + evil], ["-" + evil], ["show", "--" + evil], ["help", evil], ["summary", evil],
    ["draw", "--rings", evil],
    ["draw", "--rings", "1,1,1", "--size", evil], ["--color", evil], ["show", "--glyphs", evil],
    ["import", "--zone", evil, "x.zip"], ["import", "--undo", evil], ["permissions", "grant", evil, "stepCount"],
    ["permissions", "grant", "local.x", evil], ["permissions", "revoke", evil],
    ["permissions", "revoke", evil, "stepCount"],
    ["terminal", "--background", evil], ["--date", evil], ["demo", "--date", evil], ["status", "--background", evil],
  ]

  @Test("in arguments", arguments: roads)
  func arguments(_ arguments: [String]) async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 1))
    let ending = try await Program.run([Program.ringtop] + arguments, environment: sandbox.environment)
    expectHarmless(ending, "\(arguments)", shows: false)
  }

  @Test("in names of files, which remain distinguishable")
  func names() async throws {
    let sandbox = try Sandbox()
    let name = Self.evil + ".zip"
    let export = try sandbox.write(ExportFixture(days: 1).zip, to: name)
    expectHarmless(try await sandbox.ringtop("import", export), "import")
    expectHarmless(try await sandbox.ringtop("import", "--list"), "list")
    expectHarmless(try await sandbox.ringtop("import", try sandbox.write("no zip", to: name + "2")), "bad import")
    sandbox.store = try sandbox.write("no store at all", to: Self.evil)
    expectHarmless(try await sandbox.ringtop("show"), "show")
    expectHarmless(try await sandbox.ringtop("status", "--strict"), "status")
  }

  @Test("in the environment and the configuration")
  func environment() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 1))
    for name in [
      "RINGTOP_GLYPHS", "TERM", "COLORTERM", "TERM_PROGRAM", "XTERM_VERSION", "RINGTOP_CLOCK", "LC_ALL", "TZ",
    ] {
      let ending = try await sandbox.ringtop("terminal", environment: [name: Self.evil])
      expectHarmless(ending, name, shows: false)
    }
    for locale in [Self.evil, "é", String(repeating: "x", count: 160), "x_y-z", "../de", "de_DE_\u{7F}"] {
      for name in ["LC_ALL", "LC_TIME", "LANG"] {
        let environment = name == "LC_ALL" ? [name: locale] : ["LC_ALL": "", name: locale]
        let ending = try await sandbox.ringtop("show", environment: environment)
        expectHarmless(ending, name, shows: false)
        #expect(ending.code == 0, "\(name)=\(locale.debugDescription)")
      }
    }
    expectHarmless(try await sandbox.ringtop("show", environment: ["RINGTOP_STORE": "/nowhere/" + Self.evil]), "store")
    let key = "a\\u001B[31mb\\u009B2J\\nringtop: forged"
    try sandbox.write("\"\(key)\" = 1\n", to: ".config/ringtop/config.toml")
    expectHarmless(try await sandbox.ringtop("show"), "key", shows: false)
    try sandbox.write("zone = \"\(key)\"\n", to: ".config/ringtop/config.toml")
    expectHarmless(try await sandbox.ringtop("show"), "value", shows: false)
    let folder = "/" + Self.evil
    expectHarmless(
      try await sandbox.ringtop("show", environment: ["XDG_CONFIG_HOME": sandbox.path + folder]), "folder", shows: false
    )
  }

  @Test("in names of programs")
  func clients() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 1))
    expectHarmless(try await sandbox.ringtop("permissions", "grant", Self.evil, "stepCount"), "grant")
    let list = try await sandbox.ringtop("permissions")
    expectHarmless(list, "list")
    #expect(list.lines.count == 2)
    expectHarmless(try await sandbox.ringtop("permissions", "revoke", Self.evil), "revoke")
  }

  @Test("on the terminal itself", arguments: [["show", "--store"], ["status", "--strict", "--store"]])
  func onTerminal(_ arguments: [String]) async throws {
    let terminal = try FakeTerminal(try Sandbox())
    try await terminal.run([Program.ringtop] + arguments + ["/nowhere/" + Self.evil]) { _ in }
    #expect(terminal.sent.contains("\\x1B[31mb"))
    #expect(!terminal.sent.contains("\u{1B}[31m") && !terminal.sent.contains("\u{9B}"))
  }
}
