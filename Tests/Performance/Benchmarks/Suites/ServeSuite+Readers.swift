import CMeasure
import Foundation

/// What other machines that follow the store cost, and what remains after use.
extension ServeSuite {
  private static let posts = 150
  private static let rate = 10.0

  /// A server with a store of some size, to which a phone posts while others follow.
  func readers(_ report: inout Report) throws {
    let origin = try materials.store(days: Materials.days)
    for count in [0, 1, 8] {
      note("serve: \(Self.posts) posts with \(count) readers")
      let path = materials.path("followed.sqlite")
      try materials.copyStore(origin, to: path)
      let server = try Server(materials, store: path, token: Self.token)
      let followers = try (0..<count).map { try follow(server, $0) }
      defer {
        for follower in followers { follower.program.send(signal: SIGTERM) }
        server.end()
      }
      // Each has the whole store.
      for follower in followers { _ = try follower.hear() }
      _ = try server.post("/v1/samples", Self.body(0))
      sleep(2)
      let (before, cpu) = (ByteCounts(of: server.processID), server.exactSeconds)
      let first = followers.first?.program
      let (readBefore, readCPU) = (first.flatMap { ByteCounts(of: $0.processID) }, first?.cpuSeconds)
      let began = measure_now()
      for index in 1...Self.posts {
        _ = try server.post("/v1/samples", Self.body(index))
        let rest = began + Double(index) / Self.rate - measure_now()
        if rest > 0 { usleep(UInt32(rest * 1e6)) }
      }
      guard let before, let cpu, let after = ByteCounts(of: server.processID), let used = server.exactSeconds else {
        continue
      }
      let posts = Double(Self.posts)
      let seconds = (used - cpu) / posts
      report.limit(
        "serve, a post to a store of \(Figure.bytes(materials.size(path))) with \(count) readers",
        "CPU \(Figure.time(seconds)), read \(Figure.bytes((after.read - before.read) / posts)), "
          + "written \(Figure.bytes((after.written - before.written) / posts))",
        goal: count == 0 ? "" : "CPU 1 ms", isMet: count == 0 || seconds <= 0.001)
      if let first, let readBefore, let readCPU, let end = ByteCounts(of: first.processID), let used = first.cpuSeconds
      {
        report.tell(
          "serve, a reader's cost of a post, \(count) readers",
          "CPU \(Figure.time((used - readCPU) / posts)), read \(Figure.bytes((end.read - readBefore.read) / posts)), "
            + "written \(Figure.bytes((end.written - readBefore.written) / posts))")
      }
    }
  }

  private func follow(_ server: Server, _ index: Int) throws -> Conversation {
    let cache = materials.path("reader-\(index)")
    try? FileManager.default.removeItem(atPath: cache)
    return try Conversation(
      materials.program(
        "status", "--follow", "--template", "{move.value}",
        environment: [
          "RINGTOP_STORE": server.address, "RINGTOP_TOKEN": Self.token, "HOME": cache, "XDG_CACHE_HOME": cache,
        ]))
  }

  private static func body(_ index: Int) -> Data {
    let start = Int(Date().timeIntervalSince1970) - 80_000 + index * 5
    return Data(
      #"{"type":"heartRate","value":\#(60 + index % 40),"unit":"count/min","start":\#(start),"source":"Watch"}"#.utf8)
  }

  // MARK: - After use

  /// Wake-ups of programs that have done all kinds of work and have nothing to do.
  func idle(_ report: inout Report) throws {
    guard idleSeconds > 0 else { return }
    note("serve: \(idleSeconds) idle seconds after use")
    let path = materials.path("idle.sqlite")
    try materials.copyStore(try materials.store(days: Materials.days), to: path)
    let server = try Server(materials, store: path, token: Self.token)
    defer { server.end() }
    let reader = try follow(server, 0)
    let watch = try materials.program("watch", "--store", path).start()
    let local = try Conversation(materials.program("status", "--follow", "--template", "{move.value}", "--store", path))
    var screens: [(name: String, screen: Screen)] = []
    for (columns, rows) in [(30, 6), (80, 24), (120, 50), (160, 50), (200, 60)] {
      let program = try materials.program(
        "dashboard", "--store", path, environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor"])
      let screen = try Screen(program, columns: columns, rows: rows)
      _ = try screen.waitForFrame()
      screens.append(("dashboard \(columns)x\(rows)", screen))
    }
    defer {
      for program in [reader.program, watch, local.program] { program.send(signal: SIGTERM) }
      for (_, screen) in screens { screen.quit() }
    }
    for index in 0..<30 {
      _ = try server.post("/v1/samples", Self.body(index))
      for (_, screen) in screens { try screen.settle(quietSeconds: 0.02) }
    }
    for keys in ["h", "l", "M", "\u{1B}", "A", "\u{1B}", "w", "\u{1B}", "t"] {
      for (_, screen) in screens {
        screen.type(keys)
        try screen.settle(quietSeconds: 0.1)
      }
    }
    // A comment to listeners every fifteen seconds is no idleness: nobody may listen while the server is observed.
    let programs: [(String, pid_t)] =
      [("serve", server.processID), ("watch", watch.processID), ("status --follow", local.program.processID)]
      + screens.map { ($0.name, $0.screen.program.processID) }
    reader.program.send(signal: SIGTERM)
    // Threads that are only used for work exit after a few seconds without any.
    for _ in 0..<12 {
      sleep(1)
      for (_, screen) in screens { try screen.settle(quietSeconds: 0.01) }
    }
    let before = programs.map { Wakeups.counts(of: $0.1) ?? [:] }
    sleep(UInt32(idleSeconds))
    let counts = zip(programs, before).map { Wakeups.between($1, Wakeups.counts(of: $0.1) ?? $1) }
    report.limit(
      "wake-ups in \(idleSeconds) idle seconds after posts and keys",
      zip(programs, counts).map { "\($0.0) \($1)" }.joined(separator: ", "), goal: "0",
      isMet: counts.allSatisfy { $0 == 0 })
  }
}
