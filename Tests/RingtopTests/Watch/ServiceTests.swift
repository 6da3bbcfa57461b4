import Foundation
import TestSupport
import Testing

@testable import Watching

@Suite("ringtop watch --install", .serialized, .programs)
struct ServiceTests {
  private static let assets = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Assets")

  @Test("it writes the same files as in Assets")
  func assets() throws {
    let unit = try String(contentsOf: Self.assets.appending(path: "systemd/ringtop-watch.service"), encoding: .utf8)
    #expect(unit == ServiceUnit.systemd(command: "%h/.local/bin/ringtop watch"))
    let agent = try String(
      contentsOf: Self.assets.appending(path: "launchd/\(ServiceUnit.label).plist"), encoding: .utf8)
    #expect(agent == ServiceUnit.launchd(command: ["/usr/local/bin/ringtop", "watch"]))
  }

  @Test("special characters in paths are escaped")
  func quoting() {
    #expect(ServiceUnit.systemdWord("/a b/\"50%\" $x\\") == "\"/a b/\\\"50%%\\\" $$x\\\\\"")
    #expect(ServiceUnit.launchd(command: ["/a&b/<c>"]).contains("<string>/a&amp;b/&lt;c&gt;</string>"))
  }

  @Test("writes a valid systemd unit with the store and the folder, and prints how to start it")
  func installs() async throws {
    let sandbox = try Sandbox()
    // Running services must not be affected.
    let fake = try sandbox.write(
      "#!/bin/sh\necho \"$@\" >>$HOME/calls.txt\nexit $(cat $HOME/code.txt)\n", to: "bin/systemctl")
    chmod(fake, 0o755)
    sandbox.environment["PATH"] = sandbox.file("bin") + ":" + (sandbox.environment["PATH"] ?? "")
    for (code, sentence) in [
      ("0", "It is running, and starts at every login."), ("1", "systemctl --user enable --now"),
    ] {
      try sandbox.write(code, to: "code.txt")
      let ending = try await sandbox.ringtop("watch", "--install", "--inbox", "~/My Drop")
      #expect(ending.code == 0 && ending.errors == "" && ending.output.contains(sentence), "\(ending)")
    }
    let path = sandbox.file(".config/systemd/user/ringtop-watch.service")
    let unit = try String(contentsOfFile: path, encoding: .utf8)
    #expect(unit.contains("/ringtop\" \"watch\" \"--store\" \"\(sandbox.store)\" \"--inbox\" "))
    #expect(unit.contains("/My Drop\"\n"))
    #expect(try String(contentsOfFile: sandbox.file("calls.txt"), encoding: .utf8).hasPrefix("--user daemon-reload\n"))
    if FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze") {
      let check = try await Program.run(
        ["/usr/bin/systemd-analyze", "verify", "--user", path], environment: sandbox.environment)
      #expect(!check.errors.contains("ringtop-watch.service:"), "\(check.errors)")
    }
    #expect(try await sandbox.ringtop("watch", "--install", "--once").code == 64)
  }
}
