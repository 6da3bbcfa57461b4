import Foundation
import TestSupport
import Testing

@Suite("The README's tmux section, followed literally", .serialized, .programs, .timeLimit(.minutes(10)))
struct TmuxReadmeTests {
  private static let repository = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .path

  private static func section() throws -> String {
    let readme = try String(contentsOfFile: repository + "/README.md", encoding: .utf8)
    let from = try #require(readme.range(of: "\n## tmux\n")).upperBound
    let through = try #require(readme.range(of: "\n## ", range: from..<readme.endIndex)).lowerBound
    return String(readme[from..<through])
  }

  /// The configurations in the section, in order.
  private static func configurations() throws -> [String] {
    try section().components(separatedBy: "```tmux\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
  }

  /// A home folder with the program in its PATH and a store at the default path.
  private func home() async throws -> Sandbox {
    let sandbox = try Sandbox()
    sandbox.environment["RINGTOP_STORE"] = nil
    let linked = try await sandbox.shell("mkdir -p ~/bin && ln -s \"$RINGTOP\" ~/bin/ringtop")
    #expect(linked.code == 0)
    sandbox.environment["PATH"] = sandbox.file("bin") + ":" + (sandbox.environment["PATH"] ?? "")
    #expect(try await sandbox.ringtop("add", "move", "120kcal").code == 0)
    return sandbox
  }

  /// Opens tmux in a terminal, with the configuration in the home folder, if any.
  private func inTmux(_ sandbox: Sandbox, body: (TmuxScreen) async throws -> Void) async throws {
    do {
      try await TmuxScreen.shell(sandbox, columns: 100, rows: 20) { screen in
        try await screen.enter("unset TMUX; clear; exec tmux")
        try await screen.wait(for: "[0] ")
        try await body(screen)
      }
    } catch {
      _ = try? await sandbox.shell("tmux kill-server")
      throw error
    }
    _ = try? await sandbox.shell("tmux kill-server")
  }

  private func looksAtThePopup(_ screen: TmuxScreen) async throws {
    try await screen.press("C-b")
    try await screen.press("R")
    try await screen.wait { $0.contains("120 / 500") && $0.contains("┌──") }
    try await screen.press("q")
    try await screen.wait { !$0.contains("120 / 500") }
  }

  @Test("with the plugin the rings are on the right, and prefix R opens the dashboard")
  func plugin() async throws {
    let sandbox = try await home()
    let configuration = try #require(try Self.configurations().first)
      .replacing("/path/to/ringtop/Assets", with: Self.repository + "/Assets")
    #expect(!configuration.contains("/path/to"))
    try await inTmux(sandbox) { screen in
      try sandbox.write(configuration, to: ".tmux.conf")
      let step = try #require(try Self.section().firstMatch(of: /`(tmux source [^`]*)`/)).output.1
      try await screen.enter(String(step))
      try await screen.wait { $0.firstMatch(of: /◔ 24 .* \| \d\d:\d\d\s*$/) != nil }
      try await looksAtThePopup(screen)
    }
  }

  @Test("without the plugin two lines do the same")
  func withoutPlugin() async throws {
    let sandbox = try await home()
    let configuration = try #require(try Self.configurations().last)
      .replacing("/path/to/ringtop", with: sandbox.file("bin/ringtop"))
    try sandbox.write(configuration, to: ".tmux.conf")
    try await inTmux(sandbox) { screen in
      try await screen.wait { $0.firstMatch(of: /◔ 24 .*\s*$/) != nil }
      try await looksAtThePopup(screen)
    }
  }

  @Test("tmux accepts the line for truecolour")
  func colours() async throws {
    let sandbox = try await home()
    let line = try #require(try Self.section().firstMatch(of: /`(set -as terminal-features [^`]*)`/)).output.1
    try await inTmux(sandbox) { _ in
      let ending = try await sandbox.shell("tmux \(line) && tmux show -s terminal-features")
      #expect(ending.code == 0 && ending.output.contains("xterm-256color:RGB"), "\(ending.errors)")
    }
  }
}
