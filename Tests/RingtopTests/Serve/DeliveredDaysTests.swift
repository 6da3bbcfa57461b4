import Foundation
import TestSupport
import Testing

/// Days, hours and sleep stages delivered by a phone, across clock changes and with odd UTC offsets.
@Suite("ringtop serve: delivered days", .serialized, .programs, .timeLimit(.minutes(10)))
struct DeliveredDaysTests {
  private func energy(_ days: [(String, Double)]) -> String {
    let rows = days.map { #"{"date":"\#($0.0)","qty":\#($0.1),"source":"Watch"}"# }
    return #"{"data":{"metrics":[{"name":"active_energy","units":"kcal","data":[\#(rows.joined(separator: ","))]}]}}"#
  }

  private func moves(_ client: HTTPClient, from: String, to: String) throws -> [Double] {
    let body = try client.get("/v1/summary?from=\(from)&to=\(to)").body
    let days = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [[String: Any]] ?? []
    return days.compactMap { ($0["move"] as? [String: Any])?["value"] as? Double }.map {
      ($0 * 1_000).rounded() / 1_000
    }
  }

  @Test("the days around a clock change keep all their sums, sent together or one after another")
  func changesOfTheClock() async throws {
    let spring = [
      ("2026-03-28 00:00:00 +0100", 480.0), ("2026-03-29 00:00:00 +0100", 230), ("2026-03-30 00:00:00 +0200", 240),
    ]
    let autumn = [
      ("2026-10-24 00:00:00 +0200", 480.0), ("2026-10-25 00:00:00 +0200", 250), ("2026-10-26 00:00:00 +0100", 240),
    ]
    for isTogether in [true, false] {
      let sandbox = try Sandbox()
      try await sandbox.serving { client, _ in
        for days in [spring, autumn] {
          for part in isTogether ? [days] : days.map({ [$0] }) {
            let answer = try client.post(
              "/v1/health-auto-export", energy(part), headers: ["automation-aggregation": "Days"])
            #expect(answer.number("stored") == part.count && answer.number("replaced") == 0, "\(answer)")
          }
        }
        #expect(try moves(client, from: "2026-03-28", to: "2026-03-30") == [480, 230, 240])
        #expect(try moves(client, from: "2026-10-24", to: "2026-10-26") == [480, 250, 240])
      }
      #expect(try await sandbox.ringtop("doctor").code == 0)
    }
  }

  @Test("sleep stages that are sent again replace the ones they overlap")
  func sleepStages() async throws {
    let sandbox = try Sandbox()
    func stage(_ value: String, _ start: String, _ end: String) -> String {
      #"{"type":"sleepAnalysis","value":"\#(value)","start":"2026-11-14T\#(start):00+01:00","end":"2026-11-14T\#(end):00+01:00","source":"Watch"}"#
    }
    try await sandbox.serving { client, _ in
      let night = [
        stage("inBed", "01:00", "07:00"), stage("asleepCore", "01:00", "04:00"), stage("asleepDeep", "04:00", "07:00"),
      ]
      #expect(try client.post("/v1/samples", "[\(night.joined(separator: ","))]").number("stored") == 3)
      let again = [stage("asleepREM", "01:00", "05:00"), stage("awake", "05:00", "07:00")]
      let answer = try client.post("/v1/samples", "[\(again.joined(separator: ","))]")
      #expect(answer.number("stored") == 2 && answer.number("replaced") == 2, "\(answer)")
      let wrong = try client.post("/v1/samples", #"{"type":"move","value":"x","unit":"kcal","start":0}"#)
      #expect(wrong.status == 422 && wrong.body.contains("value is not a number"), "\(wrong)")
    }
    let sleep = try await sandbox.ringtop("sql", "--csv", "select stage, seconds from sleep order by start, seconds")
    #expect(
      sleep.output.replacing("\r", with: "")
        == "stage,seconds\nasleepREM,14400.0\ninBed,21600.0\nawake,7200.0\n", "\(sleep)")
  }
}
