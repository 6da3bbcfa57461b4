import Foundation
import TestSupport
import Testing

@Suite("Counts in sentences", .serialized, .programs, .timeLimit(.minutes(10)))
struct CountTests {
  @Test(
    "have the user's separators, whichever command prints them",
    arguments: [("1,234.5", "12,345"), ("1.234,5", "12.345"), ("1234.5", "12345")])
  func separators(format: String, count: String) async throws {
    let sandbox = try Sandbox()
    try sandbox.write("numbers = \"\(format)\"\n", to: ".config/ringtop/config.toml")
    let instant = "2026-11-13T08:00:00Z"
    let line =
      "{\"type\": \"stepCount\", \"unit\": \"count\", \"start\": \"\(instant)\", \"end\": \"\(instant)\", \"value\": VALUE, "
      + "\"source\": \"Test\"}\n"
    let lines = (1...12_345).map { line.replacingOccurrences(of: "VALUE", with: String($0)) }
    let file = try sandbox.write(lines.joined(), to: "steps.jsonl")
    let added = try await sandbox.ringtop("add", "--json-lines", file)
    #expect(added.output.contains("stored \(count),"), "\(added)")
    for (words, sentence) in [
      (["doctor"], "is sound: \(count) samples"),
      (["import", "--list"], " \(count) "),
      (["export", "-o", sandbox.file("steps.csv")], "Wrote \(count) samples"),
      (["delete", "steps", "--count"], "\(count) samples."),
      (["import", "--undo", "1"], "\(count) samples were removed."),
    ] {
      let ending = try await sandbox.ringtop(words: words)
      #expect(ending.code == 0 && ending.output.contains(sentence), "\(words): \(ending)")
    }
  }
}
