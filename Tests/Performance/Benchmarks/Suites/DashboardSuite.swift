import CMeasure

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The dashboard on a pseudo-terminal in true colour, of 100x30 cells unless noted otherwise.
struct DashboardSuite {
  let materials: Materials
  let rounds: Int
  let idleSeconds: Int
  /// Whether five million samples are also measured.
  let includesLarge: Bool

  static let terminal = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]

  func run(_ report: inout Report) throws {
    let store = try materials.store(days: Materials.days)
    try firstFrame(store, "one year", &report)
    if includesLarge {
      try firstFrame(try materials.store(days: Materials.manyDays), "five million samples", &report)
    }
    try dayStep(store, &report)
    try keys(store, &report)
    try idle(store, &report)
    try commits(store, &report)
  }

  private func open(_ store: String, columns: Int = 100, rows: Int = 30) throws -> Screen {
    let program = try materials.program("dashboard", "--store", store, "--still", environment: Self.terminal)
    return try Screen(program, columns: columns, rows: rows)
  }

  private func firstFrame(_ store: String, _ name: String, _ report: inout Report) throws {
    note("dashboard: \(rounds * 6) first frames")
    let baseline = try StatusSuite.baseline(store)
    var ours: [Double] = []
    var theirs: [Double] = []
    // As users start it: without options.
    let environment = Self.terminal.merging(["RINGTOP_STORE": store]) { $1 }
    let program = try materials.program(environment: environment)
    for _ in 0..<(rounds * 6) {
      let screen = try Screen(program, columns: 100, rows: 30)
      ours.append(try screen.waitForFrame() - screen.program.started)
      screen.quit()
      theirs.append(try baseline.run().seconds)
    }
    report.compare(
      "dashboard, first complete frame, \(name)", Figure.time(median(ours)),
      to: "sqlite3: \(Figure.time(median(theirs)))", ratio: median(ours) / median(theirs), atMost: 6)
  }

  private func dayStep(_ store: String, _ report: inout Report) throws {
    note("dashboard: day steps")
    let screen = try open(store)
    _ = try screen.waitForFrame()
    try screen.settle()
    var bytes: [Double] = []
    for key in Array(repeating: "h", count: 10) + Array(repeating: "l", count: 10) {
      let before = screen.count
      screen.type(key)
      _ = try screen.waitForFrame()
      // The hours of the day follow in a separate frame.
      try screen.settle()
      bytes.append(Double(screen.count - before))
    }
    screen.quit()
    report.limit(
      "dashboard, bytes of a day's step",
      "median \(Figure.bytes(median(bytes))), most \(Figure.bytes(bytes.max() ?? 0))",
      goal: "median <= 4 KB, most <= 8 KB",
      isMet: median(bytes) <= 4_000 && bytes.max() ?? 0 <= 8_000)
  }

  /// The key that opens each screen, and two that move back and forth in it.
  private static let screens: [(name: String, key: String, moves: [String])] = [
    ("day", "", ["h", "l"]), ("month", "M", ["h", "l"]), ("one ring", "1", ["h", "l"]), ("year", "Y", ["h", "l"]),
    ("streaks", "A", ["j", "k"]), ("trends", "R", ["j", "k"]), ("workouts", "w", ["j", "k"]),
    ("chart", "c", ["h", "l"]), ("heart", "e", ["h", "l"]), ("sleep", "n", ["h", "l"]), ("sources", "S", ["j", "k"]),
    ("samples", "v", ["j", "k"]),
  ]

  /// From a key press to the end of the frame that shows its effect, at 120x40.
  private func keys(_ store: String, _ report: inout Report) throws {
    for (name, key, moves) in Self.screens {
      note("dashboard: keys on the screen \(name)")
      let screen = try open(store, columns: 120, rows: 40)
      _ = try screen.waitForFrame()
      try screen.settle()
      if !key.isEmpty {
        screen.type(key)
        _ = try screen.waitForFrame()
        try screen.settle()
      }
      var delays: [Double] = []
      for index in 0..<100 {
        let typed = measure_now()
        screen.type(moves[index % 2])
        // A key that changes nothing draws nothing.
        if let shown = try? screen.waitForFrame(seconds: 0.5) { delays.append(shown - typed) }
        try screen.settle(quietSeconds: 0.02)
      }
      screen.quit()
      guard !delays.isEmpty else { continue }
      let worst = delays.sorted()[min(delays.count - 1, delays.count * 99 / 100)]
      report.limit(
        "dashboard, key to frame, \(name)", "median \(Figure.time(median(delays))), 99 % \(Figure.time(worst))",
        goal: "99 % <= 8 ms", isMet: worst <= 0.008)
    }
  }

  private func idle(_ store: String, _ report: inout Report) throws {
    guard idleSeconds > 0 else { return }
    note("dashboard: \(idleSeconds) idle seconds")
    let screen = try open(store)
    _ = try screen.waitForFrame()
    // Threads that are only used at the start exit after a few seconds without work.
    try screen.settle(quietSeconds: 8)
    guard let before = Wakeups.counts(of: screen.program.processID) else { return }
    sleep(UInt32(idleSeconds))
    let count = Wakeups.between(before, Wakeups.counts(of: screen.program.processID) ?? before)
    screen.quit()
    report.limit(
      "dashboard, wake-ups in \(idleSeconds) idle seconds", "\(count)", goal: "<= 2", isMet: count <= 2)
  }

  private func commits(_ store: String, _ report: inout Report) throws {
    note("dashboard: \(rounds * 6) commits of another process")
    let screen = try open(store)
    _ = try screen.waitForFrame()
    try screen.settle()
    let clock = try CommitClock(store: store)
    let add = try materials.program("add", "move", "6kcal", "--store", store)
    var delays: [Double] = []
    var bytes: [Double] = []
    for _ in 0..<(rounds * 6) {
      let before = screen.count
      clock.drain()
      let adding = try add.start()
      let committed = try clock.wait()
      delays.append(try screen.waitForFrame() - committed)
      guard adding.wait().exitCode == 0 else { throw BenchmarkError("ringtop add failed") }
      try screen.settle()
      bytes.append(Double(screen.count - before))
    }
    screen.quit()
    report.limit(
      "dashboard, from a commit elsewhere to the screen",
      "median \(Figure.time(median(delays))), worst \(Figure.time(delays.max() ?? 0))", goal: "median 15 ms",
      isMet: median(delays) <= 0.015)
    report.limit(
      "dashboard, bytes when Move grows by 1 %",
      "median \(Figure.bytes(median(bytes))), most \(Figure.bytes(bytes.max() ?? 0))", goal: "<= 2 KB",
      isMet: bytes.max() ?? 0 <= 2_000)
  }
}
