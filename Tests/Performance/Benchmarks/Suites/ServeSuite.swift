import CMeasure
import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import OpenHealthKit

/// Data that arrives without user input: over HTTP, and from a program that writes without pause.
struct ServeSuite {
  let materials: Materials
  let rounds: Int
  let idleSeconds: Int

  static let token = "a-token-for-benchmarks"
  private static let bodySamples = 100_000
  private static let smallPosts = 2_000
  /// Transactions per second.
  private static let rate = 200.0

  func run(_ report: inout Report) throws {
    try commits(&report)
    try largeBody(&report)
    try smallPosts(&report)
    try readers(&report)
    try idle(&report)
  }

  // MARK: - A busy writer

  /// Each transaction adds one kilocalorie, so that the displayed number shows which of them it includes.
  private func commits(_ report: inout Report) throws {
    let count = Int(Self.rate) * 10
    note("serve: \(count) transactions, \(Int(Self.rate)) a second")
    let path = materials.path("busy.sqlite")
    try materials.removeStore(path)
    let store = HKHealthStore(configuration: .init(path: path, authorization: .allowAll))
    try store.connection.writing(homeZone: "GMT")
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let start = calendar.startOfDay(for: Date()).addingTimeInterval(60)
    let line = try materials.program("status", "--follow", "--template", "{move.value}", "--store", path)
    let follower = try Conversation(line)
    defer { follower.program.send(signal: SIGTERM) }
    _ = try follower.hear()
    let saved = SaveTimes()
    let writer = Thread {
      let type = HKQuantityType(.activeEnergyBurned)
      let began = measure_now()
      for index in 0..<count {
        let due = began + Double(index) / Self.rate
        while measure_now() < due { usleep(200) }
        let sample = HKQuantitySample(
          type: type, quantity: HKQuantity(unit: .kilocalorie(), doubleValue: 1),
          start: start.addingTimeInterval(Double(index * 10)), end: start.addingTimeInterval(Double(index * 10 + 9)))
        let answer = Answer<Bool>()
        // Before, not after: the text may arrive before this thread runs again.
        saved.append(measure_now())
        store.save(sample) { isSaved, error in answer.arrive(isSaved ? true : nil, error) }
        _ = try? answer.wait()
      }
    }
    writer.start()
    var shown: [(value: Int, time: Double)] = []
    while (shown.last?.value ?? 0) < count {
      if let value = Int(try follower.hear()) { shown.append((value, measure_now())) }
    }
    let times = saved.all
    var delays: [Double] = []
    var next = 0
    for (value, time) in shown {
      // A line contains only committed transactions; those missing from the previous line determine the delay.
      while next < value, next < times.count {
        delays.append(max(0, time - times[next]))
        next += 1
      }
    }
    delays.sort()
    let last = delays[delays.count * 99 / 100]
    let rate = Double(times.count) / ((times.last ?? 0) - (times.first ?? 0))
    report.limit(
      "status --follow, from a call of save elsewhere to the text, \(Int(rate.rounded())) transactions a second",
      "median \(Figure.time(median(delays))), 99 % \(Figure.time(last))", goal: "median 15 ms, 99 % 50 ms",
      isMet: median(delays) <= 0.015 && last <= 0.05)
  }

  // MARK: - Bodies

  private func largeBody(_ report: inout Report) throws {
    note("serve: \(rounds) bodies of \(Self.bodySamples) samples")
    let (json, xml) = (materials.path("body.json"), materials.path("body.xml"))
    try Self.writeBodies(json: json, xml: xml)
    let (served, imported) = (materials.path("served.sqlite"), materials.path("imported.sqlite"))
    let body = try Data(contentsOf: URL(filePath: json))
    var seconds: [Double] = []
    var cpu: [Double] = []
    var files: [Run] = []
    var peak = 0.0
    for _ in 0..<rounds {
      for path in [served, imported] { try materials.removeStore(path) }
      let server = try Server(materials, store: served, token: Self.token)
      let (began, before) = (measure_now(), server.cpuSeconds)
      let answer = try server.post("/v1/samples", body)
      seconds.append(measure_now() - began)
      cpu.append(server.cpuSeconds - before)
      guard answer.contains("\"stored\":\(Self.bodySamples)") else { throw BenchmarkError("the body was not stored") }
      peak = max(peak, server.peakBytes)
      server.end()
      files.append(try materials.program("import", xml, "--store", imported, "--quiet").run())
    }
    let file = Cost(of: files)
    report.compare(
      "serve, \(Self.bodySamples) samples in one body",
      "\(Figure.time(median(seconds))) (CPU \(Figure.time(median(cpu))))",
      to: "ringtop import of their xml: \(file.text)", ratio: median(seconds) / file.seconds,
      cpuRatio: median(cpu) / file.cpuSeconds, atMost: 2)
    report.limit("serve, peak memory of it", Figure.bytes(peak), goal: "< 60 MB", isMet: peak < 60e6)
  }

  /// The same samples in our JSON and as an export.
  private static func writeBodies(json: String, xml: String) throws {
    var body = "["
    var export = """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="en_DE">
      <ExportDate value="2026-11-14 12:30:00 +0000"/>

      """
    let style = Date.ISO8601FormatStyle().year().month().day().dateTimeSeparator(.space)
      .time(includingFractionalSeconds: false)
    for index in 0..<bodySamples {
      let start = 1_793_000_000 + index * 5
      let value = 60 + index % 40
      body +=
        (index == 0 ? "" : ",")
        + #"{"type":"heartRate","value":\#(value),"unit":"count/min","start":\#(start),"source":"Watch"}"#
      let date = Date(timeIntervalSince1970: Double(start)).formatted(style) + " +0000"
      export +=
        "<Record type=\"HKQuantityTypeIdentifierHeartRate\" sourceName=\"Watch\" unit=\"count/min\" startDate=\"\(date)\" "
        + "endDate=\"\(date)\" value=\"\(value)\"/>\n"
    }
    try (body + "]").write(toFile: json, atomically: true, encoding: .utf8)
    try (export + "</HealthData>\n").write(toFile: xml, atomically: true, encoding: .utf8)
  }

  /// One sample per post on one connection, compared with SQLite's own shell committing one row at a time.
  private func smallPosts(_ report: inout Report) throws {
    note("serve: \(Self.smallPosts) small posts")
    let (served, plain) = (materials.path("served.sqlite"), materials.path("plain.sqlite"))
    for path in [served, plain] { try materials.removeStore(path) }
    let server = try Server(materials, store: served, token: Self.token)
    let bodies = (0..<Self.smallPosts).map {
      Data(
        #"{"type":"heartRate","value":\#(60 + $0 % 40),"unit":"count/min","start":\#(1_794_000_000 + $0 * 5),"source":"Watch"}"#
          .utf8)
    }
    _ = try server.post("/v1/samples", bodies[0])
    let began = measure_now()
    for body in bodies.dropFirst() { _ = try server.post("/v1/samples", body) }
    let seconds = measure_now() - began
    server.end()
    let script = materials.path("rows.sql")
    let rows = (1..<Self.smallPosts).map {
      "INSERT INTO sample VALUES (1, \(1_794_000_000 + $0 * 5), \(60 + $0 % 40));"
    }
    try
      ("PRAGMA journal_mode = wal;\nPRAGMA synchronous = normal;\nCREATE TABLE sample (type, start, value);\n"
      + rows.joined(separator: "\n")).write(toFile: script, atomically: true, encoding: .utf8)
    let run = try Program("sqlite3", [plain, ".read \(script)"]).run()
    report.tell(
      "serve, small posts a second", Figure.digits(Double(Self.smallPosts - 1) / seconds),
      baseline: "sqlite3, a transaction each: \(Figure.digits(Double(Self.smallPosts - 1) / run.seconds))",
      ratio: run.seconds / seconds)
  }
}

/// Instants that one thread records and another reads.
private final class SaveTimes: @unchecked Sendable {
  // Unchecked because of the lock.
  private let lock = NSLock()
  private var times: [Double] = []

  var all: [Double] { lock.withLock { times } }

  func append(_ time: Double) { lock.withLock { times.append(time) } }
}
