import Foundation
import TestSupport
import Testing

@testable import Watching

@Suite("ringtop watch: the drop folder", .serialized, .programs, .timeLimit(.minutes(12)))
struct InboxTests {
  private func names(_ folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }

  private func watching(_ sandbox: Sandbox, body: (RunningProgram) async throws -> Void) async throws {
    let command = [
      "bash", "-c", "exec \"$@\" 2>>\"$HOME/errors.txt\"", "bash", Program.ringtop, "watch", "--inbox",
      sandbox.file("inbox"),
    ]
    try await Program.runBeside(command, environment: sandbox.environment, outputPath: sandbox.file("out.txt")) {
      program in
      try await body(program)
      program.send(SIGTERM)
      try await eventually("its end") { program.hasEnded }
    }
  }

  private func errors(_ sandbox: Sandbox) -> String {
    (try? String(contentsOfFile: sandbox.file("errors.txt"), encoding: .utf8)) ?? ""
  }

  @Test("a file is imported once it is complete, even if it is still being written at first")
  func grows() async throws {
    let sandbox = try Sandbox()
    let inbox = sandbox.file("inbox")
    try FileManager.default.createDirectory(atPath: inbox, withIntermediateDirectories: true)
    let zip = ExportFixture(days: 5).zip
    let bytes = Array(zip)
    try await watching(sandbox) { _ in
      try sandbox.write(Array(bytes.prefix(bytes.count / 2)), to: "inbox/export.zip")
      // A sync program's temporary file is ignored, whatever its content.
      try sandbox.write(bytes, to: "inbox/.syncthing.other.zip.tmp")
      try sandbox.write("<HealthData></HealthData>", to: "inbox/whole.xml")
      try await eventually("the other file", state: { errors(sandbox) }) { names(inbox + "/failed").count == 2 }
      #expect(names(inbox) == ["export.zip", "failed"])
      try sandbox.write(bytes, to: "inbox/export.zip")
      try await eventually("the import", state: { errors(sandbox) }) { names(inbox + "/done") == ["export.zip"] }
      #expect(try await sandbox.ringtop("status", "--template", "{move.value}").output == "320\n")
      // Again, with the same name: nothing changes, and nothing is lost.
      try sandbox.write(bytes, to: "inbox/export.zip")
      try await eventually("the second", state: { errors(sandbox) }) { names(inbox + "/done").count == 2 }
      #expect(names(inbox + "/done") == ["export-2.zip", "export.zip"])
    }
    #expect(try await sandbox.ringtop("import", "--list").lines.count == 2)
    #expect(names(inbox + "/.importing") == [])
  }

  @Test("a route of another program is imported, and listed by its name alone")
  func route() async throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      """
      <?xml version="1.0"?>
      <gpx version="1.1" creator="other"><trk><type>running</type><trkseg>
      <trkpt lat="52.5" lon="13.4"><time>2026-11-14T08:00:00Z</time></trkpt>
      <trkpt lat="52.51" lon="13.4"><time>2026-11-14T08:10:00Z</time></trkpt>
      </trkseg></trk></gpx>

      """, to: "inbox/run.gpx")
    let ending = try await sandbox.ringtop("watch", "--once", "--inbox", sandbox.file("inbox"))
    #expect(ending.code == 0 && ending.errors == "", "\(ending)")
    #expect(names(sandbox.file("inbox/done")) == ["run.gpx"])
    let list = try await sandbox.ringtop("import", "--list")
    #expect(list.output.contains("/inbox/run.gpx") && !list.output.contains(".importing"), "\(list)")
  }

  @Test("an invalid file is moved, with the reason beside it, and links are not followed")
  func failures() async throws {
    let sandbox = try Sandbox()
    let inbox = sandbox.file("inbox")
    try sandbox.write("day,move\n1,2\n", to: "inbox/notes.csv")
    try sandbox.write("PK\u{3}\u{4}broken", to: "inbox/broken.zip")
    let outside = try sandbox.write(Array(ExportFixture(days: 3).zip), to: "outside.zip")
    try FileManager.default.createSymbolicLink(atPath: inbox + "/link.zip", withDestinationPath: outside)
    let ending = try await sandbox.ringtop("watch", "--once", "--inbox", inbox)
    #expect(ending.code == 0)
    #expect(names(inbox + "/failed") == ["notes.csv", "notes.csv.txt"])
    let reason = try String(contentsOfFile: inbox + "/failed/notes.csv.txt", encoding: .utf8)
    #expect(reason.hasPrefix("notes.csv ") && reason.split(separator: "\n").count == 1, "\(reason)")
    // The rest of it may still arrive.
    #expect(names(inbox) == ["broken.zip", "failed", "link.zip"])
    #expect(ending.errors.contains("link.zip is a symbolic link, which is not followed."))
    #expect(!FileManager.default.fileExists(atPath: sandbox.store))
  }

  @Test("watch waits for a removed folder to return, and imports what a killed run has left")
  func vanishes() async throws {
    let sandbox = try Sandbox()
    let inbox = sandbox.file("inbox")
    try sandbox.write(Array(ExportFixture(days: 3).zip), to: "inbox/.importing/left.zip")
    try await watching(sandbox) { _ in
      try await eventually("what was left", state: { errors(sandbox) }) { names(inbox + "/done") == ["left.zip"] }
      let second = try await sandbox.ringtop("watch", "--once", "--inbox", inbox)
      #expect(second.code == 1 && second.errors.contains("Another program already imports from"), "\(second)")
      try FileManager.default.removeItem(atPath: inbox)
      try await eventually("a sentence") { errors(sandbox).contains("There is no folder \(inbox) yet") }
      let more = ExportFixture(lastDay: "2026-11-13", days: 3)
      try sandbox.write(Array(more.zip), to: "inbox/more.zip")
      try await eventually("the next", state: { errors(sandbox) }) { names(inbox + "/done") == ["more.zip"] }
    }
  }

  @Test("if the store cannot be written to, the file is kept and tried again")
  func readOnlyStore() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("no store", to: "data/health.sqlite")
    let inbox = sandbox.file("inbox")
    try FileManager.default.createDirectory(atPath: sandbox.file("disk"), withIntermediateDirectories: true)
    sandbox.store = sandbox.file("disk")
    try sandbox.write(Array(ExportFixture(days: 3).zip), to: "inbox/export.zip")
    let ending = try await sandbox.ringtop("watch", "--once", "--inbox", inbox)
    #expect(ending.code == 0 && ending.errors.contains("export.zip will be tried again in a minute."), "\(ending)")
    #expect(names(inbox) == ["export.zip"])
  }

  @Test("incomplete zip, XML, JSON, database and FIT files are detected at every length")
  func completeness() throws {
    let sandbox = try Sandbox()
    func check(_ bytes: [UInt8], _ name: String, cuts: [Int]) throws {
      #expect(FileCompleteness(path: try sandbox.write(bytes, to: name)) == .complete, "\(name)")
      for cut in cuts {
        #expect(
          FileCompleteness(path: try sandbox.write(Array(bytes.prefix(cut)), to: name)) == .truncated, "\(name) \(cut)")
      }
    }
    let zip = Array(ExportFixture(days: 2).zip)
    try check(zip, "a.zip", cuts: Array(stride(from: 4, to: zip.count, by: max(1, zip.count / 97))) + [zip.count - 1])
    let json = Array("{\"data\": {\"metrics\": [{\"name\": \"x\"}]}}".utf8)
    try check(json, "a.json", cuts: Array(1..<json.count))
    try check(Array("{\"a\": 1}\n{\"a\": 2}\n".utf8), "a.jsonl", cuts: [3, 12, 15])
    let xml = Array(ExportFixture(days: 2).xml.utf8)
    try check(xml, "a.xml", cuts: Array(stride(from: 1, to: xml.count - 20, by: xml.count / 50)))
    for root in ["gpx", "TrainingCenterDatabase", "gpx:gpx", "kml"] {
      let text = "<?xml version=\"1.0\"?>\n<\(root)><a></a></\(root)>\n"
      try check(Array(text.utf8), "a.xml", cuts: Array(1..<text.utf8.count - 1))
    }
    // Two pages of 4,096 bytes, according to the header that was written with the last change.
    var database = Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 8_192 - 16)
    for (offset, byte) in [(16, 0x10), (27, 7), (31, 2), (95, 7)] as [(Int, UInt8)] { database[offset] = byte }
    try check(database, "a.db", cuts: [16, 99, 100, 4_096, 8_191])
    let fit = [14, 32, 0, 0, 40, 0, 0, 0] + Array(".FIT".utf8) + [UInt8](repeating: 0, count: 44)
    try check(fit, "a.fit", cuts: [12, 20, 55])
    #expect(FileCompleteness(path: try sandbox.write("Date,Move\n", to: "a.csv")) == .unknown)
    #expect(FileCompleteness(path: try sandbox.write("", to: "empty")) == .truncated)
  }
}
