import Foundation
import GRDBSQLite
import HealthModel

/// The readers of other programs' files, compared with the import of as many heart rates from Apple's export.
struct ReadersSuite {
  let materials: Materials
  let rounds: Int

  private static let count = 100_000
  private static let goal = 3.0
  /// What an import of any size may use.
  private static let mostBytes = 96e6

  /// A file of one format with this number of heart rates.
  private struct Contestant {
    var title: String
    var write: (_ count: Int, _ path: String) throws -> Void
    var name: String
  }

  func run(_ report: inout Report) throws {
    note("readers: \(rounds) rounds of \(Self.count) samples in each format")
    let store = materials.path("readers.sqlite")
    var paths = [
      try materials.file("readers.xml") { try export(Self.count).write(toFile: $0, atomically: true, encoding: .utf8) }
    ]
    for contestant in contestants {
      paths.append(try materials.file("readers-\(contestant.name)") { try contestant.write(Self.count, $0) })
    }
    let trial = try Trial(
      rounds: rounds, warmUp: 1,
      paths.map { path in
        {
          try materials.removeStore(store)
          return try materials.program("import", path, "--store", store, "--quiet").run()
        }
      })
    for (index, contestant) in contestants.enumerated() {
      let cost = trial.cost(index + 1)
      report.compare(
        "\(contestant.title), \(Self.count) heart rates", cost, to: "Apple's export of them", trial.cost(0),
        atMost: Self.goal)
      report.limit(
        "\(contestant.title), peak memory", Figure.bytes(cost.peakBytes), goal: "<= \(Figure.bytes(Self.mostBytes))",
        isMet: cost.peakBytes <= Self.mostBytes)
    }
    try materials.removeStore(store)
  }

  // MARK: - Files

  /// Seconds since 1970 of a sample: one every five seconds.
  private func time(_ index: Int) -> Int { (materials.lastDay - 20).number * 86_400 + index * 5 }

  private func rate(_ index: Int) -> Int { 60 + index * 7 % 90 }

  private func date(_ index: Int, _ separator: String = "T", zone: String = "Z") -> String {
    let seconds = time(index)
    let (day, clock) = (Day(number: seconds / 86_400), seconds % 86_400)
    return day.description + separator
      + String(format: "%02d:%02d:%02d", clock / 3_600, clock / 60 % 60, clock % 60) + zone
  }

  private func export(_ count: Int) -> String {
    let records = (0..<count).map { index in
      let date = date(index, " ", zone: " +0000")
      return """
        <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Band" unit="count/min" startDate="\(date)" \
        endDate="\(date)" value="\(rate(index))"/>
        """
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="en_US">
      <ExportDate value="\(date(count, " ", zone: " +0000"))"/>
      \(records.joined(separator: "\n"))
      </HealthData>
      """
  }

  private var contestants: [Contestant] {
    [
      Contestant(title: "Health Auto Export", write: { try text(healthAutoExport($0), to: $1) }, name: "feed.json"),
      Contestant(
        title: "Fitbit", write: { try text(fitbit($0), to: $1 + "/heart_rate-2026-01-01.json") }, name: "Fitbit"),
      Contestant(title: "FIT", write: { try Data(fit($0)).write(to: URL(filePath: $1)) }, name: "readers.fit"),
      Contestant(title: "Gadgetbridge", write: { try gadgetbridge($0, $1) }, name: "gadgetbridge.db"),
      Contestant(title: "Health Connect", write: { try healthConnect($0, $1) }, name: "health-connect.db"),
      Contestant(title: "Hadge", write: { try text(hadge($0), to: $1) }, name: "vitals.csv"),
      Contestant(title: "TCX", write: { try text(training($0), to: $1) }, name: "readers.tcx"),
      Contestant(title: "Health.md", write: { try text(healthMd($0), to: $1) }, name: "day.json"),
    ]
  }

  private func text(_ text: String, to path: String) throws {
    let folder = URL(filePath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  private func rows(_ count: Int, _ separator: String = ",\n", _ row: (Int) -> String) -> String {
    (0..<count).map(row).joined(separator: separator)
  }

  private func healthAutoExport(_ count: Int) -> String {
    let rows = rows(count) { #"{"date":"\#(date($0, " ", zone: " +0000"))","Avg":\#(rate($0)),"source":"Band"}"# }
    return #"{"data":{"metrics":[{"name":"heart_rate","units":"count/min","data":[\#(rows)]}]}}"#
  }

  private func fitbit(_ count: Int) -> String {
    let rows = rows(count) { index in
      let date = date(index, " ", zone: "")
      // 11/19/26 08:00:00
      let turned = "\(date.dropFirst(5).prefix(2))/\(date.dropFirst(8).prefix(2))/\(date.dropFirst(2).prefix(2))"
      return #"{"dateTime":"\#(turned) \#(date.suffix(8))","value":{"bpm":\#(rate(index)),"confidence":2}}"#
    }
    return "[\(rows)]"
  }

  private func hadge(_ count: Int) -> String {
    "UUID,Start Date,End Date,Type,Value,Unit,Source\n"
      + rows(count, "\n") { index in
        let uuid = String(format: "7B5F0A1E-0000-4000-8000-%012d", index)
        return "\(uuid),\(date(index)),\(date(index)),Heart Rate,\(rate(index)),count/min,Band"
      } + "\n"
  }

  private func training(_ count: Int) -> String {
    let points = rows(count, "\n") { index in
      "<Trackpoint><Time>\(date(index))</Time><HeartRateBpm><Value>\(rate(index))</Value></HeartRateBpm></Trackpoint>"
    }
    return """
      <TrainingCenterDatabase><Activities><Activity Sport="Running"><Lap StartTime="\(date(0))"><TotalTimeSeconds>\
      \(count * 5)</TotalTimeSeconds><Track>\(points)</Track></Lap></Activity></Activities></TrainingCenterDatabase>
      """
  }

  private func healthMd(_ count: Int) -> String {
    let samples = rows(count) { #"{"timestamp":"\#(date($0))","value":\#(rate($0))}"# }
    return #"{"type":"health-data","date":"\#(materials.lastDay)","heart":{"heartRateSamples":[\#(samples)]}}"#
  }

  /// A monitoring file: a definition, and a message for each heart rate.
  private func fit(_ count: Int) -> [UInt8] {
    func little(_ value: Int, _ width: Int) -> [UInt8] {
      (0..<width).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    let epoch = 631_065_600
    var data: [UInt8] = [0x40, 0, 0] + little(0, 2) + [2, 0, 1, 0, 4, 4, 0x86, 0, 32] + little(time(0) - epoch, 4)
    data += [0x41, 0, 0] + little(55, 2) + [2, 253, 4, 0x86, 27, 1, 0x02]
    for index in 0..<count { data += [1] + little(time(index) - epoch, 4) + [UInt8(rate(index))] }
    let table: [UInt16] = (0..<256).map { byte in
      (0..<8).reduce(UInt16(byte)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xA001 }
    }
    let file = [12, 0x20] + little(2_132, 2) + little(data.count, 4) + Array(".FIT".utf8) + data
    let checksum = file.reduce(UInt16(0)) { $0 >> 8 ^ table[Int(($0 ^ UInt16($1)) & 0xFF)] }
    return file + little(Int(checksum), 2)
  }

  private func database(_ path: String, _ head: String, _ count: Int, _ row: (Int) -> String) throws {
    unlink(path)
    var database: OpaquePointer?
    defer { sqlite3_close(database) }
    guard sqlite3_open(path, &database) == SQLITE_OK else { throw BenchmarkError("\(path) cannot be created") }
    let text = head + "BEGIN;" + (0..<count).map(row).joined() + "COMMIT;"
    guard sqlite3_exec(database, text, nil, nil, nil) == SQLITE_OK else {
      throw BenchmarkError("\(path): \(String(cString: sqlite3_errmsg(database)))")
    }
  }

  private func gadgetbridge(_ count: Int, _ path: String) throws {
    try database(
      path,
      """
      CREATE TABLE USER (_id INTEGER PRIMARY KEY); CREATE TABLE DEVICE (_id INTEGER PRIMARY KEY, NAME TEXT);
      CREATE TABLE MI_BAND_ACTIVITY_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, USER_ID INTEGER, RAW_INTENSITY INTEGER,
        STEPS INTEGER, RAW_KIND INTEGER, HEART_RATE INTEGER, PRIMARY KEY (TIMESTAMP, DEVICE_ID)) WITHOUT ROWID;
      INSERT INTO DEVICE VALUES (1, 'Band');
      """, count
    ) { "INSERT INTO MI_BAND_ACTIVITY_SAMPLE VALUES (\(time($0)), 1, 1, 0, 0, 1, \(rate($0)));" }
  }

  private func healthConnect(_ count: Int, _ path: String) throws {
    let common =
      "row_id INTEGER PRIMARY KEY, uuid BLOB, last_modified_time INTEGER, app_info_id INTEGER, device_info_id INTEGER"
    try database(
      path,
      """
      CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY, package_name TEXT, app_name TEXT);
      CREATE TABLE steps_record_table (\(common), start_time INTEGER, end_time INTEGER, count INTEGER);
      CREATE TABLE heart_rate_record_table (\(common), start_time INTEGER, end_time INTEGER);
      CREATE TABLE heart_rate_record_series_table (parent_key INTEGER, beats_per_minute INTEGER, epoch_millis INTEGER);
      INSERT INTO application_info_table VALUES (1, 'org.example.band', 'Band');
      INSERT INTO heart_rate_record_table VALUES (1, x'00000000000000000000000000000001', 1, 1, 1, 0, 0);
      """, count
    ) { "INSERT INTO heart_rate_record_series_table VALUES (1, \(rate($0)), \(time($0) * 1_000));" }
  }
}

extension Materials {
  /// A file or folder, written on first use.
  func file(_ name: String, _ write: (String) throws -> Void) throws -> String {
    let path = path("\(lastDay)-\(name)")
    if !FileManager.default.fileExists(atPath: path) { try write(path) }
    return path
  }
}
