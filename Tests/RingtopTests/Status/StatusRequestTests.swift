import Testing

@testable import ringtop

/// The short way and the argument parser read the same options.
@Suite("The options of a status line")
struct StatusRequestTests {
  static let lines = [
    "status", "status --strict", "status --format tmux --width 12", "status --style bars --glyphs ascii",
    "status --background auto", "status --background bg=green --theme ember", "status --template {move.percent}",
    "status --store /a/b --format json",
  ]

  @Test("mean the same in the short way and for the argument parser", arguments: lines)
  func agree(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let short = try #require(StatusRequest(plain: words))
    let command = try #require(try Ringtop.parseCommand(words) as? StatusCommand)
    #expect(short == command.request)
  }

  @Test(
    "that are wrong are left to the argument parser, which says so",
    arguments: [
      "status --width x", "status --theme neon", "status --template {moved}", "status --background blue",
      "status --format tmuxx", "status --colour red",
    ])
  func wrong(line: String) {
    let words = line.split(separator: " ").map(String.init)
    #expect(StatusRequest(plain: words) == nil)
    #expect(throws: (any Error).self) { try Ringtop.parseCommand(words) }
  }

  @Test(
    "that are unusual are left to the argument parser", arguments: ["--follow", "--form=tmux", "--strict --strict"])
  func unusual(options: String) {
    #expect(StatusRequest(plain: ["status"] + options.split(separator: " ").map(String.init)) == nil)
  }
}
