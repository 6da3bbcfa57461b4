import Foundation
import TestSupport
import Testing

@Suite("A status line and the machine's time zone", .serialized, .programs, .timeLimit(.minutes(10)))
struct StatusZoneTests {
  /// The built program, and a static one if `RINGTOP_STATIC` names it.
  static let programs =
    [Program.ringtop] + (ProcessInfo.processInfo.environment["RINGTOP_STATIC"].map { [$0] } ?? [])

  private func date(_ ending: Ending) throws -> String? {
    let object = try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any]
    return object?["date"] as? String
  }

  @Test("the day is the user's, whatever TZ is set to", arguments: programs)
  func machine(_ program: String) async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 2))
    for zone in ["UTC", "Asia/Tokyo", "Pacific/Honolulu", "Nowhere/Land", ":/nonexistent", ""] {
      for (clock, day) in [("2026-11-14T22:59:30Z", "2026-11-14"), ("2026-11-14T23:00:00Z", "2026-11-15")] {
        let environment = sandbox.environment.merging(["TZ": zone, "RINGTOP_CLOCK": clock]) { $1 }
        let ending = try await Program.run([program, "status", "--format", "json"], environment: environment)
        #expect(ending.code == 0 && ending.errors == "")
        #expect(try date(ending) == day, "TZ=\(zone) at \(clock)")
      }
    }
  }

  @Test("the program contains the time zone rules, so a machine without tzdata has the same days", arguments: programs)
  func withoutZoneData(_ program: String) async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 2))
    let hide = "mount -t tmpfs none /usr/share/zoneinfo"
    // Requires permission to create a namespace, which not every machine grants.
    guard try await sandbox.shell("unshare -rm sh -c '\(hide)'").code == 0 else { return }
    let environment = [
      "PROGRAM": program, "TZ": "Asia/Tokyo", "RINGTOP_CLOCK": "2026-11-14T23:00:00Z",
    ]
    let ending = try await sandbox.shell(
      "unshare -rm sh -c '\(hide); \"$PROGRAM\" status --format json'", environment: environment)
    #expect(ending.code == 0 && ending.errors == "")
    #expect(try date(ending) == "2026-11-15")
    // Without a store the machine's time zone determines the day, and there the 14th is over.
    let demo = try await sandbox.shell(
      "unshare -rm sh -c '\(hide); \"$PROGRAM\" show --demo --format plain'",
      environment: environment.merging(["RINGTOP_CLOCK": "2026-11-14T15:00:00Z"]) { $1 })
    #expect(demo.lines.first?.contains("14 November 2026 (yesterday)") ?? false, "\(demo.lines.first ?? "")")
  }
}
