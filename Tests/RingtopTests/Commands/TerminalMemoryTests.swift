import Foundation
import TestSupport
import Testing

/// The replies that `ringtop terminal` caches, and what it does if nothing can be cached.
@Suite("Cached replies of terminals", .serialized, .programs, .timeLimit(.minutes(10)))
struct TerminalMemoryTests {
  /// Runs `ringtop terminal` in a terminal that replies immediately.
  ///
  /// - Returns: its output, on one line.
  private func findings(
    _ terminal: FakeTerminal, environment: [String: String?] = [:]
  ) async throws -> String {
    let code = try await terminal.ringtop(
      "terminal", environment: environment, replies: [(0, FakeTerminal.kitty)])
    #expect(code == 0)
    #expect(terminal.unread == "")
    #expect(terminal.sent.contains("reports \"kitty(0.35.2)\""))
    return terminal.sent.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func mode(_ path: String) throws -> Int {
    try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  @Test("are shown with their date, used only for the same terminal, and can be cleared")
  func lifetime() async throws {
    let sandbox = try Sandbox()
    let terminal = try FakeTerminal(sandbox)
    #expect(try await findings(terminal).contains("Remembered nothing until now"))
    let file = sandbox.file(".cache/ringtop/terminals")
    #expect(try mode(file) == 0o600)
    #expect(try mode(sandbox.file(".cache/ringtop")) == 0o700)
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.file(".cache/ringtop")) == ["terminals"])
    #expect(try await findings(terminal).contains("its replies from 2026-11-14 22:00:"))
    #expect(try await findings(FakeTerminal(sandbox)).contains("Remembered nothing until now"))
    #expect(try await findings(terminal, environment: ["TERM": "xterm"]).contains("Remembered nothing until now"))
    #expect(try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").count == 4)

    #expect(
      try await sandbox.ringtop("terminal", "--forget").output == "The cached replies of all terminals were deleted.\n")
    #expect(!FileManager.default.fileExists(atPath: file))
    let again = try await sandbox.ringtop("terminal", "--forget")
    #expect(again.code == 0 && again.output == "There were no cached replies.\n")
    #expect(try await findings(terminal).contains("Remembered nothing until now"))
  }

  @Test("are stored in XDG_CACHE_HOME")
  func place() async throws {
    let sandbox = try Sandbox()
    sandbox.environment["XDG_CACHE_HOME"] = sandbox.file("elsewhere/deep")
    _ = try await findings(try FakeTerminal(sandbox))
    #expect(FileManager.default.fileExists(atPath: sandbox.file("elsewhere/deep/ringtop/terminals")))
    sandbox.environment["XDG_CACHE_HOME"] = "relative"
    _ = try await findings(try FakeTerminal(sandbox))
    #expect(FileManager.default.fileExists(atPath: sandbox.file(".cache/ringtop/terminals")))
  }

  @Test(
    "are ignored silently if their file is not valid",
    arguments: [
      "echo nonsense >terminals", "head -c 9000000 /dev/zero >terminals", "mkdir terminals", "mkfifo terminals",
      "ln -s /etc/passwd terminals", "ln -s terminals terminals", "head -c 999 /dev/urandom >terminals",
      "rmdir ../ringtop; echo a file >../ringtop", "ln -s /dev/zero terminals",
    ])
  func obstacles(command: String) async throws {
    let sandbox = try Sandbox()
    _ = try await sandbox.shell("mkdir -p ~/.cache/ringtop && cd ~/.cache/ringtop && \(command)")
    let text = try await findings(try FakeTerminal(sandbox))
    #expect(text.contains("Remembered nothing until now") && text.contains("legacy: The terminal is kitty 0.35.2"))
    #expect(!text.contains("ringtop:"))
  }

  @Test("are not stored without a home folder")
  func homeless() async throws {
    let terminal = try FakeTerminal(try Sandbox())
    for _ in 0..<2 {
      #expect(try await findings(terminal, environment: ["HOME": nil]).contains("Remembered nothing until now"))
      #expect(try await findings(terminal, environment: ["HOME": "/dev/null"]).contains("Remembered nothing until now"))
      // Nothing can be created there, not even by root.
      #expect(try await findings(terminal, environment: ["HOME": "/proc"]).contains("Remembered nothing until now"))
    }
  }
}

/// The same in a real terminal.
@Suite("A real xterm", .serialized, .programs, .timeLimit(.minutes(10)))
struct XtermTests {
  private static let isThere = ["/usr/bin/Xvfb", "/usr/bin/xterm"].allSatisfy(
    FileManager.default.isExecutableFile(atPath:))

  @Test(
    "without hints in the environment is identified by its reply, and from the cache at the second start",
    .enabled(if: isThere))
  func answers() async throws {
    let sandbox = try Sandbox()
    let script = try sandbox.write(
      """
      unset XTERM_VERSION; export TERM=xterm-256color
      "$RINGTOP" terminal >/dev/tty
      "$RINGTOP" draw --rings 1,1,1 --size 8x4
      "$RINGTOP" terminal
      """, to: "inside")
    _ = try await sandbox.shell(
      """
      mkfifo ~/display
      Xvfb -displayfd 7 -screen 0 800x600x24 -nolisten tcp 7>~/display 2>/dev/null & server=$!
      read -r display <~/display
      DISPLAY=:$display xterm -u8 -l -lf ~/log -e bash \(script)
      kill $server
      """)
    let log = try String(contentsOfFile: sandbox.file("log"), encoding: .utf8)
    #expect(log.contains("reports \"XTerm("))
    #expect(log.contains("truecolor: The terminal is xterm"))
    // Drawn in colours that can only come from the cache.
    #expect(log.contains("38;2;"))
    #expect(log.contains("its replies from 2026-11-14 22:00:"))
    let kept = try String(contentsOfFile: sandbox.file(".cache/ringtop/terminals"), encoding: .utf8)
    #expect(kept.contains("\tanswered\tXTerm("))
  }
}
