import Foundation
import TestSupport
import Testing

@Suite("ringtop watch: background delivery", .serialized, .programs, .timeLimit(.minutes(12)))
struct WatchDeliveryTests {
  private static let client: String = URL(filePath: Program.ringtop).deletingLastPathComponent()
    .appending(path: "observer-program").path

  /// The number of times the writer saves; `RINGTOP_DELIVERY_CHANGES` sets a larger one.
  private static let changes = ProcessInfo.processInfo.environment["RINGTOP_DELIVERY_CHANGES"].flatMap(Int.init) ?? 40

  private func lines(_ path: String) -> [String] {
    ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
  }

  /// The samples in a log, sorted.
  private func marks(_ path: String) -> [String] {
    lines(path).filter { !$0.hasPrefix("start") }.flatMap { $0.split(separator: " ").map(String.init) }
      .filter { $0.hasPrefix("+") || $0.hasPrefix("-") }.sorted()
  }

  /// The part that every reader sees: a reader that is late sees only the deletion of a deleted sample.
  private func lasting(_ path: String) -> [String] {
    let marks = marks(path)
    let deleted = Set(marks.filter { $0.hasPrefix("-") }.map { $0.dropFirst() })
    return marks.filter { $0.hasPrefix("-") || !deleted.contains($0.dropFirst()) }
  }

  /// The processes of a client.
  private func processes(_ log: String) -> [pid_t] {
    lines(log).compactMap { $0.hasPrefix("start ") ? pid_t($0.dropFirst(6)) : nil }
  }

  private static func run(_ arguments: String..., environment: [String: String]) async throws {
    let ending = try await Program.run([client] + arguments, environment: environment)
    #expect(ending.code == 0, "\(arguments): \(ending.errors)")
  }

  @Test("every reader sees each change once, despite kills, restarts and a replaced store")
  func everyChangeOnce() async throws {
    let sandbox = try Sandbox()
    sandbox.environment["RINGTOP_CLOCK"] = nil
    let logs = (1...3).map { sandbox.file("client\($0).log") }
    let (written, other) = (sandbox.file("written.log"), sandbox.file("other/health.sqlite"))
    try FileManager.default.createDirectory(atPath: sandbox.file("other"), withIntermediateDirectories: true)
    let environment = sandbox.environment
    let otherEnvironment = environment.merging(["RINGTOP_STORE": other]) { $1 }
    for (index, log) in logs.enumerated() {
      try await Self.run("register", "org.example.client\(index)", log, environment: environment)
      try await Self.run("register", "org.example.client\(index)", log, environment: otherEnvironment)
    }
    defer { for log in logs { for process in processes(log) { kill(process, SIGKILL) } } }

    /// Writes while clients and watchers are killed and restarted, until every reader has seen everything.
    func round(_ number: Int) async throws {
      async let writer: Void = Self.run("write", written, "\(Self.changes)", environment: environment)
      for _ in 0..<2 {
        let code = try await Program.runBeside(
          ["bash", "-c", "exec \"$@\" 2>>\"$HOME/errors.txt\"", "bash", Program.ringtop, "watch"],
          environment: sandbox.environment, outputPath: sandbox.file("out.txt")
        ) { watch in
          for log in logs {
            let seen = lines(log).count
            try await eventually("a start and news for \(log)", state: { lines(sandbox.file("errors.txt")).joined() }) {
              lines(log).count > seen || lasting(log).count >= lasting(written).count
            }
            // A client whose start is complete has taken its changes; an earlier exit would count as a failed attempt.
            try await eventually("its completion") {
              try await sandbox.sql("SELECT count(*) FROM delivery WHERE attempt IS NOT NULL") == "0\n"
            }
            if lines(log).last?.hasPrefix("start") == false, let process = processes(log).last {
              kill(process, SIGKILL)
            }
          }
          watch.send(SIGKILL)
        }
        #expect(code == 128 + SIGKILL)
      }
      try await writer
      try await Program.runBeside(
        ["bash", "-c", "exec \"$@\" 2>>\"$HOME/errors.txt\"", "bash", Program.ringtop, "watch"],
        environment: sandbox.environment, outputPath: sandbox.file("out.txt")
      ) { _ in
        for log in logs {
          try await eventually("all in \(log)", state: { "\(lasting(log).count) of \(lasting(written).count)" }) {
            lasting(log) == lasting(written)
          }
        }
      }
      for log in logs { #expect(Set(marks(log)).count == marks(log).count, "round \(number), \(log)") }
    }

    try await round(1)
    // The store is replaced: everything in the new one is new.
    try await Self.run("write", written, "7", environment: otherEnvironment)
    let ending = try await sandbox.shell(
      "sqlite3 \"$HOME/other/health.sqlite\" 'PRAGMA wal_checkpoint(TRUNCATE)' >/dev/null && rm -f \"$RINGTOP_STORE\"-wal "
        + "\"$RINGTOP_STORE\"-shm && mv \"$HOME/other/health.sqlite\" \"$RINGTOP_STORE\"")
    #expect(ending.code == 0, "\(ending.errors)")
    try await round(2)
    // Every client was started, more than once.
    for log in logs { #expect(processes(log).count > 1) }
    let list = try await sandbox.ringtop("deliver", "list", "--json")
    #expect(list.lines.count { $0.contains("org.example.client") && $0.contains("\"misses\":0") } == 3, "\(list)")
  }

  @Test("a failing command is started three times with growing delays, and then no longer, which is reported")
  func misses() async throws {
    let sandbox = try Sandbox()
    sandbox.environment["RINGTOP_CLOCK"] = nil
    try await sandbox.imported(ExportFixture(days: 2))
    let notes = sandbox.file("notes.txt")
    let script = try sandbox.write(
      "#!/bin/sh\necho $(date +%s%N) $RINGTOP_DELIVERY_TYPES >>\(notes)\nexit 3\n", to: "fails")
    chmod(script, 0o755)
    let added = try await sandbox.ringtop("deliver", "add", "move", "--timeout", "0.5", "--", script)
    #expect(added.code == 0 && added.output.hasPrefix("local.fails is notified of activeEnergyBurned"), "\(added)")
    #expect(try await sandbox.ringtop("deliver").output.contains("delivered"))
    #expect(try await sandbox.ringtop("add", "exercise", "5min").code == 0)
    #expect(try await sandbox.ringtop("watch", "--once").errors == "")
    #expect(lines(notes) == [])
    #expect(try await sandbox.ringtop("add", "move", "5kcal").code == 0)
    try await Program.runBeside(
      ["bash", "-c", "exec \"$@\" 2>>\"$HOME/errors.txt\"", "bash", Program.ringtop, "watch"],
      environment: sandbox.environment, outputPath: sandbox.file("out.txt")
    ) { watch in
      try await eventually("the end of it") { lines(sandbox.file("errors.txt")).count >= 3 }
      watch.send(SIGTERM)
      try await eventually("its end") { watch.hasEnded }
    }
    let sentences = lines(sandbox.file("errors.txt"))
    #expect(sentences.count == 3 && sentences[0].hasSuffix("; it will be started again in 1 s."))
    #expect(sentences.last?.contains("3 deliveries in a row were not completed") == true)
    let times = lines(notes).compactMap { $0.split(separator: " ").first.flatMap { Double($0) } }
    #expect(lines(notes).count == 3 && lines(notes).allSatisfy { $0.hasSuffix(" activeEnergyBurned") })
    #expect(times[1] - times[0] >= 0.9e9 && times[2] - times[1] >= 3.9e9)
    #expect(try await sandbox.ringtop("deliver", "list").output.contains("stopped"))
    // A restart does not repeat the attempts; a new registration does, with the changes that were not taken.
    #expect(try await sandbox.ringtop("watch", "--once").errors.contains("is no longer notified of activeEnergyBurned"))
    #expect(lines(notes).count == 3)
    try sandbox.write("#!/bin/sh\necho done >>\(notes)\n", to: "fails")
    #expect(try await sandbox.ringtop("deliver", "add", "move", "--", script).code == 0)
    #expect(try await sandbox.ringtop("watch", "--once").errors == "")
    #expect(lines(notes).last == "done" && lines(notes).count == 4)
    #expect(try await sandbox.ringtop("watch", "--once").errors == "")
    #expect(lines(notes).count == 4)
  }

  @Test("a frequency is an upper limit that a restart does not reset, and delayed changes are not lost")
  func ceiling() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 2))
    let notes = sandbox.file("notes.txt")
    let script = try sandbox.write("#!/bin/sh\necho told >>\(notes)\n", to: "client")
    chmod(script, 0o755)
    #expect(try await sandbox.ringtop("deliver", "add", "move", "--frequency", "hourly", "--", script).code == 0)
    func at(_ time: String, adding: Bool, tells count: Int) async throws {
      sandbox.environment["RINGTOP_CLOCK"] = "2026-11-14T\(time)Z"
      if adding { #expect(try await sandbox.ringtop("add", "move", "1kcal").code == 0) }
      let ending = try await sandbox.ringtop("watch", "--once")
      #expect(ending.code == 0 && ending.errors == "", "\(ending)")
      #expect(lines(notes).count == count, "\(time)")
    }
    try await at("18:00:00", adding: false, tells: 0)
    try await at("18:01:00", adding: true, tells: 1)
    try await at("18:30:00", adding: true, tells: 1)
    #expect(try await sandbox.ringtop("deliver").output.contains("due at 2026-11-14T19:01:0"))
    try await at("19:00:30", adding: false, tells: 1)
    try await at("19:02:00", adding: false, tells: 2)
    try await at("23:00:00", adding: false, tells: 2)
    #expect(try await sandbox.ringtop("deliver", "remove", "local.client").code == 0)
    try await at("23:30:00", adding: true, tells: 2)
  }

  @Test("a command in a store from elsewhere runs only after it was allowed here, word for word")
  func foreignCommands() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 2))
    let notes = sandbox.file("notes.txt")
    let script = try sandbox.write("#!/bin/sh\necho told >>\(notes)\n", to: "client")
    chmod(script, 0o755)
    #expect(try await sandbox.ringtop("deliver", "add", "move", "--", script, "one").code == 0)
    #expect(try await sandbox.ringtop("add", "move", "1kcal").code == 0)
    #expect(try await sandbox.ringtop("backup", sandbox.file("backup.sqlite")).code == 0)
    // On another machine.
    let elsewhere = sandbox.file("elsewhere")
    sandbox.environment["XDG_STATE_HOME"] = elsewhere
    let watched = try await sandbox.ringtop("watch", "--once")
    #expect(lines(notes) == [] && watched.errors.contains("local.client is not started, because nobody"), "\(watched)")
    #expect(watched.errors.contains("\(script) one. Use \"ringtop deliver allow local.client\""))
    let restored = try await sandbox.ringtop("restore", sandbox.file("backup.sqlite"))
    #expect(restored.output.contains("local.client has a command that does not run until"), "\(restored)")
    #expect(try await sandbox.ringtop("deliver").output.contains("not allowed"))
    #expect(try await sandbox.ringtop("deliver", "allow", "nobody").code == 1)
    let allowed = try await sandbox.ringtop("deliver", "allow", "local.client")
    #expect(allowed.output == "local.client may be started by: \(script) one\n")
    #expect(try await sandbox.ringtop("watch", "--once").errors == "")
    #expect(lines(notes) == ["told"])
    // The same program with another argument is another command.
    _ = try await sandbox.sql("UPDATE delivery SET command = replace(command, 'one', 'two')")
    #expect(try await sandbox.ringtop("add", "move", "1kcal").code == 0)
    #expect(try await sandbox.ringtop("watch", "--once").errors.contains("two. Use"))
    #expect(lines(notes) == ["told"])
  }

  @Test("every error of deliver is reported in one sentence")
  func badInput() async throws {
    let sandbox = try Sandbox()
    #expect(try await sandbox.ringtop("deliver").code == 66)
    try await sandbox.imported(ExportFixture(days: 2))
    #expect(try await sandbox.ringtop("deliver").output == "No program is registered for changes.\n")
    for (arguments, code) in [
      (["add", "steps"], 64), (["add", "stepz", "--", "true"], 64),
      (["add", "steps", "--timeout", "0", "--", "true"], 64),
      (["add", "steps", "--", "/nowhere/at-all"], 66), (["add", "steps", "--frequency", "often", "--", "true"], 64),
      (["remove", "nobody"], 1),
    ] {
      let ending = try await Program.run([Program.ringtop, "deliver"] + arguments, environment: sandbox.environment)
      #expect(ending.code == code && ending.output == "", "\(arguments): \(ending)")
      #expect(ending.errors.split(separator: "\n").count == 1, "\(ending.errors)")
    }
    #expect(try await sandbox.ringtop("permissions", "grant", "local.true", "stepCount", "--read").code == 0)
    #expect(try await sandbox.ringtop("permissions", "revoke", "local.true", "stepCount").code == 0)
    let refused = try await sandbox.ringtop("deliver", "add", "steps", "--", "true")
    #expect(refused.code == 64 && refused.errors.contains("may not read stepCount"), "\(refused)")
  }
}
