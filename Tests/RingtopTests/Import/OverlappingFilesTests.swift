import Foundation
import TestSupport
import Testing

@Suite("Files that say something of the same time", .serialized, .programs, .timeLimit(.minutes(10)))
struct OverlappingFilesTests {
  /// A file of Health Auto Export with the energy of hours of 12 November.
  private func file(_ hours: [Int: Double], source: String = "Kim's Watch") -> String {
    let rows = hours.sorted { $0.key < $1.key }.map { hour, value in
      let clock = hour < 10 ? "0\(hour)" : "\(hour)"
      return #"{"date":"2026-11-12 \#(clock):00:00 +0100","qty":\#(value),"source":"\#(source)"}"#
    }
    return #"{"data":{"metrics":[{"name":"active_energy","units":"kcal","data":[\#(rows.joined(separator: ","))]}]}}"#
  }

  private func hours(_ range: ClosedRange<Int>, _ changed: [Int: Double] = [:]) -> [Int: Double] {
    Dictionary(uniqueKeysWithValues: range.map { ($0, changed[$0] ?? 10) })
  }

  private func move(_ sandbox: Sandbox) async throws -> String? {
    let summary = try await sandbox.ringtop(
      "summary", "--from", "2026-11-12", "--to", "2026-11-12", "--format", "csv")
    return summary.output.split(whereSeparator: \.isNewline).last?.split(separator: ",").dropFirst().first.map(
      String.init)
  }

  /// A store of its own into which files have been imported.
  private func importing(_ paths: [String]) async throws -> (Sandbox, [Ending]) {
    let sandbox = try Sandbox()
    var endings: [Ending] = []
    for path in paths { endings.append(try await sandbox.ringtop("import", path)) }
    return (sandbox, endings)
  }

  /// Written at 10:30, 22:30 and 23:30, each with everything of the day until then: an hour grows, and one shrinks.
  private var versions: [String] {
    [
      file(hours(6...10, [10: 5])), file(hours(6...22, [10: 55])), file(hours(6...23, [10: 55, 7: 4])),
    ]
  }

  @Test("of files in one folder the one that was written last counts, whatever their names are")
  func folder() async throws {
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
      let folder = try Sandbox()
      for (name, version) in zip(["a", "b", "c"], order) {
        try folder.write(versions[version], to: "hae/\(name).json")
      }
      let (sandbox, endings) = try await importing([folder.file("hae"), folder.file("hae")])
      #expect(try await move(sandbox) == "219", "\(order)")
      #expect(endings[0].output.contains("read 40, stored 18, already there 22"), "\(endings[0])")
      #expect(endings[1].output.contains("stored 0, already there 40"), "\(endings[1])")
      #expect(try await sandbox.sql("SELECT count(*) FROM sample") == "18\n")
      #expect(try await sandbox.ringtop("import", "--undo", "1").code == 0)
      #expect(try await sandbox.sql("SELECT count(*) FROM sample") == "0\n")
    }
  }

  @Test("a file that was written before what is stored replaces none of it, in any order of imports")
  func order() async throws {
    let folder = try Sandbox()
    let paths = try versions.enumerated().map { try folder.write($1, to: "\($0).json") }
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]] {
      let (sandbox, _) = try await importing(order.map { paths[$0] })
      #expect(try await move(sandbox) == "219", "\(order)")
    }
  }

  @Test("totals of phone and watch together contain those of the phone, whichever come first")
  func joint() async throws {
    let folder = try Sandbox()
    let phone = try folder.write(file(hours(6...10), source: "Kim's iPhone"), to: "phone.json")
    let both = try folder.write(
      file(hours(6...10, [6: 30, 7: 30, 8: 8]), source: "Kim's Watch|Kim's iPhone"), to: "both.json")
    for paths in [[phone, both], [both, phone], [both, phone, both], [phone, both, phone]] {
      let (sandbox, _) = try await importing(paths)
      // What is less than the phone's alone was written before it.
      #expect(try await move(sandbox) == "90", "\(paths)")
    }
  }

  @Test("a sample without an identity that two files contain counts once")
  func samples() async throws {
    let sample =
      #"{"type":"move","value":50,"unit":"kcal","source":"Bike","start":"2026-11-12T10:00:00Z","end":"2026-11-12T11:00:00Z"}"#
    let folder = try Sandbox()
    for name in ["a", "b"] { try folder.write("[\(sample)]", to: "posts/\(name).json") }
    let (sandbox, _) = try await importing([folder.file("posts")])
    #expect(try await move(sandbox) == "50")
  }
}
