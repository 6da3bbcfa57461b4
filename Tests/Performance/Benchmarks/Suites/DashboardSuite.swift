#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The dashboard on a pseudo terminal of 100x30 cells in true colour.
struct DashboardSuite {
  let materials: Materials
  let rounds: Int
  let idleSeconds: Int

  private static let terminal = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]

  func run(_ report: inout Report) throws {
    let store = try materials.store(days: Materials.days)
    try firstFrame(store, &report)
    try dayStep(store, &report)
    try idle(store, &report)
    try commits(store, &report)
  }

  private func open(_ store: String, still: Bool = true) throws -> Screen {
    var program = try materials.program("dashboard", "--store", store, environment: Self.terminal)
    if still { program.arguments.append("--still") }
    return try Screen(program, columns: 100, rows: 30)
  }

  private func firstFrame(_ store: String, _ report: inout Report) throws {
    note("dashboard: \(rounds * 6) first frames")
    let baseline = try StatusSuite.baseline(store)
    var ours: [Double] = []
    var theirs: [Double] = []
    for _ in 0..<(rounds * 6) {
      let screen = try open(store)
      ours.append(try screen.waitForFrame() - screen.program.started)
      screen.quit()
      theirs.append(try baseline.run().seconds)
    }
    report.compare(
      "dashboard, first complete frame", Figure.time(median(ours)), to: "sqlite3: \(Figure.time(median(theirs)))",
      ratio: median(ours) / median(theirs), atMost: 12)
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
      // The hours of the day follow in a frame of their own.
      try screen.settle()
      bytes.append(Double(screen.count - before))
    }
    screen.quit()
    report.limit(
      "dashboard, bytes of a day's step",
      "median \(Figure.bytes(median(bytes))), most \(Figure.bytes(bytes.max() ?? 0))", goal: "<= 8 KB",
      isMet: bytes.max() ?? 0 <= 8_000)
  }

  private func idle(_ store: String, _ report: inout Report) throws {
    guard idleSeconds > 0 else { return }
    note("dashboard: \(idleSeconds) idle seconds")
    let screen = try open(store)
    _ = try screen.waitForFrame()
    // Threads that only helped with the start leave after a few seconds without work.
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
      "median \(Figure.time(median(delays))), worst \(Figure.time(delays.max() ?? 0))", goal: "median 30 ms",
      isMet: median(delays) <= 0.03)
    report.limit(
      "dashboard, bytes when Move grows by 1 %",
      "median \(Figure.bytes(median(bytes))), most \(Figure.bytes(bytes.max() ?? 0))", goal: "<= 2 KB",
      isMet: bytes.max() ?? 0 <= 2_000)
  }
}
