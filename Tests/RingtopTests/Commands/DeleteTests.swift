import TestSupport
import Testing

@Suite("delete", .serialized, .programs, .timeLimit(.minutes(5)))
struct DeleteTests {
  @Test("names the feeds of the store if there is nothing of the one that was asked for")
  func feeds() async throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write(
      #"[{"type":"move","value":10,"unit":"kcal","start":"2026-11-14T12:00:00Z","end":"2026-11-14T12:10:00Z"}]"#,
      to: "row.json")
    #expect(try await sandbox.ringtop("import", "--quiet", file).code == 0)
    func delete(_ feed: String) async throws -> String {
      try await sandbox.ringtop("delete", "all", "--feed", feed, "--yes").output
    }
    #expect(try await delete("tcx") == "There is nothing to delete. Feeds of this store: samples.\n")
    #expect(try await delete("samples") == "Deleted 1 sample.\n")
    #expect(try await delete("samples") == "There is nothing to delete.\n")
  }
}
