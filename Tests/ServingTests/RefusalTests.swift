import Foundation
import HealthDatabase
import HealthModel
import Testing

@testable import Serving

@Suite("What a server refuses and whom it tells what")
struct RefusalTests {
  private let sample = #"{"type":"move","value":10,"unit":"kcal","start":1790000000}"#

  private func entries(_ server: LocalServer) throws -> [[String: Any]] {
    let answer = try server.ask("GET", "/v1/deliveries")
    return try #require(JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [[String: Any]])
  }

  @Test("a delivery without a valid token is in the log once, with the reason but not the token")
  func strangers() throws {
    let server = try LocalServer()
    #expect(try server.ask("POST", "/v1/samples", body: sample).status == 200)
    let wrong = "a-wrong-token-of-a-phone"
    for _ in 0..<3 { #expect(try server.ask("POST", "/v1/samples", token: wrong, body: sample).status == 401) }
    #expect(try server.ask("POST", "/v1/health-auto-export", token: nil, body: sample).status == 401)
    // A browser asks without a password first.
    #expect(try server.ask("GET", "/", token: nil).status == 401)
    let log = try entries(server)
    #expect(log.map { $0["feed"] as? String } == ["health-auto-export", "samples", "samples"])
    #expect(log.map { $0["sender"] as? String } == [nil, nil, "owner"])
    #expect((log[0]["problem"] as? String)?.hasPrefix("The request contains no token") == true)
    #expect(log[1]["problem"] as? String == "The token of the request is not valid.")
    #expect(try !server.ask("GET", "/v1/deliveries").body.contains(wrong))
    let page = try server.ask("GET", "/").body
    #expect(page.contains("<td>no valid token</td>") && !page.contains(wrong))
  }

  @Test("of different refusals of one sender each is in the log, but not as many as there are words to send")
  func different() throws {
    let server = try LocalServer()
    #expect(try server.ask("POST", "/v1/samples", body: sample).status == 200)
    for _ in 0..<2 {
      #expect(try server.ask("POST", "/v1/samples", body: #"{"type":"move","value":1,"unit":"kcal"}"#).status == 422)
      #expect(try server.ask("POST", "/v1/samples", body: sample.replacing("kcal", with: "count/min")).status == 422)
    }
    #expect(
      try entries(server).compactMap { $0["problem"] as? String } == [
        "unit does not fit the type.", "start is missing.",
      ])
    for number in 0..<20 {
      let body = "[" + String(repeating: sample + ",", count: number) + "{}]"
      #expect(try server.ask("POST", "/v1/samples", body: body).status == 422)
    }
    #expect(try entries(server).count == 6)
  }

  @Test("attempts without a token do not displace the deliveries of others from the log")
  func displacement() throws {
    let server = try LocalServer()
    #expect(try server.ask("POST", "/v1/samples", body: sample).status == 200)
    let store = try StoreConnection(path: server.store).writing()
    for number in 0..<600 {
      let time = Date(timeIntervalSince1970: 1_790_000_000 + Double(number))
      try store.log(ReceivedDelivery(time: time, sender: ReceivedDelivery.stranger, feed: "samples", problem: "x"))
    }
    #expect(try store.receivedDeliveries().map(\.sender) == [ReceivedDelivery.stranger, ""])
    for _ in 0..<600 { try store.log(ReceivedDelivery(time: Date(), sender: "phone", feed: "samples")) }
    #expect(try store.receivedDeliveries(limit: 1_000).map(\.sender) == Array(repeating: "phone", count: 500))
  }

  @Test("unknown and repeated parameters are refused at every path, and a date beside a range")
  func parameters() throws {
    let server = try LocalServer(assistants: true)
    #expect(try server.ask("POST", "/v1/samples", body: sample).status == 200)
    for path in [
      "/", "/metrics", "/v1/summary", "/v1/days/2026-11-14.svg", "/v1/store", "/v1/deliveries", "/v1/events",
    ] {
      let answer = try server.ask("GET", path + "?limit=3")
      #expect(answer.status == 422 && answer.body.contains(#""field":"limit""#), "\(path)")
    }
    for path in ["/v1/samples", "/v1/export", "/mcp"] {
      #expect(try server.ask("POST", path + "?limit=3", body: "[]").status == 422, "\(path)")
    }
    #expect(try server.ask("GET", "/v1/summary?date=2026-11-14&date=2026-11-15").status == 400)
    #expect(try server.ask("GET", "/v1/summary?date=2026-11-14&from=2026-11-13").status == 422)
    #expect(try server.ask("GET", "/v1/summary?date=2026-11-14&to=2026-11-15").status == 422)
    #expect(try server.ask("GET", "/v1/summary?from=2026-11-13&to=2026-11-14").status == 200)
  }

  @Test("a token for rings does not learn whether a day has Apple's numbers")
  func basis() throws {
    let server = try LocalServer()
    let export = """
      <HealthData locale="en_US"><ExportDate value="2026-03-20 12:00:00 +0000"/>\
      <Record type="HKQuantityTypeIdentifierActiveEnergyBurned" sourceName="W" unit="kcal" \
      startDate="2026-03-10 12:00:00 +0000" endDate="2026-03-10 12:10:00 +0000" value="90"/>\
      <ActivitySummary dateComponents="2026-03-10" activeEnergyBurned="120" activeEnergyBurnedGoal="600" \
      activeEnergyBurnedUnit="kcal" appleMoveTime="0" appleMoveTimeGoal="0" appleExerciseTime="10" \
      appleExerciseTimeGoal="30" appleStandHours="5" appleStandHoursGoal="12"/></HealthData>
      """
    #expect(try server.ask("POST", "/v1/export", body: export).status == 200)
    let friend = try server.tokens.add("kim", .rings)
    for path in ["/v1/summary?date=2026-03-10", "/v1/summary?from=2026-03-10&to=2026-03-11"] {
      let own = try server.ask("GET", path).body
      let shared = try server.ask("GET", path, token: friend).body
      #expect(own.contains(#""basis":"apple""#))
      #expect(shared == own.replacing(#""basis":"apple""#, with: #""basis":"computed""#))
    }
  }

  @Test("the page explains the numbers of today as the command show does")
  func notes() throws {
    let server = try LocalServer()
    let now = #"{"type":"move","value":10,"unit":"kcal","start":\#(Int(Date().timeIntervalSince1970))}"#
    #expect(try server.ask("POST", "/v1/samples", body: now).status == 200)
    let page = try server.ask("GET", "/").body
    #expect(page.contains("Move 10/500* kcal</p>") || page.contains("Move 10/500* kcal, "))
    #expect(page.contains("<p id=\"notes\">* A default, because no goal has been set."))
  }

  @Test("an export that is refused is advised only what can be done about it, and not an option of the command")
  func bomb() throws {
    func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
    let text = Array((#"<HealthData locale="en_US">"# + String(repeating: " ", count: 20_000)).utf8)
    // One block, as it is.
    let packed = [1] + little(text.count, 2) + little(~text.count & 0xFFFF, 2) + text
    let name = Array("export.xml".utf8)
    // The method, the time and the checksum, the sizes, and the lengths of the name and of what follows it.
    let entry = little(8, 2) + little(0, 8) + little(packed.count, 4) + little(100_000_000, 4) + little(name.count, 4)
    let local = little(0x0403_4B50, 4) + little(20, 4) + entry + name + packed
    let directory = little(0x0201_4B50, 4) + little(20, 2) + little(20, 4) + entry + little(0, 14) + name
    let end = little(0x0605_4B50, 4) + little(0, 4) + little(1, 2) + little(1, 2)
    let zip = local + directory + end + little(directory.count, 4) + little(local.count, 4) + little(0, 2)
    let server = try LocalServer()
    #expect(try server.ask("POST", "/v1/samples", body: sample).status == 200)
    let head =
      "POST /v1/export HTTP/1.0\r\nHost: a\r\napi-key: \(LocalServer.token)\r\nContent-Length: \(zip.count)\r\n\r\n"
    #expect(try server.responses(to: Array(head.utf8) + zip).map(\.status) == [422])
    let problem = try #require(try entries(server).first?["problem"] as? String)
    #expect(problem.hasPrefix("The body unpacks to more than 200 times its size"), "\(problem)")
    #expect(problem.contains("imports it at the server") && !problem.contains("; --force"))
  }

  @Test("only the owner is told where a store is that cannot be used")
  func path() throws {
    let server = try LocalServer()
    try "no database, but long enough to be looked at as one".write(
      toFile: server.store, atomically: true, encoding: .utf8)
    let friend = try server.tokens.add("kim", .rings)
    let own = try server.ask("GET", "/v1/summary")
    #expect(own.status == 500 && own.body.contains("health.sqlite"))
    let shared = try server.ask("GET", "/v1/summary", token: friend)
    #expect(shared.status == 500 && !shared.body.contains("health.sqlite"))
    // Not "There is no data yet."
    #expect(try server.ask("GET", "/").status == 500)
  }

  @Test("a long delivery with a mistake at its end stores nothing, and is stored completely without it")
  func long() throws {
    let server = try LocalServer()
    #expect(try server.ask("POST", "/v1/samples", body: sample).status == 200)
    let store = try StoreConnection(path: server.store).reading()
    let before = try store.latestChange()
    let samples = (0..<3_000).map {
      #"{"type":"heartRate","value":60,"unit":"count/min","start":\#(1_790_000_000 + 10 * $0)}"#
    }
    func body(_ more: [String]) -> String { "[" + (samples + more).joined(separator: ",") + "]" }
    func post(_ more: [String], _ status: Int, _ text: String) throws {
      #expect(body(more).utf8.count > HeldDelivery.smallest)
      let answer = try server.ask("POST", "/v1/samples", body: body(more))
      #expect(answer.status == status && answer.body.contains(text), "\(answer)")
    }
    // Found by the reader, and by the store.
    try post([#"{"type":"move","value":1,"unit":"km","start":0}"#], 422, #""field":"[3000].unit""#)
    let name = String(repeating: "x", count: SampleLimits.longestName + 1)
    try post(
      [#"{"type":"move","value":1,"unit":"kcal","start":1790000000,"source":"\#(name)"}"#], 422, "cannot be stored")
    #expect(try store.latestChange() == before)
    try post([], 200, #""stored":3000"#)
    try post([], 200, #""stored":0,"unchanged":3000"#)
    #expect(try entries(server).map { $0["unchanged"] as? Int } == [3_000, 0, 0, 0, 0])
  }
}
