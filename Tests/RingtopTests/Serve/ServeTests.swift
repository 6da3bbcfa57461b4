import Foundation
import TestSupport
import Testing

@testable import Serving

@Suite("ringtop serve", .serialized, .programs, .timeLimit(.minutes(12)))
struct ServeTests {
  private let energy =
    #"{"data":{"metrics":[{"name":"active_energy","units":"kJ","data":[{"date":"2026-11-14 10:00:00 +0100","qty":418.4,"source":"Kim’s Apple Watch"},{"date":"2026-11-14 11:00:00 +0100","qty":209.2,"source":"Kim’s Apple Watch"}]}]}}"#

  @Test("stores data posted by a phone once, and returns it in every format")
  func delivery() async throws {
    let sandbox = try Sandbox()
    try await sandbox.serving { client, _ in
      #expect(try client.get("/v1/summary").status == 404)
      let first = try client.post("/v1/health-auto-export", energy)
      #expect(first.status == 200)
      #expect(first.number("stored") == 2 && first.number("received") == 2)
      let second = try client.post("/v1/health-auto-export", energy)
      #expect(second.number("unchanged") == 2 && second.number("stored") == 0)
      let grown = try client.post(
        "/v1/health-auto-export", energy.replacingOccurrences(of: "209.2", with: "418.4"),
        headers: ["automation-aggregation": "Hours"])
      #expect(grown.number("replaced") == 1 && grown.number("stored") == 1)
      let summary = try client.get("/v1/summary")
      #expect(summary.headers["content-type"] == "application/json")
      #expect(summary.body.contains(#""move":{"goal":500,"goalIsDefault":true,"unit":"kcal","value":200}"#))
      #expect(try client.get("/v1/summary?from=2026-11-13&to=2026-11-14").body.split(separator: "\n").count == 4)
      let picture = try client.get("/v1/days/2026-11-14.svg")
      #expect(picture.headers["content-type"]?.hasPrefix("image/svg+xml") == true && picture.body.contains("200/500"))
      #expect(try client.get("/v1/days/2026-11-14.svg?theme=pink").status == 422)
      #expect(try client.get("/v1/days/2026-11-14.svg?theme=light&view=rings").status == 200)
      let sample =
        #"{"type":"exercise","value":10,"unit":"min","start":"2026-11-14T12:00:00+01:00","end":"2026-11-14T12:10:00+01:00","id":"walk-1"}"#
      #expect(try client.post("/v1/samples", sample, headers: ["api-key": Sandbox.token]).number("stored") == 1)
      #expect(try client.post("/v1/samples", sample).number("unchanged") == 1)
      let metrics = try client.get("/metrics").body
      #expect(metrics.contains("ringtop_requests_total{route=\"/v1/health-auto-export\",status=\"200\"} 3"))
      #expect(metrics.contains("ringtop_records_total{outcome=\"stored\"} 4"))
      #expect(metrics.contains("ringtop_ring_value{ring=\"move\",unit=\"kcal\"} 200.0"))
      #expect(metrics.contains("ringtop_ring_goal{ring=\"exercise\",unit=\"min\"} 30.0"))
    }
    let shown = try await sandbox.ringtop("show", "--format", "plain")
    #expect(shown.output.contains("200/500") && shown.output.contains("10/30"))
    #expect(try await sandbox.ringtop("doctor").code == 0)
  }

  @Test("ends at once on a signal, in spite of idle connections, and leaves no folder", arguments: [SIGINT, SIGTERM])
  func ending(signal: Int32) async throws {
    let sandbox = try Sandbox()
    let folder = sandbox.file("temporary")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    sandbox.environment["TMPDIR"] = folder
    try await sandbox.serving { client, program in
      let idle = try client.connect()
      defer { close(idle) }
      #expect(try client.get("/metrics").status == 200)
      let start = ContinuousClock.now
      program.send(signal)
      try await eventually("the server to end") { program.hasEnded }
      // An unfinished request is awaited for 3 s.
      #expect(start.duration(to: .now) < .seconds(3))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }

  @Test("a hangup makes it read the token, which may be a link, and the configuration again")
  func hangup() async throws {
    let sandbox = try Sandbox()
    let real = try sandbox.write("first-token-0123456789\n", to: "secrets/token")
    chmod(real, 0o600)
    try sandbox.write("week_start = \"monday\"\n", to: ".config/ringtop/config.toml")
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.file(".config/ringtop/token"), withDestinationPath: real)
    try await sandbox.serving(hasToken: false) { client, program in
      let first = HTTPClient(port: client.port, token: "first-token-0123456789")
      #expect(try first.post("/v1/health-auto-export", energy).status == 200)
      func days() throws -> String { try first.get("/v1/summary").body }
      let before = try days()
      try sandbox.write("week_start = \"sunday\"\n", to: ".config/ringtop/config.toml")
      program.send(SIGHUP)
      try await eventually("the configuration") { try days() != before }
      try sandbox.write("second-token-0123456789\n", to: "secrets/token")
      program.send(SIGHUP)
      let second = HTTPClient(port: client.port, token: "second-token-0123456789")
      try await eventually("the token") { try second.get("/v1/summary").status == 200 }
      #expect(try first.get("/v1/summary").status == 401)
      // A token that cannot be used does not replace the last one.
      try sandbox.write("short", to: "secrets/token")
      program.send(SIGHUP)
      try await eventually("a word of it") {
        try String(contentsOfFile: sandbox.file("serve-errors.txt"), encoding: .utf8)
          .contains("previous token and settings remain in use")
      }
      #expect(try second.get("/v1/summary").status == 200)
      // Nor does a new one, if the file is missing for a moment.
      try FileManager.default.removeItem(atPath: real)
      program.send(SIGHUP)
      try await eventually("a word of the missing file") {
        try String(contentsOfFile: sandbox.file("serve-errors.txt"), encoding: .utf8).contains("does not exist.")
      }
      #expect(try second.get("/v1/summary").status == 200)
    }
    let dangling = try await sandbox.ringtop("serve")
    #expect(dangling.code == 66 && dangling.errors.contains("token does not exist: it is a link to nothing"))
  }

  @Test("an error late in a long body leaves nothing of it stored")
  func lateError() async throws {
    let sandbox = try Sandbox()
    let samples = (0..<20_000).map {
      #"{"type":"exercise","value":1,"unit":"min","start":\#(1_790_000_000 + 60 * $0),"end":\#(1_790_000_060 + 60 * $0)}"#
    }
    try await sandbox.serving { client, _ in
      #expect(try client.post("/v1/samples", samples[0]).number("stored") == 1)
      let wrong = (samples + [samples[0].replacingOccurrences(of: "min", with: "km")]).joined(separator: ",")
      let answer = try client.post("/v1/samples", "[\(wrong)]")
      #expect(answer.status == 422 && answer.text("field") == "[20000].unit")
      let stored = try client.post("/v1/samples", "[\(samples.joined(separator: ","))]")
      #expect(stored.number("stored") == 19_999 && stored.number("unchanged") == 1)
    }
  }

  @Test("a posted export is imported, and replaces the same data delivered earlier by the phone")
  func export() async throws {
    let sandbox = try Sandbox()
    let records = (0..<60).map { minute in
      """
      <Record type="HKQuantityTypeIdentifierActiveEnergyBurned" sourceName="Kim’s Apple\u{A0}Watch" unit="kcal" \
      startDate="2026-11-14 10:\(minute < 10 ? "0" : "")\(minute):00 +0100" \
      endDate="2026-11-14 10:\(minute < 10 ? "0" : "")\(minute):59 +0100" value="2"/>
      """
    }
    let xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="en_DE">
      <ExportDate value="2026-11-14 12:30:00 +0100"/>
      \(records.joined(separator: "\n"))
      </HealthData>

      """
    try await sandbox.serving { client, _ in
      #expect(
        try client.post("/v1/health-auto-export", energy, headers: ["automation-aggregation": "Hours"]).status == 200)
      let imported = try client.post("/v1/export", xml)
      #expect(imported.status == 200 && imported.number("stored") == 60)
      #expect(try client.get("/v1/summary").body.contains(#""value":120"#))
      let later = try client.post("/v1/health-auto-export", energy, headers: ["automation-aggregation": "Hours"])
      #expect(later.number("covered") == 2)
      #expect(try client.post("/v1/export", "PK nonsense").status == 422)
    }
    #expect(try await sandbox.ringtop("doctor").code == 0)
  }

  @Test("a streamed archive counts the same records as the archive imported as a file")
  func archive() async throws {
    let file = try Sandbox()
    let zip = ExportFixture(days: 40, heartbeats: 4_000).zip
    let path = try file.write(zip, to: "export.zip")
    let imported = try await file.ringtop("import", "--json", path)
    #expect(imported.code == 0, "\(imported)")
    func counts(_ text: String) throws -> [String: Int] {
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
      return ["read", "stored", "alreadyPresent", "skipped"].reduce(into: [:]) { $0[$1] = object[$1] as? Int }
    }
    let expected = try counts(imported.output)
    #expect((expected["stored"] ?? 0) > 4_000)
    let server = try Sandbox()
    try await server.serving { client, _ in
      for _ in 0..<2 {
        let descriptor = try client.connect()
        defer { close(descriptor) }
        HTTPClient.send(
          Array(client.head("POST", "/v1/export", headers: ["Transfer-Encoding": "chunked"]).utf8), to: descriptor)
        for start in stride(from: 0, to: zip.count, by: 10_000) {
          let piece = zip[start..<min(start + 10_000, zip.count)]
          HTTPClient.send(
            Array((String(piece.count, radix: 16) + "\r\n").utf8) + piece + [13, 10], to: descriptor)
        }
        HTTPClient.send(Array("0\r\n\r\n".utf8), to: descriptor)
        let answer = try #require(HTTPClient.receive(from: descriptor))
        let counts = try counts(answer.body)
        #expect(answer.status == 200 && counts["read"] == expected["read"])
        #expect([expected["stored"], 0].contains(counts["stored"]), "\(answer.body)")
      }
    }
    #expect(try await server.sql("SELECT count(*) FROM sample") == file.sql("SELECT count(*) FROM sample"))
    let days = try await server.ringtop("summary", "--from", "-40", "--format", "json")
    #expect(try await file.ringtop("summary", "--from", "-40", "--format", "json").output == days.output)
  }

  @Test("rejects unauthorized, unknown and invalid requests with a reason")
  func refusals() async throws {
    let sandbox = try Sandbox()
    try await sandbox.serving("--timeout", "0.5") { client, _ in
      #expect(try client.get("/healthz", headers: ["Authorization": "none"]).status == 200)
      for path in ["/", "/v1/summary", "/metrics", "/nowhere", "/v1/events"] {
        for authorization in [
          "none", "Bearer wrong", "Bearer \(Sandbox.token)x", "Basic \(Data("a:b".utf8).base64EncodedString())",
        ] {
          #expect(try client.get(path, headers: ["Authorization": authorization]).status == 401)
        }
      }
      let basic = "Basic " + Data("kim:\(Sandbox.token)".utf8).base64EncodedString()
      #expect(try client.get("/", headers: ["Authorization": basic]).status == 200)
      // A page of another site can make a browser with a stored password send a form.
      #expect(try client.post("/v1/samples", "[]", headers: ["Authorization": basic]).status == 401)
      #expect(try client.get("/nowhere").status == 404)
      #expect(try client.get("/v1/days/2026-13-01.svg").status == 422)
      #expect(try client.get("/v1/summary?to=2026-11-01").status == 422)
      for (path, name) in [("/v1/summary?form=2026-11-01", "form"), ("/v1/days/2026-11-14.svg?viw=rings", "viw")] {
        let misspelled = try client.get(path)
        #expect(misspelled.status == 422 && misspelled.text("error") == "unknownParameter")
        #expect(misspelled.text("field") == name)
      }
      let method = try client.get("/v1/samples")
      #expect(method.status == 405 && method.headers["allow"] == "POST")
      #expect(try client.post("/v1/summary", "").status == 405)
      #expect(try client.post("/v1/samples", "[]", headers: ["Content-Encoding": "gzip"]).status == 415)
      #expect(
        try client.post("/v1/samples", "[]", headers: ["Content-Type": "multipart/form-data; boundary=x"]).status == 415
      )
      #expect(try client.raw(client.head("POST", "/v1/samples", length: (256 << 20) + 1))?.status == 413)
      let wrong = try client.post("/v1/samples", #"{"samples":[{"type":"move","value":1,"unit":"km","start":0}]}"#)
      #expect(wrong.status == 422 && wrong.text("field") == "samples[0].unit" && wrong.text("error") == "malformed")
      #expect(try client.post("/v1/health-auto-export", "{").status == 422)
      #expect(try client.raw("GARBAGE\r\n\r\n")?.status == 400)
      #expect(try client.raw("GET / HTTP/2.0\r\n\r\n")?.status == 505)
      #expect(
        try client.raw("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n")?.status == 400)
      #expect(
        try client.raw(
          "POST /v1/samples HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n")?.status
          == 400)
      #expect(
        try client.raw("GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "x", count: 1 << 20))?.status == 431)
      let slow = try client.raw("GET / HTTP/1.1\r\nHost: a\r\n")
      #expect(slow?.status == 408)
      #expect(try client.raw(client.head("POST", "/v1/samples", length: 100) + "[")?.status == 408)
    }
    #expect(try await sandbox.ringtop("summary").code == 66)
  }

  @Test("handles several requests on one connection, including chunked bodies")
  func keepAlive() async throws {
    let sandbox = try Sandbox()
    try await sandbox.serving { client, _ in
      let descriptor = try client.connect()
      defer { close(descriptor) }
      HTTPClient.send(
        Array(client.head("POST", "/v1/samples", headers: ["Transfer-Encoding": "chunked"]).utf8)
          + Array("1\r\n[\r\n1;x=y\r\n]\r\n0\r\nTrailer: a\r\n\r\n".utf8), to: descriptor)
      #expect(HTTPClient.receive(from: descriptor)?.number("received") == 0)
      HTTPClient.send(Array((client.head("GET", "/healthz") + client.head("HEAD", "/metrics")).utf8), to: descriptor)
      #expect(HTTPClient.receive(from: descriptor)?.body == "ok\n")
      // Nothing more is read after a rejected body.
      HTTPClient.send(Array((client.head("GET", "/v1/samples", length: 5) + "12345").utf8), to: descriptor)
    }
  }

  @Test("never parses a body as a request, whether it reads the body or not")
  func unreadBodies() async throws {
    let sandbox = try Sandbox()
    try await sandbox.serving("--timeout", "2") { client, _ in
      let hidden = client.head("GET", "/metrics")
      for (path, token) in [
        ("/healthz", "none"), ("/v1/summary", "none"), ("/nowhere", Sandbox.token), ("/metrics", Sandbox.token),
      ] {
        for isChunked in [false, true] {
          let head = client.head(
            "GET", path, length: isChunked ? nil : hidden.utf8.count,
            headers: ["Authorization": "Bearer \(token)"].merging(isChunked ? ["Transfer-Encoding": "chunked"] : [:]) {
              $1
            })
          let body = isChunked ? String(hidden.utf8.count, radix: 16) + "\r\n\(hidden)\r\n0\r\n\r\n" : hidden
          let descriptor = try client.connect()
          defer { close(descriptor) }
          HTTPClient.send(Array((head + body).utf8), to: descriptor)
          let answer = try #require(HTTPClient.receive(from: descriptor))
          #expect(["/healthz": 200, "/v1/summary": 401, "/nowhere": 404, "/metrics": 200][path] == answer.status)
          #expect(HTTPClient.receive(from: descriptor) == nil, "\(path), in chunks: \(isChunked)")
        }
      }
    }
  }

  @Test("chunk sizes may contain only hexadecimal digits, and endless sizes and trailers time out")
  func chunks() async throws {
    let sandbox = try Sandbox()
    try await sandbox.serving("--timeout", "0.7") { client, _ in
      let head = client.head("POST", "/v1/samples", headers: ["Transfer-Encoding": "chunked"])
      for size in ["+2", "-0", " 2", "2 ", "0x2", "", "g", "123456789"] {
        #expect(try client.raw(head + "\(size)\r\n[]\r\n0\r\n\r\n")?.status == 400, "\(size)")
      }
      // One byte at a time, each within the timeout: in the size of a chunk, and in a trailer.
      for start in ["2;", "2\r\n[]\r\n0\r\nTrailer: "] {
        let descriptor = try client.connect()
        defer { close(descriptor) }
        HTTPClient.send(Array((head + start).utf8), to: descriptor)
        let began = ContinuousClock.now
        var time = timeval(tv_sec: 0, tv_usec: 300_000)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var answer: HTTPClient.Answer?
        while answer == nil, ContinuousClock.now - began < timeout {
          HTTPClient.send([0x78], to: descriptor)
          answer = HTTPClient.receive(from: descriptor)
        }
        #expect(answer?.status == 408)
      }
    }
  }

  @Test("HEAD returns only the head of the response, even if the response is endless")
  func heads() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 2))
    try await sandbox.serving { client, _ in
      for path in [
        "/", "/healthz", "/metrics", "/v1/summary", "/v1/store", "/v1/events", "/v1/days/today.svg", "/nowhere",
      ] {
        let descriptor = try client.connect()
        defer { close(descriptor) }
        HTTPClient.send(Array(client.head("HEAD", path, headers: ["Connection": "close"]).utf8), to: descriptor)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 { bytes += buffer.prefix(count) }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(
          text.hasPrefix("HTTP/1.1 \(path == "/nowhere" ? 404 : 200) ") && text.hasSuffix("\r\n\r\n"),
          "\(path): \(text)")
      }
    }
  }

  @Test("is idle while no descriptor is free, tells clients to retry later, and resumes once some are free")
  func descriptors() async throws {
    let sandbox = try Sandbox()
    try await sandbox.serving("--timeout", "60", descriptors: 24) { client, program in
      do {
        // Those without a token would give way.
        let silent = try (0..<40).map { _ in
          let descriptor = try client.connect()
          HTTPClient.send(Array(client.head("GET", "/nowhere").utf8), to: descriptor)
          _ = HTTPClient.receive(from: descriptor)
          return descriptor
        }
        defer { for descriptor in silent { close(descriptor) } }
        #expect(try client.raw(client.head("GET", "/healthz"))?.status == 503)
        let before = try processorTicks(of: program.identifier)
        // The absence of events can only be observed over time.
        try await Task.sleep(for: .seconds(1))
        #expect(try processorTicks(of: program.identifier) - before < 20)
      }
      try await eventually("an answer") { try client.raw(client.head("GET", "/healthz"))?.status == 200 }
    }
  }

  @Test("notifies listeners whenever today changes, and only then")
  func events() async throws {
    let sandbox = try Sandbox()
    try await sandbox.serving { client, _ in
      let descriptor = try client.connect()
      defer { close(descriptor) }
      HTTPClient.send(Array(client.head("GET", "/v1/events").utf8), to: descriptor)
      var received = ""
      func receive() throws {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { throw Overdue(description: "no more after \(received)") }
        received += String(decoding: buffer.prefix(count), as: UTF8.self)
      }
      func receive(until text: String) throws {
        while !received.contains(text) { try receive() }
      }
      try receive(until: "data: null\n\n")
      #expect(received.contains("Content-Type: text/event-stream"))
      _ = try client.post("/v1/health-auto-export", energy)
      try receive(until: #""value":150"#)
      _ = try client.post("/v1/health-auto-export", energy)
      // By another program.
      let added = try await sandbox.ringtop("add", "move", "50", "kcal", "--at", "9:00")
      #expect(added.code == 0)
      try receive(until: #""value":200"#)
      // A change that does not affect today is reported to clients with a copy of the store.
      let before = received.components(separatedBy: "event: store").count
      #expect(try await sandbox.ringtop("add", "move", "50", "kcal", "--at", "2026-10-20 9:00").code == 0)
      while received.components(separatedBy: "event: store").count == before { try receive() }
      for name in ["summary", "store"] {
        let events = received.components(separatedBy: "event: \(name)\n").dropFirst().map {
          $0.prefix { $0 != "\n" }
        }
        #expect(Set(events).count == events.count && (2...8).contains(events.count), "\(events)")
      }
      #expect(received.components(separatedBy: "event: summary").count <= 5)
    }
  }

  @Test("the page loads nothing from other hosts, and its policy forbids it")
  func page() async throws {
    let sandbox = try Sandbox()
    try await sandbox.serving { client, _ in
      #expect(try client.get("/").body.contains("There is no data yet."))
      _ = try client.post("/v1/health-auto-export", energy)
      let page = try client.get("/")
      let policy = try #require(page.headers["content-security-policy"])
      #expect(policy.hasPrefix("default-src 'none'") && !policy.contains("unsafe"))
      #expect(!page.body.contains("http://") && !page.body.contains("https://"))
      #expect(page.body.contains("Move 150/500"))
      let nonce = try #require(policy.split(separator: "'nonce-").dropFirst().first?.prefix { $0 != "'" })
      #expect(page.body.components(separatedBy: "nonce=\"\(nonce)\"").count == 3)
      #expect(try client.get("/").headers["content-security-policy"] != policy)
    }
  }

  @Test("creates a token that only its owner can read, and rejects short ones")
  func token() async throws {
    let sandbox = try Sandbox()
    try await sandbox.serving(hasToken: false) { _, _ in }
    let path = sandbox.file(".config/ringtop/token")
    let token = try String(contentsOfFile: path, encoding: .utf8).trimmingCharacters(in: .newlines)
    #expect(token.count == 32)
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    chmod(path, 0o644)
    let open = try await sandbox.ringtop("serve")
    #expect(open.code == 1 && open.errors.contains("other users can access"))
    #expect(try await sandbox.ringtop("serve", environment: ["RINGTOP_TOKEN": "short"]).code == 64)
    #expect(
      try await sandbox.ringtop("serve", "--bind", "not an address", environment: ["RINGTOP_TOKEN": token]).code == 64)
  }

  @Test("a file that is no store is reported at the start")
  func notAStore() async throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("<HealthData/>\n", to: "export.xml")
    let ending = try await sandbox.ringtop("serve", "--store", path, environment: ["RINGTOP_TOKEN": Sandbox.token])
    #expect(ending.code == 65 && ending.errors.contains("is not a ringtop store"), "\(ending)")
  }

  @Test("a port in use is reported in one sentence")
  func portInUse() async throws {
    let sandbox = try Sandbox()
    try await sandbox.serving { client, _ in
      let second = try await sandbox.ringtop("serve", "--port", String(client.port))
      #expect(second.code == 1)
      #expect(second.errors.contains("Port \(client.port) is in use."))
    }
  }
}
