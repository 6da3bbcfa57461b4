import Foundation
import TestSupport
import Testing

@Suite("Commands that do not exist", .serialized, .programs, .timeLimit(.minutes(10)))
struct UnknownCommandTests {
  @Test(
    "are named, with the nearest one, whatever follows them",
    arguments: [
      (["shwo"], "shwo", " Did you mean show?", "ringtop --help"),
      (["pineapple"], "pineapple", "", "ringtop --help"),
      (["impot", "export.zip"], "impot", " Did you mean import?", "ringtop --help"),
      (["impot", "one.zip", "two.zip", "--quiet"], "impot", " Did you mean import?", "ringtop --help"),
      (["widgets", "--help"], "widgets", "", "ringtop --help"),
      (["help", "widgets"], "widgets", "", "ringtop --help"),
      (["goals", "st", "--help"], "goals st", " Did you mean goals set?", "ringtop goals --help"),
      (["help", "goals", "hstory"], "goals hstory", " Did you mean goals history?", "ringtop goals --help"),
      (["config", "chekc"], "config chekc", " Did you mean config check?", "ringtop config --help"),
    ])
  func unknown(words: [String], name: String, nearest: String, help: String) async throws {
    let ending = try await Sandbox().ringtop(words: words)
    #expect(ending.code == 64 && ending.output.isEmpty)
    #expect(ending.errors == "ringtop: There is no command \"\(name)\".\(nearest) Try \"\(help)\".\n")
  }

  @Test(
    "an unknown option is named even where the command's own checks fail first",
    arguments: [
      (["import", "--lst"], "Unknown option '--lst'. Did you mean '--list'? Try \"ringtop import --help\"."),
      (
        ["tokens", "add", "--scpe=read"],
        "Unknown option '--scpe'. Did you mean '--scope'? Try \"ringtop tokens add --help\"."
      ),
      (
        ["--store", "x", "show"], "Options follow the command: ringtop show --store. Try \"ringtop show --help\"."
      ),
    ])
  func unknownOption(words: [String], message: String) async throws {
    for columns in ["80", "10"] {
      let sandbox = try Sandbox()
      sandbox.environment["COLUMNS"] = columns
      let ending = try await sandbox.ringtop(words: words)
      #expect(ending.code == 64 && ending.output.isEmpty && ending.errors == "ringtop: \(message)\n", "\(columns)")
    }
  }

  @Test(
    "a line that is not understood is one sentence in a terminal of few columns",
    arguments: [
      ["add"], ["add", "move", "x"], ["goals", "set"], ["query"], ["export", "--format", "x"], ["undo", "a", "b"],
    ])
  func narrow(words: [String]) async throws {
    let sandbox = try Sandbox()
    sandbox.environment["COLUMNS"] = "5"
    let ending = try await sandbox.ringtop(words: words)
    #expect(ending.code == 64 && ending.errors.hasPrefix("ringtop: "), "\(ending)")
    #expect(ending.errors.split(separator: "\n").count == 1)
  }

  @Test("the help has its descriptions in a terminal of few columns", arguments: ["5", "25", "29"])
  func narrowHelp(columns: String) async throws {
    let sandbox = try Sandbox()
    sandbox.environment["COLUMNS"] = columns
    for words in [["--help"], ["help", "goals"], ["goals", "set", "-h"]] {
      let ending = try await sandbox.ringtop(words: words)
      #expect(ending.code == 0 && ending.errors.isEmpty, "\(ending)")
      #expect(ending.output.contains("Show help"), "\(ending.output)")
    }
  }

  @Test(
    "the help of commands that exist is printed", arguments: [["help", "goals", "set"], ["goals", "set", "--help"]])
  func known(words: [String]) async throws {
    let ending = try await Sandbox().ringtop(words: words)
    #expect(ending.code == 0 && ending.output.contains("USAGE: ringtop goals set"))
  }

  @Test("a wrong value of an option of the dashboard is named without its command too")
  func defaultCommand() async throws {
    for words in [["--date", "foo"], ["--pane", "--date", "foo"], ["dashboard", "--date", "foo"]] {
      let ending = try await Sandbox().ringtop(words: words)
      #expect(ending.code == 64 && ending.errors.contains("Not a date"), "\(words): \(ending)")
    }
    let unknown = try await Sandbox().ringtop("--pnae", "--date", "foo")
    #expect(
      unknown.errors.hasPrefix("ringtop: Unknown option '--pnae'. Did you mean '--pane'?"), "\(unknown)")
  }
}
