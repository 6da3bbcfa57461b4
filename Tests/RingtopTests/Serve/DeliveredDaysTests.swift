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

  @Test("hours that follow a day's sum are parts of it, until a delivery has all of the day")
  func hoursOfDays() async throws {
    let sandbox = try Sandbox()
    let hours = (10...12).map { ("2026-11-12 \($0):00:00 +0100", 30.0) }
    try await sandbox.serving { client, _ in
      func post(_ rows: [(String, Double)], _ aggregation: String, period: String = "Since Last Sync") throws -> Double?
      {
        let headers = ["automation-aggregation": aggregation, "automation-period": period]
        #expect(try client.post("/v1/health-auto-export", energy(rows), headers: headers).status == 200)
        return try moves(client, from: "2026-11-12", to: "2026-11-12").first
      }
      let day = try post([("2026-11-12 00:00:00 +0100", 300)], "Days")
      #expect(day == 300)
      #expect(try post(hours, "Hours") == 300)
      #expect(try post([("2026-11-12 12:00:00 +0100", 50), ("2026-11-12 13:00:00 +0100", 5)], "Hours") == 300)
      #expect(try post([("2026-11-12 00:00:00 +0100", 290)], "Days") == 300)
      #expect(try post([("2026-11-12 00:00:00 +0100", 400)], "Days") == 400)
      #expect(try post(hours, "Hours", period: "Today") == 90)
    }
    #expect(try await sandbox.ringtop("doctor").code == 0)
  }

  @Test("a table that the app posts is stored, and one that is sent as JSON is refused with advice")
  func tables() async throws {
    let sandbox = try Sandbox()
    let table = "Date/Time,Active Energy (kcal),Step Count (count)\n2026-11-12 00:00:00,400,7000\n"
    try await sandbox.serving { client, _ in
      func post(_ body: String, _ type: String) throws -> HTTPClient.Answer {
        try client.post(
          "/v1/health-auto-export", body, headers: ["automation-aggregation": "Days", "content-type": type])
      }
      let stored = try post(table, "text/csv; charset=utf-8")
      #expect(stored.status == 200 && stored.number("stored") == 2, "\(stored)")
      #expect(try post(table, "text/csv").number("unchanged") == 2)
      #expect(try moves(client, from: "2026-11-12", to: "2026-11-12") == [400])
      let json = try post(table, "application/json")
      #expect(json.status == 422 && json.body.contains("choose JSON"), "\(json)")
      let other = try post("a,b\n1,2\n", "text/csv")
      #expect(other.status == 422 && other.body.contains("neither JSON nor a table"), "\(other)")
    }
  }

  @Test("samples of a type that is in no catalog can be asked for as soon as they are posted")
  func unlisted() async throws {
    let sandbox = try Sandbox()
    try await sandbox.serving { client, _ in
      let posted = try client.post(
        "/v1/samples", #"{"type":"aura","value":3,"unit":"glows","start":"2026-11-12T18:00:00+01:00"}"#)
      #expect(posted.number("stored") == 1, "\(posted)")
      #expect(try client.post("/v1/samples", #"{"type":"hartRate","value":3,"start":0}"#).status == 422)
    }
    let found = try await sandbox.ringtop("query", "aura", "--from", "2026-11-12", "--to", "2026-11-12")
    #expect(found.output.contains("3") && found.output.contains("glows"), "\(found)")
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
