import Foundation
import TestSupport
import Testing

@Suite("ringtop serve under load", .serialized, .programs, .timeLimit(.minutes(12)))
struct ServeLoadTests {
  /// The number of requests; `RINGTOP_REQUESTS` sets it for a long run.
  private static let requests = ProcessInfo.processInfo.environment["RINGTOP_REQUESTS"].flatMap { Int($0) } ?? 240

  private enum Kind: CaseIterable {
    case good, again, sample, malformed, wrongField, truncated, unauthenticated, unknown, wrongMethod, tooLarge, garbage
    case hugeHead, slow, chunked, summary, picture, closed
  }

  private func payload(hour: Int, value: Int) -> String {
    #"{"data":{"metrics":[{"name":"active_energy","units":"kcal","data":[{"date":"2026-11-14 \#(hour < 10 ? "0" : "")\#(hour):00:00 +0100","qty":\#(value),"source":"Kim’s Apple Watch"}]}]}}"#
  }

  private func exerciseBody(_ minutes: Int) -> String {
    #"{"type":"exercise","value":\#(minutes),"unit":"min","start":"2026-11-14T12:00:00+01:00","end":"2026-11-14T12:50:00+01:00","id":"a"}"#
  }

  @Test(
    "replies correctly to valid, invalid, truncated, huge and unknown requests, and keeps the store intact",
    .timeLimit(.minutes(12)))
  func random() async throws {
    let sandbox = try Sandbox()
    try await sandbox.serving("--timeout", "2") { client, program in
      var generator = SplitMix(seed: 0x5E4E)
      var hours: [Int: Int] = [:]
      var exercise = 0
      var early = 0
      let headers = ["automation-aggregation": "Hours"]
      // Connections with an unfinished request, the oldest first.
      var slow: [Int32] = []
      defer { for descriptor in slow { close(descriptor) } }
      for index in 0..<Self.requests {
        if index == Self.requests / 4 { early = try memory(of: program.identifier) }
        switch Kind.allCases.randomElement(using: &generator) ?? .good {
        case .good:
          let hour = Int.random(in: 0...22, using: &generator)
          let value = Int.random(in: 0...99, using: &generator)
          #expect(
            try client.post("/v1/health-auto-export", payload(hour: hour, value: value), headers: headers).status == 200
          )
          // A smaller total of an hour that is not over may be late.
          hours[hour] = max(value, hours[hour] ?? 0)
        case .again:
          guard let hour = hours.keys.min(), let value = hours[hour] else { continue }
          let answer = try client.post("/v1/health-auto-export", payload(hour: hour, value: value), headers: headers)
          #expect(answer.number("unchanged") == 1)
        case .sample:
          let minutes = Int.random(in: 1...9, using: &generator)
          #expect(try client.post("/v1/samples", exerciseBody(minutes)).status == 200)
          exercise = minutes
        case .malformed:
          // Valid ones before it are not stored either.
          let body = payload(hour: 3, value: 55_555).dropLast(4)
          #expect(try client.post("/v1/health-auto-export", String(body)).status == 422)
        case .wrongField:
          let good = #"{"type":"move","value":5000,"unit":"kcal","start":"2026-11-14T12:00:00+01:00"}"#
          #expect(try client.post("/v1/samples", "[\(good),{\"type\":\"move\"}]").text("field") == "[1].start")
        case .truncated:
          let descriptor = try client.connect()
          HTTPClient.send(
            Array(
              (client.head("POST", "/v1/health-auto-export", length: 1 << 20) + payload(hour: 1, value: 77_777)).utf8),
            to: descriptor)
          shutdown(descriptor, Int32(SHUT_WR))
          #expect(HTTPClient.receive(from: descriptor)?.status == 400)
          close(descriptor)
        case .unauthenticated:
          let answer = try client.post(
            "/v1/samples", "[]",
            headers: ["api-key": String(Sandbox.token.dropLast(Int.random(in: 1...20, using: &generator)))])
          #expect(answer.status == 401)
        case .unknown: #expect(try client.get("/v1/\(Int.random(in: 0...9, using: &generator))").status == 404)
        case .wrongMethod: #expect(try client.raw(client.head("DELETE", "/v1/samples"))?.status == 405)
        case .tooLarge: #expect(try client.raw(client.head("POST", "/v1/samples", length: Int.max))?.status == 413)
        case .garbage:
          let bytes = (0..<200).map { _ in UInt8.random(in: 0...255, using: &generator) } + Array("\r\n\r\n".utf8)
          #expect(try client.raw(bytes)?.status == 400)
        case .hugeHead:
          let answer = try client.raw("GET / HTTP/1.1\r\nX: " + String(repeating: "y", count: 100_000))
          #expect(answer?.status == 431)
        case .slow:
          let descriptor = try client.connect()
          HTTPClient.send(Array(client.head("POST", "/v1/samples", length: 1_000).utf8) + [0x5B], to: descriptor)
          slow.append(descriptor)
          guard slow.count > 12 else { continue }
          let oldest = slow.removeFirst()
          #expect(HTTPClient.receive(from: oldest)?.status == 408)
          close(oldest)
        case .chunked:
          let body = "8\r\n[       \r\n1\r\n]\r\n0\r\n\r\n"
          let answer = try client.raw(
            client.head("POST", "/v1/samples", headers: ["Transfer-Encoding": "chunked"]) + body)
          #expect(answer?.number("received") == 0)
        case .summary:
          let status = try client.get("/v1/summary").status
          #expect(status == 200 || (status == 404 && hours.isEmpty && exercise == 0))
        case .picture:
          let status = try client.get("/v1/days/2026-11-14.svg").status
          #expect(status == 200 || (status == 404 && hours.isEmpty && exercise == 0))
        case .closed:
          let descriptor = try client.connect()
          HTTPClient.send(Array("POST /v1/samp".utf8), to: descriptor)
          close(descriptor)
        }
      }
      for descriptor in slow { #expect(HTTPClient.receive(from: descriptor)?.status == 408) }
      let late = try memory(of: program.identifier)
      print("\(Self.requests) requests: \(early) kB after a quarter of them, \(late) kB after all")
      #expect(late < early + 24_000, "\(early) kB, then \(late) kB")
      let move = hours.values.reduce(0, +)
      let summary = try client.get("/v1/summary").body
      #expect(summary.contains(#""move":{"goal":500,"goalIsDefault":true,"unit":"kcal","value":\#(move)}"#))
      #expect(summary.contains(#""exercise":{"goal":30,"goalIsDefault":true,"unit":"min","value":\#(exercise)}"#))
    }
    let doctor = try await sandbox.ringtop("doctor")
    #expect(doctor.code == 0, "\(doctor.output)")
  }

  @Test(
    "accepts a body of many samples in little memory, and tells excess clients to retry later")
  func large() async throws {
    let sandbox = try Sandbox()
    try await sandbox.serving("--timeout", "5") { client, program in
      let small = try memory(of: program.identifier)
      let rows = (0..<20_000).map { index in
        #"{"type":"heartRate","value":\#(60 + index % 40),"unit":"count/min","start":\#(1_794_000_000 + index * 5),"source":"W"}"#
      }
      let answer = try client.post("/v1/samples", "[" + rows.joined(separator: ",") + "]")
      #expect(answer.number("stored") == rows.count)
      let large = try memory(of: program.identifier)
      #expect(large < small + 60_000, "\(small) kB, then \(large) kB")
      // Silent clients with a token occupy all connections until they time out.
      let silent = try (0..<64).map { _ in
        let descriptor = try client.connect()
        HTTPClient.send(Array(client.head("GET", "/nowhere").utf8), to: descriptor)
        #expect(HTTPClient.receive(from: descriptor)?.status == 404)
        return descriptor
      }
      defer { for descriptor in silent { close(descriptor) } }
      try await eventually("a client too many") {
        guard let answer = try client.raw(client.head("GET", "/healthz")) else { return false }
        return answer.status == 503 && answer.headers["retry-after"] != nil
      }
      try await eventually("a place") { try client.raw(client.head("GET", "/healthz"))?.status == 200 }
    }
    #expect(try await sandbox.ringtop("doctor").code == 0)
  }

  @Test("a post updates the ring of an open dashboard, and a hook runs once when the ring closes")
  func dashboard() async throws {
    let sandbox = try Sandbox()
    let notes = sandbox.file("notes.txt")
    try sandbox.write(
      "[[hook]]\non = \"ring-closed\"\nshell = 'echo $RINGTOP_RING >>\(notes)'\n", to: ".config/ringtop/config.toml")
    func told() -> String { (try? String(contentsOfFile: notes, encoding: .utf8)) ?? "" }
    try await sandbox.serving { client, _ in
      #expect(try client.post("/v1/health-auto-export", payload(hour: 9, value: 120)).status == 200)
      try await TmuxScreen.dashboard(sandbox, columns: 76, rows: 23, showing: "120 / 500") { screen in
        let before = try await screen.text
        #expect(try client.post("/v1/health-auto-export", payload(hour: 10, value: 300)).status == 200)
        try await screen.wait(for: "420 / 500")
        #expect(try await screen.text != before)
        try await Program.runBeside(
          [Program.ringtop, "watch"], environment: sandbox.environment, outputPath: sandbox.file("watch.txt")
        ) { watch in
          for hour in 11...14 {
            #expect(try client.post("/v1/health-auto-export", payload(hour: hour, value: 50)).status == 200)
            try await screen.wait(for: "\(420 + 50 * (hour - 10)) / 500")
          }
          try await eventually("the hook") { told() == "move\n" }
          #expect(try client.post("/v1/samples", exerciseBody(30)).status == 200)
          try await eventually("the next one") { told().hasSuffix("exercise\n") }
          watch.send(SIGTERM)
          try await eventually("its end") { watch.hasEnded }
        }
        #expect(told() == "move\nexercise\n")
      }
    }
  }
}
