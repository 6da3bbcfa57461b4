import Foundation
import TestSupport
import Testing

/// Files of other programs, imported by the built program.
@Suite("Import: other files", .serialized, .programs, .timeLimit(.minutes(10)))
struct OtherFilesTests {
  private static let delivery = """
    {"data": {"metrics": [{"name": "active_energy", "units": "kcal", "data": [
      {"date": "2026-11-14 08:00:00 +0100", "qty": 120, "source": "Kim’s Watch"},
      {"date": "2026-11-14 09:00:00 +0100", "qty": 30, "source": "Kim’s Watch"}]},
     {"name": "tea_drunk", "units": "cup", "data": [{"date": "noon", "qty": 2}]}]}}
    """
  private static let rings = """
    Date,Move Actual,Move Goal,Exercise Actual,Exercise Goal,Stand Actual,Stand Goal
    2026-11-13,512,500,41,30,12,12
    2026-11-14,100,500,8,30,4,12

    """

  private func gadgetbridge(_ sandbox: Sandbox) async throws -> String {
    let start = 1_794_646_800
    let ending = try await sandbox.shell(
      """
      sqlite3 "$HOME/Gadgetbridge" "CREATE TABLE USER (_id); CREATE TABLE DEVICE (_id INTEGER, NAME TEXT);
      CREATE TABLE MI_BAND_ACTIVITY_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, STEPS INTEGER, HEART_RATE INTEGER);
      INSERT INTO DEVICE VALUES (1, 'Band'); INSERT INTO MI_BAND_ACTIVITY_SAMPLE VALUES (\(start), 1, 300, 90);"
      """)
    #expect(ending.code == 0, "\(ending)")
    return sandbox.file("Gadgetbridge")
  }

  @Test("a file is identified with the rings it can fill, checked without a store, imported and undone")
  func delivery() async throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write(Self.delivery, to: "phone.json")
    let check = try await sandbox.ringtop("import", "--check", file)
    #expect(check.code == 0 && check.errors == "", "\(check)")
    #expect(check.output.contains("read 3, can be stored 2, already there 0, skipped 1"))
    #expect(check.output.contains("  Health Auto Export: Move; no Exercise, no Stand, no goals\n"))
    #expect(check.output.contains("  skipped: 1 badDate, first at data.metrics[1].data[0]\n"))
    #expect(!FileManager.default.fileExists(atPath: sandbox.store))
    let first = try await sandbox.ringtop("import", file)
    #expect(first.code == 0 && first.output.contains("read 3, stored 2, already there 0, skipped 1"), "\(first)")
    #expect(try await sandbox.ringtop("status", "--template", "{move.value}").output == "150\n")
    let again = try await sandbox.ringtop("import", "--json", file)
    let report = try #require(try JSONSerialization.jsonObject(with: Data(again.output.utf8)) as? [String: Any])
    #expect(report["stored"] as? Int == 0 && report["alreadyPresent"] as? Int == 2)
    #expect(report["format"] as? String == "health-auto-export")
    let known = try await sandbox.ringtop("import", "--check", file)
    #expect(known.output.contains("read 3, can be stored 0, already there 2, skipped 1"), "\(known)")
    let rings = try #require(report["rings"] as? [String: Any])
    #expect(rings["move"] as? String == "measured" && rings["stand"] as? String == "none")
    #expect(try await sandbox.ringtop("import", "--undo", "1").output.contains("2 samples were removed"))
    #expect(try await sandbox.ringtop("import", "--list").output == "Nothing has been imported yet.\n")
  }

  @Test("any file is read from standard input and from a pipe, and the copy does not stay")
  func pipes() async throws {
    let sandbox = try Sandbox()
    try sandbox.write(Self.delivery, to: "phone.json")
    _ = try await gadgetbridge(sandbox)
    try sandbox.write("", to: "tmp/.keep")
    let ending = try await sandbox.shell(
      """
      export TMPDIR="$HOME/tmp"; cat "$HOME/phone.json" | "$RINGTOP" import - && "$RINGTOP" import --list &&
      "$RINGTOP" import --check <(cat "$HOME/phone.json") <(cat "$HOME/Gadgetbridge") && ls "$HOME/tmp"
      """)
    #expect(ending.code == 0, "\(ending)")
    let lines = ending.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("standard input: read 3, stored 2, already there 0, skipped 1, in ") == true)
    #expect(lines.contains { $0.hasSuffix("complete  standard input") }, "\(ending.output)")
    #expect(lines.contains { $0.hasPrefix("/dev/fd/") && $0.contains(": read 3, can be stored 0, already there 2") })
    #expect(lines.contains { $0.contains("Gadgetbridge: Exercise (derived), Stand (derived)") }, "\(ending.output)")
    #expect(lines.last?.contains("ringtop-") == false, "\(ending.output)")
    let nothing = try await sandbox.shell("printf hello | \"$RINGTOP\" import -")
    #expect(nothing.code == 65 && nothing.errors.contains("standard input"), "\(nothing)")
  }

  @Test("a damaged or empty file is rejected with 65 in one sentence, and creates no store")
  func refusals() async throws {
    let sandbox = try Sandbox()
    let database = try await gadgetbridge(sandbox)
    let whole = try Data(contentsOf: URL(filePath: database))
    let cut = try sandbox.write(Array(whole.prefix(whole.count - 4_096)), to: "cut.db")
    let malformed = try sandbox.write(String(Self.delivery.dropLast(2)), to: "malformed.json")
    let nothing = try sandbox.write(
      #"{"data": {"metrics": [{"name": "tea_drunk", "units": "cup", "data": [{"date": "x", "qty": 2}]}]}}"#,
      to: "tea.json")
    let lines = try sandbox.write(
      """
      {"type": "stepCount", "value": 1, "unit": "count", "start": "2026-11-14T08:00:00+01:00"}
      {"type": "stepCount", "value": "many", "unit": "count", "start": "2026-11-14T08:00:00+01:00"}

      """, to: "lines.jsonl")
    for (file, words) in [
      (cut, "cut.db cannot be imported (it is damaged"), (malformed, "malformed.json cannot be imported ("),
      (nothing, "tea.json contains nothing that can be stored."), (lines, "Line 2 of "),
    ] {
      for arguments in [["import", "--quiet", file], ["import", "--quiet", "--check", file]] {
        let ending = try await Program.run([Program.ringtop] + arguments, environment: sandbox.environment)
        #expect(ending.code == 65 && ending.output == "", "\(arguments) \(ending)")
        #expect(ending.errors.contains(words) && ending.errors.split(separator: "\n").count == 1, "\(ending.errors)")
      }
    }
    #expect(!FileManager.default.fileExists(atPath: sandbox.store))
  }

  @Test("the drop folder accepts every kind of file, and writes the reason beside a rejected one")
  func dropFolder() async throws {
    let sandbox = try Sandbox()
    try sandbox.write(Self.delivery, to: "inbox/phone.json")
    try sandbox.write(Self.rings, to: "inbox/2026.csv")
    try sandbox.write(
      "{\"type\": \"appleExerciseTime\", \"value\": 9, \"unit\": \"min\", \"start\": \"2026-11-14T08:00:00+01:00\"}\n",
      to: "inbox/own.jsonl")
    let database = try await gadgetbridge(sandbox)
    try FileManager.default.moveItem(atPath: database, toPath: sandbox.file("inbox/Gadgetbridge"))
    try sandbox.write("Date,Move Actual,Move Goal\n2026-11-14,\"5,5\n", to: "inbox/open.csv")
    let ending = try await sandbox.ringtop("watch", "--once", "--inbox", sandbox.file("inbox"))
    #expect(ending.code == 0, "\(ending)")
    func names(_ folder: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: sandbox.file(folder)).filter { !$0.hasPrefix(".") }.sorted()
    }
    #expect(try names("inbox/done") == ["2026.csv", "Gadgetbridge", "own.jsonl", "phone.json"])
    #expect(try names("inbox/failed") == ["open.csv", "open.csv.txt"])
    let reason = try String(contentsOfFile: sandbox.file("inbox/failed/open.csv.txt"), encoding: .utf8)
    #expect(reason == "open.csv cannot be imported (the quote that begins on line 2 is not closed).\n")
    #expect(try names("inbox") == ["done", "failed"])
    let status = try await sandbox.ringtop(
      "status", "--template", "{move.value} {move.goal} {exercise.value} {stand.value}")
    #expect(status.output == "150 500 10 1\n", "\(status)")
    #expect(try await sandbox.ringtop("import", "--list").lines.count == 5)
  }
}
