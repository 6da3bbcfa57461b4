import Foundation
import TestSupport
import Testing

/// A program started without its standard streams, with few descriptors, or with a reader that closes the pipe.
@Suite("Standard streams", .serialized, .programs, .timeLimit(.minutes(10)))
struct StandardStreamsTests {
  private func sandbox() async throws -> Sandbox {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 3))
    return sandbox
  }

  private static let commands = [
    "show", "summary", "audit", "status", "import --list", "permissions", "terminal", "draw --rings 1,1,1", "--help",
    "sql 'select 1'", "sql --csv 'select 1'",
  ]

  @Test("a closed standard output is reported, and its output does not end up in the store", arguments: commands)
  func closedOutput(_ command: String) async throws {
    let sandbox = try await sandbox()
    let before = try await sandbox.sql(".dump")
    let ending = try await sandbox.shell("\"$RINGTOP\" \(command) >&-")
    #expect(ending.code == 74, "\(ending.errors)")
    #expect(ending.errors.hasPrefix("ringtop: The output cannot be written"), "\(ending.errors)")
    #expect(try await sandbox.sql(".dump") == before)
    #expect(try await sandbox.sql("pragma integrity_check").trimmed == "ok")
  }

  @Test("output to a full disk is reported", arguments: commands)
  func fullOutput(_ command: String) async throws {
    let sandbox = try await sandbox()
    let ending = try await sandbox.shell("\"$RINGTOP\" \(command) >/dev/full")
    #expect(ending.code == 74, "\(ending.errors)")
  }

  @Test("the exit code is the same without any standard stream", arguments: commands)
  func closedStreams(_ command: String) async throws {
    let sandbox = try await sandbox()
    let code = try await sandbox.shell("\"$RINGTOP\" \(command) <&- >/dev/null 2>&-").code
    #expect(code == 0)
    #expect(try await sandbox.shell("\"$RINGTOP\" show --store /nowhere/x <&- >&- 2>&-").code == 66)
    #expect(try await sandbox.shell("\"$RINGTOP\" --nothing <&- >&- 2>/dev/full").code == 64)
    #expect(try await sandbox.shell("\"$RINGTOP\" add move 5kcal <&- >/dev/null 2>&-").code == 0)
    #expect(try await sandbox.sql("pragma integrity_check").trimmed == "ok")
  }

  @Test(
    "the program exits silently if its reader closes the pipe", arguments: ["show", "summary", "import --list"])
  func head(_ command: String) async throws {
    let sandbox = try await sandbox()
    let ending = try await sandbox.shell("\"$RINGTOP\" \(command) | head -n 1; echo \"${PIPESTATUS[0]}\"")
    #expect(ending.errors == "")
    let codes = ["0", "141"]
    #expect(ending.lines.last.map(codes.contains) == true)
  }

  @Test("too few file descriptors are reported in one sentence", arguments: [3, 4, 5, 6, 7, 8, 9, 10, 12, 16])
  func fewDescriptors(_ count: Int) async throws {
    let sandbox = try await sandbox()
    let export = try sandbox.write(ExportFixture(days: 4).zip, to: "newer.zip")
    for command in ["show", "summary", "status", "status --strict", "import '\(export)'", "add move 5kcal", "terminal"]
    {
      let ending = try await sandbox.shell("ulimit -n \(count); exec \"$RINGTOP\" \(command)")
      // 127 comes from the dynamic linker, which also needs a descriptor.
      #expect(ending.code < 128, "\(command): \(ending.code) \(ending.errors)")
      if ending.code > 0, ending.code < 126 {
        #expect(ending.errors.hasPrefix("ringtop: ") && ending.errors.hasSuffix(".\n"), "\(command): \(ending.errors)")
      }
    }
    #expect(try await sandbox.sql("pragma integrity_check").trimmed == "ok")
  }

  @Test(
    "a store may have any name",
    arguments: ["x", "é", "日", "a b", "./x", "../data/x", "x.sqlite", "-x", "%41", "a?mode=ro", "a#b", "👨‍👩‍👧", "~x", "."])
  func storeNames(_ name: String) async throws {
    let sandbox = try Sandbox()
    try sandbox.write("", to: "data/other")
    let export = try sandbox.write(ExportFixture(days: 2).zip, to: "export.zip")
    let folder = sandbox.file("data")
    for command in [
      "import --quiet '\(export)'", "show --format plain", "status", "summary", "add move 5kcal", "terminal",
    ] {
      let option = command == "terminal" ? "" : "--store=\"$NAME\""
      let ending = try await sandbox.shell(
        "cd '\(folder)' && \"$RINGTOP\" \(command) \(option)", environment: ["NAME": name])
      #expect(ending.code == 0 || ending.code == 65 || ending.code == 66, "\(command): \(ending.code) \(ending.errors)")
      #expect(ending.code == 0 || name == "." || name == "~x", "\(command): \(ending.code) \(ending.errors)")
    }
    guard name != ".", name != "~x" else { return }
    #expect(FileManager.default.fileExists(atPath: folder + "/" + name))
  }

  @Test("a sum that overflows is unknown in every format for scripts")
  func infinite() async throws {
    let sandbox = try await sandbox()
    for _ in 0..<2 { _ = try await sandbox.ringtop("add", "move", "1e308kcal") }
    _ = try await sandbox.sql("update day_summary set move = 9e999")
    for command in ["summary --format json", "show --format json", "audit --format json", "status --format json"] {
      let ending = try await sandbox.shell("\"$RINGTOP\" \(command)")
      #expect(ending.code == 0, "\(command): \(ending.errors)")
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) }
    }
    let csv = try await sandbox.ringtop("summary", "--format", "csv")
    #expect(csv.code == 0 && !csv.output.contains("inf") && !csv.output.contains("nan"))
    for command in [
      "summary", "show --format plain", "show --format sentences", "show --format markdown", "audit", "status",
    ] {
      let ending = try await sandbox.shell("\"$RINGTOP\" \(command)")
      #expect(ending.code == 0 && !ending.output.contains("inf"), "\(command): \(ending.output) \(ending.errors)")
    }
  }
}
