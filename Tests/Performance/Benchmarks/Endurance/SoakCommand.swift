import ArgumentParser
import CMeasure
import Foundation
import HealthDatabase
import HealthQueries

/// A server in use for a long time.
struct SoakCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "soak", abstract: "Posts to a server for minutes while others follow it.",
    discussion: """
      Ten posts a second, an import in the middle, two readers on other machines, a dashboard on this one, and a page in \
      Chromium, if that is installed. In the end every sample must be stored once, both readers must have the store's rows, \
      and memory and descriptors of the server and its readers must not have grown.
      """)

  @Option(help: "The duration.")
  var minutes = 6.0

  @Option(help: ArgumentHelp("The program to run.", valueName: "path"))
  var binary = ".build/static/release/ringtop"

  @Option(help: ArgumentHelp("A folder for the stores.", valueName: "path"))
  var folder = ".build/benchmarks"

  private static let rate = 10.0
  /// What a server opens of a store: a writer and at most five readers, and two that hold its pages for other machines. Each
  /// has the file and its log open; the shared memory is open once.
  private static let mostStoreDescriptors = 2 * (1 + 5 + 2) + 1
  /// How many connections a browser opens to one server at most.
  private static let browserConnections = 6

  func run() throws {
    let materials = try Materials(
      ringtop: URL(filePath: binary).standardizedFileURL.path,
      folder: URL(filePath: folder).standardizedFileURL.path, lastDay: RingtopBenchmarks.yesterday)
    let path = materials.path("soak.sqlite")
    try materials.copyStore(try materials.store(days: 90), to: path)
    let server = try Server(materials, store: path, token: ServeSuite.token)
    defer { server.end() }
    let followers = try (0..<2).map { index in
      let cache = materials.path("soak-reader-\(index)")
      try? FileManager.default.removeItem(atPath: cache)
      return try materials.program(
        "status", "--follow",
        environment: [
          "RINGTOP_STORE": server.address, "RINGTOP_TOKEN": ServeSuite.token, "HOME": cache, "XDG_CACHE_HOME": cache,
        ]
      ).start()
    }
    let screen = try Screen(
      materials.program(
        "dashboard", "--store", path, environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor"]),
      columns: 160, rows: 50)
    let page = try? Program(
      "chromium",
      [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(materials.path("soak-browser"))",
        "--remote-debugging-port=0",
        server.address.replacingOccurrences(of: "http://", with: "http://x:\(ServeSuite.token)@"),
      ]
    ).start()
    note("soak: \(page == nil ? "without a page: chromium is not installed" : "with a page")")
    defer {
      for follower in followers { follower.send(signal: SIGTERM) }
      page?.send(signal: SIGTERM)
      screen.quit()
    }
    let stored = try Store(path: path, access: .read).sampleCount()
    let watched = [
      ("serve", server.processID), ("reader", followers[0].processID), ("dashboard", screen.program.processID),
    ]
    let count = Int(minutes * 60 * Self.rate)
    let start = Int(Date().timeIntervalSince1970) - 86_400 * 3
    var importing: RunningProgram?
    var first: [Usage] = []
    let began = measure_now()
    for index in 0..<count {
      let body =
        #"{"type":"heartRate","value":\#(60 + index % 40),"unit":"count/min","start":\#(start + index * 2),"source":"Soak"}"#
      let answer = try server.post("/v1/samples", Data(body.utf8))
      guard answer.contains(#""stored":1"#) else { throw BenchmarkError("post \(index): \(answer)") }
      if index % 5 == 0 { try screen.settle(quietSeconds: 0.001) }
      if index == count / 2 {
        importing = try materials.program(
          "import", try materials.export(days: 120), "--store", path, "--quiet"
        ).start()
      }
      // Caches are filled by then.
      if index == count / 4 { first = watched.map { Usage(of: $0.1, store: path) } }
      if index % 600 == 599 {
        let usages = watched.map { "\($0.0) \(Usage(of: $0.1, store: path))" }
        note("soak: \(index + 1) posts; \(usages.joined(separator: "; "))")
      }
      let rest = began + Double(index + 1) / Self.rate - measure_now()
      if rest > 0 { usleep(UInt32(rest * 1e6)) }
    }
    if let importing, importing.wait().exitCode != 0 { throw BenchmarkError("the import has failed") }
    sleep(5)
    let last = watched.map { Usage(of: $0.1, store: path) }
    try compare(path, count: count, before: stored, materials)
    var faults: [String] = []
    for ((name, _), (first, last)) in zip(watched, zip(first, last)) {
      print("\(name): \(first) after a quarter, \(last) at the end")
      if last.store > max(first.store, Self.mostStoreDescriptors) { faults.append("\(name) keeps the store open") }
      if last.others > first.others + Self.browserConnections { faults.append("\(name) keeps descriptors") }
      if last.memory > first.memory * 5 / 4 + 8_192 { faults.append("\(name) grows") }
    }
    guard faults.isEmpty else { throw BenchmarkError(faults.joined(separator: ", ")) }
  }

  /// Whether everything is there once, and on the other machines too.
  private func compare(_ path: String, count: Int, before: Int, _ materials: Materials) throws {
    let question =
      "SELECT count(*), count(DISTINCT start) FROM sample JOIN provenance ON provenance.id = provenance_id "
      + "JOIN source ON source.id = source_id WHERE name = 'Soak'"
    let all =
      "SELECT count(*), total(start), total(value) FROM sample; SELECT max(id) FROM change; PRAGMA integrity_check"
    let here = try Program("sqlite3", [path, question]).output()
    guard here == "\(count)|\(count)\n" else { throw BenchmarkError("\(count) posts, stored and distinct: \(here)") }
    let whole = try Program("sqlite3", [path, all]).output()
    for index in 0..<2 {
      let stores = materials.path("soak-reader-\(index)/ringtop/stores")
      let name = try FileManager.default.contentsOfDirectory(atPath: stores).first ?? ""
      let copy = try Program("sqlite3", ["\(stores)/\(name)/health.sqlite", all]).output()
      guard copy == whole else { throw BenchmarkError("reader \(index) has \(copy), the store \(whole)") }
    }
    print("\(count) posts stored once each, beside \(before) samples and an import; both readers have the same.")
  }

}

/// What a process uses.
private struct Usage: CustomStringConvertible {
  /// The private memory in KB.
  var memory = 0
  /// The descriptors of a store's files.
  var store = 0
  var others = 0

  init(of process: pid_t, store path: String) {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon") }
    memory = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    let folder = "/proc/\(process)/fd"
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + name)
      if target?.hasPrefix(path) == true { store += 1 } else { others += 1 }
    }
  }

  var description: String { "\(memory >> 10) MB, \(store) descriptors of the store and \(others) others" }
}
