import Foundation
import TestSupport
import Testing

@testable import Serving

@Suite("A store on another machine", .serialized, .programs, .timeLimit(.minutes(12)))
struct RemoteStoreTests {
  private func payload(hour: Int, value: Int) -> String {
    #"{"data":{"metrics":[{"name":"active_energy","units":"kcal","data":[{"date":"2026-11-14 \#(hour < 10 ? "0" : "")\#(hour):00:00 +0100","qty":\#(value),"source":"Kim’s Apple Watch"}]}]}}"#
  }

  /// A separate machine that reads the store of a server.
  private func makeLaptop(_ port: UInt16) throws -> Sandbox {
    let laptop = try Sandbox()
    laptop.environment["RINGTOP_STORE"] = "http://127.0.0.1:\(port)"
    laptop.environment["RINGTOP_TOKEN"] = Sandbox.token
    return laptop
  }

  private func caches(_ laptop: Sandbox) -> String { laptop.file(".cache/ringtop/stores") }

  @Test("is read like a local one, transferred only if it has changed, and shown in its last state while offline")
  func reading() async throws {
    let server = try Sandbox()
    var port: UInt16 = 0
    var known: Sandbox?
    try await server.serving { client, _ in
      port = client.port
      let laptop = try makeLaptop(port)
      known = laptop
      let empty = try await laptop.ringtop("show")
      #expect(empty.code == 66 && empty.errors == "ringtop: http://127.0.0.1:\(port) has no data yet.\n", "\(empty)")
      try await server.imported(ExportFixture(days: 30))
      for arguments in [
        ["show", "--format", "plain"], ["show", "--view", "month", "--format", "plain"],
        ["summary", "--format", "json"],
        ["audit"], ["goals"], ["types"], ["status"], ["query", "activeEnergyBurned", "--format", "jsonl"],
        ["export", "--format", "jsonl"], ["sql", "select count(*) from day"],
      ] {
        let there = try await Program.run([Program.ringtop] + arguments, environment: server.environment)
        let here = try await Program.run([Program.ringtop] + arguments, environment: laptop.environment)
        #expect(here.code == 0 && here.output == there.output && here.errors == "", "\(arguments): \(here)")
      }
      // The copy is private, and was transferred once.
      for name in try FileManager.default.subpathsOfDirectory(atPath: caches(laptop)) {
        let mode = try FileManager.default.attributesOfItem(atPath: caches(laptop) + "/" + name)[.posixPermissions]
        #expect((mode as? Int ?? 0) & 0o077 == 0 || name.hasSuffix("/confirmed") || name.hasSuffix("/tag"), "\(name)")
      }
      let metrics = try client.get("/metrics").body
      #expect(metrics.contains("ringtop_requests_total{route=\"/v1/store\",status=\"200\"} 1\n"))
      #expect(metrics.contains("ringtop_requests_total{route=\"/v1/store\",status=\"304\"} 9\n"))
      #expect(try client.post("/v1/health-auto-export", payload(hour: 20, value: 80)).status == 200)
      #expect(try await laptop.ringtop("status").output.contains("80%"))
      // Only the changed pages were transferred. A client with a damaged copy gets the whole store.
      func sent(_ status: Int) throws -> String? {
        try client.get("/metrics").body.split(separator: "\n").first {
          $0.hasPrefix("ringtop_requests_total{route=\"/v1/store\",status=\"\(status)\"}")
        }.map { String($0.split(separator: " ")[1]) }
      }
      #expect(try sent(200) == "1" && sent(226) == "1")
      let folder = try caches(laptop) + "/" + RemoteAddress("http://127.0.0.1:\(port)").fileName
      let copy = try FileHandle(forUpdating: URL(filePath: folder + "/health.sqlite"))
      // In pages that the change does not affect, some of which every reader needs.
      try copy.seek(toOffset: copy.seekToEnd() - 20 * 4_096)
      try copy.write(contentsOf: Data(repeating: 0xA5, count: 20 * 4_096))
      try copy.close()
      #expect(try client.post("/v1/health-auto-export", payload(hour: 21, value: 20)).status == 200)
      #expect(try await laptop.ringtop("status").output.contains("84%"))
      #expect(try sent(200) == "2" && sent(226) == "1")
      // The next hour shows that this one is over.
      let over = payload(hour: 21, value: 0).replacing(
        "]}]}}", with: #",{"date":"2026-11-14 22:00:00 +0100","qty":0,"source":"Kim’s Apple Watch"}]}]}}"#)
      #expect(try client.post("/v1/health-auto-export", over).status == 200)
      #expect(try await laptop.ringtop("status").output.contains("80%"))
      #expect(try sent(200) == "2" && sent(226) == "2")
    }
    let laptop = try #require(known)
    let shown = try await laptop.ringtop("show", "--format", "plain")
    #expect(shown.code == 0 && shown.output.contains("400/500"))
    #expect(
      shown.errors.hasPrefix(
        "ringtop: http://127.0.0.1:\(port) cannot be reached: connection refused. This is its last known")
    )
    #expect(try await laptop.ringtop("status").output.hasPrefix("offline Move ◕ 80%"))
    #expect(try await laptop.ringtop("status", "--format", "json").output.contains(#""problem":"offline""#))
    let strict = try await laptop.ringtop("status", "--strict")
    #expect(strict.code == 74 && strict.output == "" && strict.errors.contains("cannot be reached"))
    laptop.environment["XDG_CACHE_HOME"] = laptop.file("other")
    #expect(try await laptop.ringtop("show").code == 74)
    #expect(try await laptop.ringtop("status").output == "offline\n")
  }

  @Test("cannot be written to, or read without its token, each reported in one sentence")
  func refusals() async throws {
    let server = try Sandbox()
    try await server.imported(ExportFixture(days: 3))
    try await server.serving { client, _ in
      let laptop = try makeLaptop(client.port)
      #expect(try await laptop.ringtop("status").code == 0)
      let before = laptop.contents(below: caches(laptop))
      for arguments in [
        ["add", "move", "1kcal"], ["undo"], ["import", "/dev/null"], ["goals", "set", "--move", "1"], ["doctor"],
        ["delete", "all", "--yes"], ["watch", "--once"], ["serve"], ["deliver", "remove", "a.b"],
        ["restore", "/dev/null"], ["permissions", "revoke", "a.b"], ["import", "--undo", "1"],
        ["delete", "move", "--yes"],
      ] {
        let ending = try await Program.run([Program.ringtop] + arguments, environment: laptop.environment)
        #expect(ending.code == 73 || ending.code == 64, "\(arguments): \(ending)")
        #expect(ending.output == "" && ending.errors.split(separator: "\n").count == 1, "\(arguments): \(ending)")
      }
      #expect(laptop.contents(below: caches(laptop)) == before)
      laptop.environment["XDG_CACHE_HOME"] = laptop.file("other")
      for (token, sentence) in [(nil, "requires a token"), ("wrong-token-0123456789", "does not accept the token")] {
        laptop.environment["RINGTOP_TOKEN"] = token
        let ending = try await laptop.ringtop("show")
        #expect(ending.code == 1 && ending.output == "" && ending.errors.contains(sentence), "\(ending)")
      }
      laptop.environment["RINGTOP_TOKEN"] = nil
      let file = try laptop.write(Sandbox.token + "\n", to: ".config/ringtop/remote-token")
      #expect(try await laptop.ringtop("show").errors.contains("other users can access"))
      chmod(file, 0o600)
      #expect(try await laptop.ringtop("show").code == 0)
      // The last state is shown, but the server is not away.
      laptop.environment["RINGTOP_TOKEN"] = "wrong-token-0123456789"
      let refused = try await laptop.ringtop("status")
      #expect(refused.code == 0 && refused.output.hasPrefix("wrong token Move"), "\(refused)")
      #expect(try await laptop.ringtop("status", "--format", "json").output.contains("\"problem\":\"refused\""))
      #expect(try await laptop.ringtop("status", "--strict").errors.contains("does not accept the token"))
      laptop.environment["RINGTOP_TOKEN"] = nil
      for address in ["http://", "http://a b", "http://kim:secret@box", "http://box:0", "http://box?x", "http://[::1"] {
        let ending = try await laptop.ringtop("show", "--store", address)
        #expect(ending.code == 64 && ending.output == "" && !ending.errors.contains("secret"), "\(address): \(ending)")
      }
    }
  }

  @Test("is read by every command that only lists or counts")
  func lists() async throws {
    let server = try Sandbox()
    try await server.imported(ExportFixture(days: 3))
    #expect(try await server.ringtop("goals", "set", "--move", "410").code == 0)
    #expect(try await server.ringtop("permissions", "grant", "local.steps", "stepCount").code == 0)
    #expect(try await server.ringtop("deliver", "add", "steps", "--client", "local.steps", "--", "/bin/true").code == 0)
    try await server.serving { client, _ in
      let laptop = try makeLaptop(client.port)
      for arguments in [
        ["undo", "--list"], ["import", "--list"], ["permissions"], ["serve", "--log"], ["delete", "move", "--count"],
      ] {
        let there = try await Program.run([Program.ringtop] + arguments, environment: server.environment)
        let here = try await Program.run([Program.ringtop] + arguments, environment: laptop.environment)
        #expect(there.code == 0 && there.output.count > 5, "\(arguments): \(there)")
        #expect(here.code == 0 && here.output == there.output && here.errors == "", "\(arguments): \(here)")
      }
      // Commands are those of the other machine, and are not sent.
      let lines = try await laptop.ringtop("deliver").lines
      #expect(lines.count == 2 && lines[1].hasPrefix("local.steps  stepCount") && lines[1].hasSuffix("-"), "\(lines)")
    }
  }

  @Test("updates the rings of an open dashboard, which keeps them while the server is down and reconnects")
  func dashboard() async throws {
    let server = try Sandbox()
    var port: UInt16 = 0
    try await server.imported(ExportFixture(days: 9))
    /// Runs the server on its first port.
    func serving(body: (HTTPClient) async throws -> Void) async throws {
      try await server.serving("--port", "\(port)") { client, _ in
        port = client.port
        try await body(client)
      }
    }
    var screens: [TmuxScreen] = []
    let follow = server.file("follow.txt")
    try await serving { client in
      let laptop = try makeLaptop(client.port)
      try await TmuxScreen.dashboard(laptop, columns: 100, rows: 26, showing: "320 / 500 kcal") { screen in
        screens.append(screen)
        try await Program.runBeside(
          [Program.ringtop, "status", "--follow"], environment: laptop.environment, outputPath: follow
        ) { status in
          let header = ["automation-aggregation": "Hours"]
          #expect(
            try client.post("/v1/health-auto-export", payload(hour: 20, value: 50), headers: header).status == 200)
          try await screen.wait(for: "370 / 500 kcal")
          // A change that does not affect today's rings will do.
          #expect(try await server.ringtop("add", "move", "100kcal", "--at", "2026-11-13 21:00").code == 0)
          try await screen.press("h")
          try await screen.wait(for: "428 / 500 kcal")
          try await screen.press("t", "u")
          try await screen.wait(for: "read-only here")
          try await screen.press("Escape")
        }
      }
    }
    #expect(screens.count == 1)
    let laptop = try makeLaptop(port)
    laptop.environment["XDG_CACHE_HOME"] = laptop.file("kept")
    var ended = false
    try await serving { _ in
      let status = try await laptop.ringtop("status")
      #expect(status.code == 0)
    }
    // There is no reply: the cached copy opens immediately.
    try await TmuxScreen.dashboard(laptop, columns: 100, rows: 26, showing: "370 / 500 kcal") { screen in
      try await Program.runBeside(
        [Program.ringtop, "status", "--follow"], environment: laptop.environment, outputPath: follow
      ) { status in
        try await screen.wait(for: "cannot be reached")
        try await screen.press("Escape")
        try await screen.wait(for: "offline, as of 23:0")
        try await eventually("the line to say it") {
          status.output.split(separator: "\n").last?.hasPrefix("offline") == true
        }
        #expect(try await server.ringtop("add", "move", "30kcal").code == 0)
        for value in [400, 410] {
          try await serving { client in
            try await screen.wait(for: "\(value) / 500 kcal")
            try await screen.wait(until: "no word of a lost server") { !$0.contains("offline") }
            try await eventually("the line", state: { status.output }) {
              status.output.split(separator: "\n").last?.hasPrefix("Move ◕ \(value / 5)%") == true
            }
          }
          try await screen.wait(for: "closed the connection")
          try await screen.press("Escape")
          #expect(try await server.ringtop("add", "move", "10kcal").code == 0)
        }
        ended = true
      }
    }
    #expect(ended)
  }

  @Test("keeps its last state whatever a server sends, and no server makes it wait forever")
  func hostile() async throws {
    let server = try Sandbox()
    try await server.imported(ExportFixture(days: 3))
    let laptop = try Sandbox()
    laptop.environment["RINGTOP_TOKEN"] = Sandbox.token
    let fake = try FakeServer()
    laptop.environment["RINGTOP_STORE"] = "http://127.0.0.1:\(fake.port)"
    let store = laptop.file("copy.sqlite")
    #expect(try await server.ringtop("backup", "--quiet", store).code == 0)
    let good = try Data(contentsOf: URL(filePath: store))
    func answer(_ body: Data, length: Int? = nil, status: String = "200 OK", type: String = "application/vnd.sqlite3")
      -> Data
    {
      Data("HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(length ?? body.count)\r\n\r\n".utf8) + body
    }
    fake.answer = answer(good)
    let first = try await laptop.ringtop("show", "--format", "plain")
    #expect(first.code == 0 && first.errors == "" && first.output.contains("320/500"), "\(first)")
    var wal = good
    wal[18] = 2
    wal[19] = 2
    var torn = good
    torn.replaceSubrange(4_096..<20_000, with: Data(repeating: 0xA5, count: 15_904))
    let other = laptop.file("other.sqlite")
    #expect(try await laptop.shell("sqlite3 \(other) 'CREATE TABLE a (b)'").code == 0)
    for (bytes, sentence) in [
      (Data(), "closed the connection"), (Data("SSH-2.0-x\r\n".utf8), "is not ringtop serve"),
      (Data(repeating: 0x41, count: 100_000), "is not ringtop serve"),
      (answer(Data("<html>".utf8), type: "text/html"), "is not a store"),
      (answer(good, length: 1 << 30), "before the end of the store"), (answer(Data(good.prefix(5_000))), "is damaged"),
      (answer(Data("{}".utf8), status: "302 Found"), "the status 302"),
      (answer(Data("{}".utf8), status: "404 Not Found", type: "application/json"), "has no data yet"),
      (answer(Data(), status: "304 Not Modified"), "the status 304"),
      (answer(wal), "is damaged"), (answer(torn), "is damaged"),
      (answer(try Data(contentsOf: URL(filePath: other))), "is damaged"),
      (answer(Data("x".utf8)), "is damaged"),
      (answer(good, length: -1), "is not a store"),
    ] {
      fake.answer = bytes
      let ending = try await laptop.ringtop("show", "--format", "plain")
      #expect(ending.code == 0 && ending.output == first.output, "\(sentence): \(ending)")
      #expect(sentence.isEmpty ? ending.errors.isEmpty : ending.errors.contains(sentence))
      #expect(ending.errors.count { $0 == "\n" } <= 1, "\(sentence): \(ending)")
    }
    // The server accepts the connection and sends nothing.
    fake.answer = nil
    let silent = try await laptop.ringtop("status")
    #expect(silent.code == 0 && silent.output.hasPrefix("offline Move"))
    let left = try FileManager.default.subpathsOfDirectory(atPath: caches(laptop)).filter { !$0.hasSuffix("-signal") }
    #expect(
      Set(left.map { URL(filePath: $0).lastPathComponent }).isSubset(of: [
        fake.folder, "lock", "confirmed", "tag", "health.sqlite",
      ]), "\(left)")
    fake.answer = answer(good)
    #expect(try await laptop.ringtop("show").errors == "")
  }

  @Test("gets the changes with their announcement: readers that follow it ask for nothing")
  func pushedChanges() async throws {
    let server = try Sandbox()
    try await server.imported(ExportFixture(days: 30))
    let header = ["automation-aggregation": "Hours"]
    var lines = ""
    try await server.serving { client, _ in
      func sent(_ status: Int) throws -> String? {
        try client.get("/metrics").body.split(separator: "\n").first {
          $0.hasPrefix("ringtop_requests_total{route=\"/v1/store\",status=\"\(status)\"}")
        }.map { String($0.split(separator: " ")[1]) }
      }
      let laptop = try makeLaptop(client.port)
      let other = try makeLaptop(client.port)
      let outputs = [laptop, other].map { $0.file("follow.txt") }
      try await Program.runBeside(
        [Program.ringtop, "status", "--follow"], environment: laptop.environment, outputPath: outputs[0]
      ) { first in
        try await Program.runBeside(
          [Program.ringtop, "status", "--follow"], environment: other.environment, outputPath: outputs[1]
        ) { second in
          try await eventually("both copies") {
            try sent(200) == "2" && !first.output.isEmpty && !second.output.isEmpty
          }
          var asked: String?
          for value in 1...10 {
            #expect(
              try client.post("/v1/health-auto-export", payload(hour: 20, value: value * 10), headers: header).status
                == 200)
            let expected = " \((320 + value * 10) / 5)%  Exercise"
            try await eventually("\(expected)", state: { first.output + second.output }) {
              [first, second].allSatisfy { $0.output.split(separator: "\n").last?.contains(expected) == true }
            }
            // The first change of a store may be too long for an event.
            if value == 1 { asked = try sent(226) }
          }
          #expect(try sent(200) == "2" && sent(226) == asked && sent(304) == nil)
          lines = first.output
        }
      }
      // What was applied is what a new reader gets.
      let question = "SELECT count(*), total(value) FROM sample; SELECT max(id) FROM change; PRAGMA integrity_check"
      let store = try #require(server.environment["RINGTOP_STORE"])
      let whole = try await server.shell("sqlite3 \(store) '\(question)'").output
      for reader in [laptop, other] {
        let copy = try caches(reader) + "/" + RemoteAddress("http://127.0.0.1:\(client.port)").fileName
        #expect(try await reader.shell("sqlite3 \(copy)/health.sqlite '\(question)'").output == whole)
      }
    }
    #expect(!lines.isEmpty)
  }

  @Test("only clients that can apply changes and may have them are sent them")
  func changesForOthers() async throws {
    let server = try Sandbox()
    try await server.imported(ExportFixture(days: 30))
    let rings = try await server.ringtop("tokens", "add", "kim", "--scope", "rings")
    let token = rings.output.trimmingCharacters(in: .newlines)
    try await server.serving { client, _ in
      func listen(_ client: HTTPClient, _ headers: [String: String]) throws -> (Int32, () throws -> String) {
        let descriptor = try client.connect()
        HTTPClient.send(Array(client.head("GET", "/v1/events", headers: headers).utf8), to: descriptor)
        var received = ""
        return (
          descriptor,
          {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { throw Overdue(description: "no more after \(received)") }
            received += String(decoding: buffer.prefix(count), as: UTF8.self)
            return received
          }
        )
      }
      let patches = try listen(client, ["A-IM": "ringtop-pages"])
      let names = try listen(client, [:])
      let friend = try listen(HTTPClient(port: client.port, token: token), ["A-IM": "ringtop-pages"])
      defer { for listener in [patches, names, friend] { close(listener.0) } }
      for listener in [patches, names] { while try !listener.1().contains("event: store\n") {} }
      while try !friend.1().contains("event: summary\n") {}
      let header = ["automation-aggregation": "Hours"]
      // The first change of a store may be too long for an event.
      for value in [40, 80] {
        #expect(
          try client.post("/v1/health-auto-export", payload(hour: 20, value: value), headers: header).status == 200)
      }
      var texts: [String] = []
      for listener in [patches, names, friend] {
        var text = ""
        while !text.contains(#""value":400"#) { text = try listener.1() }
        texts.append(text)
      }
      while !texts[0].contains("event: patch\n") { texts[0] = try patches.1() }
      #expect(!texts[1].contains("event: patch") && !texts[2].contains("event: patch"))
      #expect(!texts[2].contains("event: store"))
      // It leads to a state of which the other listeners are told by name.
      let patch = try #require(texts[0].components(separatedBy: "event: patch\ndata: ").last)
      let version = try #require(patch.components(separatedBy: "\"version\":").dropFirst().first?.prefix { $0 != "," })
      while !texts[1].contains("event: store\ndata: {\"version\":\(version)}") { texts[1] = try names.1() }
    }
  }

  @Test("the server does not wake up once nothing happens, after posts and readers")
  func idleServer() async throws {
    let server = try Sandbox()
    try await server.imported(ExportFixture(days: 3))
    try await server.serving { client, program in
      let laptop = try makeLaptop(client.port)
      for hour in 20..<23 {
        #expect(try client.post("/v1/health-auto-export", payload(hour: hour, value: hour)).status == 200)
        #expect(try await laptop.ringtop("status").code == 0)
      }
      #expect(try await wakeUpsWhenIdle(of: program.identifier) == 0)
      // The log is in the file by then, so that a restoration need not wait.
      let store = try #require(server.environment["RINGTOP_STORE"])
      let backup = server.file("backup.sqlite")
      #expect(try await server.ringtop("backup", "--quiet", backup).code == 0)
      #expect(try await server.ringtop("restore", backup, "--store", store).code == 0)
      #expect(try await laptop.ringtop("show").errors == "")
    }
  }

  @Test("every transferred copy is a single state of the store, even during writes")
  func snapshots() async throws {
    let server = try Sandbox()
    try await server.serving { client, _ in
      // Each post stores two samples or none.
      func post(_ index: Int) throws {
        let start = 1_794_000_000 + index * 100
        let body = (0..<2).map {
          #"{"type":"stepCount","value":1,"unit":"count","start":\#(start + $0 * 10),"source":"S"}"#
        }
        #expect(try client.post("/v1/samples", "[" + body.joined(separator: ",") + "]").number("stored") == 2)
      }
      try post(0)
      async let writer: Void = {
        for index in 1...60 { try post(index) }
      }()
      var tags: Set<String> = []
      for index in 0..<6 {
        let copy = server.file("copy\(index).sqlite")
        let ending = try await server.shell(
          "curl -s -D - -o \(copy) -H 'api-key: \(Sandbox.token)' http://127.0.0.1:\(client.port)/v1/store | tr -d '\\r' && "
            + "sqlite3 \(copy) 'PRAGMA integrity_check; SELECT count(*) % 2, count(*) / 2 - max(change.id) FROM sample, "
            + "(SELECT max(id) id FROM change) change'")
        #expect(ending.code == 0 && ending.output.contains("\nok\n0|"), "\(ending)")
        if let tag = ending.lines.first(where: { $0.lowercased().hasPrefix("etag:") }) { tags.insert(tag) }
      }
      try await writer
      #expect(tags.count > 1)
      let tag = try client.get("/v1/store").headers["etag"] ?? ""
      #expect(try client.get("/v1/store", headers: ["If-None-Match": tag]).status == 304)
      #expect(try client.get("/v1/store", headers: ["If-None-Match": "\"x\", \(tag)"]).status == 304)
      // No part of the copies remains.
      let metrics = try client.get("/metrics").body
      #expect(metrics.contains("route=\"/v1/store\",status=\"200\""))
    }
  }
}

@Suite("The address of a server")
struct RemoteAddressTests {
  @Test(
    "consists of a host, a port and a path",
    arguments: [
      ("http://box:8173", "http://box:8173"), ("HTTP://box", "http://box:80"), ("https://box/", "https://box:443"),
      ("http://[fd7a::1]:8173/", "http://[fd7a::1]:8173"),
      ("https://box.example.org/rings/", "https://box.example.org:443/rings"),
    ])
  func parts(text: String, expected: String) throws {
    let address = try RemoteAddress(text)
    #expect(address.description == expected)
    #expect(!address.fileName.contains("/") && !address.fileName.hasPrefix("."))
  }
}
