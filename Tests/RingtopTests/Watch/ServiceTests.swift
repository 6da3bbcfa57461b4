import Foundation
import TestSupport
import Testing

@testable import Watching

@Suite("Services", .serialized, .programs)
struct ServiceTests {
  private static let analyzer = "/usr/bin/systemd-analyze"
  private static let assets = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Assets")

  @Test("the files in Assets are the same", arguments: [ServiceUnit.watch, .serve])
  func assets(unit: ServiceUnit) throws {
    var start = ServiceUnit.Start(command: ["%h/.local/bin/ringtop", unit.name])
    if unit.name == "serve" { start.writable = ["-%h/.config", "-%h/.local/share"] }
    let path = Self.assets.appending(path: "systemd/" + unit.fileName)
    let agent = Self.assets.appending(path: "launchd/\(unit.label).plist")
    let text = unit.systemd(start)
    let list = unit.launchd(ServiceUnit.Start(command: ["/usr/local/bin/ringtop", unit.name]))
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try text.write(to: path, atomically: true, encoding: .utf8)
      try list.write(to: agent, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: path, encoding: .utf8) == text)
    #expect(try String(contentsOf: agent, encoding: .utf8) == list)
  }

  @Test("special characters in paths are escaped")
  func quoting() {
    #expect(ServiceUnit.systemdWord("/a b/\"50%\" $x\\") == "\"/a b/\\\"50%%\\\" $$x\\\\\"")
    #expect(ServiceUnit.systemdPath("/a b/$x%") == "\"/a b/$x%%\"")
    #expect(ServiceUnit.watch.launchd(.init(command: ["/a&b/<c>"])).contains("<string>/a&amp;b/&lt;c&gt;</string>"))
  }

  @Test(
    "may do little that they do not need", .enabled(if: FileManager.default.isExecutableFile(atPath: Self.analyzer)),
    arguments: [ServiceUnit.watch, .serve])
  func hardened(unit: ServiceUnit) async throws {
    let sandbox = try Sandbox()
    let text = unit.systemd(.init(command: ["/bin/true"], writable: ["/srv"]))
    let path = try sandbox.write(text, to: unit.fileName)
    let check = try await Program.run(
      [Self.analyzer, "security", "--offline=true", "--no-pager", "--threshold=30", path],
      environment: sandbox.environment)
    #expect(check.code == 0 && check.output.contains("Overall exposure level"), "\(check)")
  }

  @Test("a service of the system runs for a user, and only the administrator installs it")
  func system() async throws {
    let sandbox = try Sandbox()
    var environment = sandbox.environment
    environment["SUDO_USER"] = nil
    #expect(throws: (any Error).self) { try ServiceInstaller.Account(nil, environment) }
    let refused = try await sandbox.ringtop("serve", "--install", "--system")
    #expect(refused.code == (geteuid() == 0 ? 64 : 73), "\(refused)")
    #expect(try await sandbox.ringtop("serve", "--system").code == 64)
    #expect(try await sandbox.ringtop("serve", "--install", "--user", "kim").code == 64)
    guard geteuid() == 0 else { return }
    #expect(throws: (any Error).self) { try ServiceInstaller.Account("no such user", environment) }
    let account = try ServiceInstaller.Account("daemon", environment)
    let folder = sandbox.file("system")
    let store = sandbox.file("data/of/daemon")
    var commands: [[String]] = []
    try ServiceInstaller(.serve, environment, account: account, systemFolder: folder) {
      commands.append($0)
      return true
    }.install(arguments: ["--port", "80"], writable: [store], bindsLowPort: true)
    #expect(try FileManager.default.attributesOfItem(atPath: store)[.ownerAccountName] as? String == "daemon")
    #expect(try FileManager.default.attributesOfItem(atPath: store)[.posixPermissions] as? Int == 0o700)
    #if os(Linux)
      let unit = try String(contentsOfFile: folder + "/ringtop-serve.service", encoding: .utf8)
      #expect(
        unit.contains("CapabilityBoundingSet=\n") && unit.contains("CapabilityBoundingSet=CAP_NET_BIND_SERVICE\n"))
      #expect(unit.contains("\nUser=daemon\n") && unit.contains("\nReadWritePaths=\"\(store)\"\n"))
      #expect(unit.contains("\"serve\" \"--port\" \"80\"\n") && unit.contains("WantedBy=multi-user.target"))
      #expect(
        commands.map { $0.prefix(2) } == [
          ["systemctl", "daemon-reload"], ["systemctl", "enable"], ["systemctl", "restart"],
        ])
    #endif
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
      ("0", "It is running, and starts at every login."),
      ("1", "systemctl --user enable ringtop-watch.service && systemctl --user restart"),
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
    if FileManager.default.isExecutableFile(atPath: Self.analyzer) {
      let check = try await Program.run(
        [Self.analyzer, "verify", "--user", path], environment: sandbox.environment)
      #expect(!check.errors.contains("ringtop-watch.service:"), "\(check.errors)")
    }
    #expect(try await sandbox.ringtop("watch", "--install", "--once").code == 64)
    try sandbox.write("0", to: "code.txt")
    let serve = try await sandbox.ringtop("serve", "--install", "--bind", "0.0.0.0")
    #expect(serve.code == 0 && serve.output.contains("loginctl enable-linger"), "\(serve)")
    let server = try String(
      contentsOfFile: sandbox.file(".config/systemd/user/ringtop-serve.service"), encoding: .utf8)
    #expect(server.contains("\"serve\" \"--store\" \"\(sandbox.store)\" \"--bind\" \"0.0.0.0\"\n"))
    #expect(server.contains("\nReadWritePaths=\"\(sandbox.file(".config/ringtop"))\"\n"))
    #expect(FileManager.default.fileExists(atPath: sandbox.file(".config/ringtop")))
    #expect(try await sandbox.ringtop("serve", "--install", "--certificate", "none.pem").code == 66)
    #expect(try await sandbox.ringtop("serve", "--install", "--log").code == 64)
  }
}
