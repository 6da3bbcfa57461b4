import Foundation
import TestSupport
import Testing

@Suite("config", .serialized, .programs, .timeLimit(.minutes(10)))
struct ConfigCommandTests {
  @Test("show prints no theme that does not exist")
  func unknownTheme() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("theme = \"nope\"\n", to: ".config/ringtop/config.toml")
    #expect(try await sandbox.ringtop("config", "show").output.contains("theme = \"auto\""))
    try sandbox.write("theme = \"mine\"\n[themes.mine]\nmove = \"#ff0000\"\n", to: ".config/ringtop/config.toml")
    #expect(try await sandbox.ringtop("config", "show").output.contains("theme = \"mine\""))
  }

  @Test("init writes a commented file once, and again only with --force; check and show agree with it")
  func writes() async throws {
    let sandbox = try Sandbox()
    let path = sandbox.file(".config/ringtop/config.toml")
    #expect(try await sandbox.ringtop("config", "path").output == path + "\n")
    #expect(try await sandbox.ringtop("config", "check").code == 0)
    let first = try await sandbox.ringtop("config", "init")
    #expect(first.code == 0 && first.output == "Wrote \(path).\n" && first.errors == "")
    #expect(try await sandbox.ringtop("config", "check").output == "\(path): no problems.\n")
    let standard = try String(contentsOfFile: path, encoding: .utf8)
    try sandbox.write("mouse = false\n", to: ".config/ringtop/config.toml")
    let second = try await sandbox.ringtop("config", "init")
    #expect(second.code == 73 && second.output == "" && second.errors.trimmed.split(separator: "\n").count == 1)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mouse = false\n")
    #expect(try await sandbox.ringtop("config", "show").lines.contains("mouse = false"))
    #expect(try await sandbox.ringtop("config", "init", "--force").code == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == standard)
  }

  @Test("--force writes through a link and leaves it a link")
  func link() async throws {
    let sandbox = try Sandbox()
    let target = try sandbox.write("mouse = false\n", to: "dotfiles/ringtop.toml")
    let path = sandbox.file(".config/ringtop/config.toml")
    try sandbox.write("", to: ".config/ringtop/other")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    #expect(try await sandbox.ringtop("config", "init", "--force").code == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == target)
    #expect(try String(contentsOfFile: target, encoding: .utf8).contains("#week_start = \"auto\""))
  }

  @Test("check reports every mistake with its line and exits with 65; no other command fails because of them")
  func check() async throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("colour = 16\nglyphs = \"braille\"\n", to: ".config/ringtop/config.toml")
    let check = try await sandbox.ringtop("config", "check")
    #expect(check.code == 65 && check.errors == "")
    #expect(check.lines.count == 2)
    #expect(check.lines.first == "\(path):1: there is no setting \"colour\"; did you mean \"color\"?")
    let export = try sandbox.write(Array(ExportFixture(days: 3).zip), to: "export.zip")
    for arguments in [["import", export], ["add", "move", "5kcal"], ["show"], ["goals"]] {
      let ending = try await Program.run([Program.ringtop] + arguments, environment: sandbox.environment)
      #expect(ending.code == 0, "\(arguments): \(ending.errors)")
      #expect(ending.errors.contains("\(path):1: there is no setting \"colour\""))
      #expect(ending.errors.trimmed.split(separator: "\n").allSatisfy { $0.hasPrefix("ringtop: \(path):") })
    }
    // A bar does not read the configuration.
    #expect(try await sandbox.ringtop("status").errors == "")
  }

  @Test("an unreadable file is reported, whatever the reason, and commands still work")
  func unreadable() async throws {
    for name in ["directory", "pipe", "bytes"] {
      let sandbox = try Sandbox()
      let path = sandbox.file(".config/ringtop/config.toml")
      try sandbox.write("", to: ".config/ringtop/other")
      switch name {
      case "directory": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      case "pipe": #expect(mkfifo(path, 0o600) == 0)
      default: try sandbox.write([0xff, 0xfe, 0x00], to: ".config/ringtop/config.toml")
      }
      let ending = try await sandbox.ringtop("add", "move", "5kcal")
      #expect(ending.code == 0, "\(name)")
      #expect(
        ending.errors.hasPrefix("ringtop: \(path): the configuration cannot be read: "), "\(name): \(ending.errors)")
      #expect(ending.errors.split(separator: "\n").count == 1)
      #expect(try await sandbox.ringtop("config", "check").code == 65)
    }
  }

  @Test("numbers, dates and units follow the file, then the locale")
  func locale() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    #expect(try await sandbox.ringtop("add", "move", "1000kcal").code == 0)
    let german = try await sandbox.ringtop("show", environment: ["LC_ALL": "de_DE.UTF-8"])
    #expect(german.output.contains("1.320/500"))
    let american = try await sandbox.ringtop("show", environment: ["LC_ALL": "en_US.UTF-8"])
    #expect(american.lines.first == "Saturday, November 14, 2026 (today)")
    // Weeks begin on Sunday there.
    #expect(american.output.contains("\nSun Nov 8 "))
    #expect(!american.output.contains("Sun Nov 15"))
    try sandbox.write("energy = \"kJ\"\nweek_start = \"saturday\"\n", to: ".config/ringtop/config.toml")
    let own = try await sandbox.ringtop("show", environment: ["LC_ALL": "en_US.UTF-8"])
    #expect(own.output.contains("5,522/2,092 kJ"))
    #expect(own.output.contains("\nSat Nov 14") && own.output.contains("\nFri Nov 20"))
    // Output for scripts stays in kilocalories.
    #expect(try await sandbox.ringtop("show", "--format", "json").output.contains("\"unit\":\"kcal\",\"value\":1320"))
    // The locale determines the order of day and month in typed dates.
    func shown(_ locale: String) async throws -> String {
      try await sandbox.ringtop("show", "--date", "11/12", environment: ["LC_ALL": locale]).lines.first ?? ""
    }
    #expect(try await shown("de_DE.UTF-8") == "Thursday 11 December 2025")
    #expect(try await shown("en_US.UTF-8") == "Thursday, November 12, 2026")
  }
}
