import Foundation
import Testing

@testable import Serving

/// A client of the event stream.
private struct Listener {
  let descriptor: Int32

  init(_ server: LocalServer) throws {
    descriptor = try server.connect()
    let head = "GET /v1/events HTTP/1.1\r\nHost: a\r\napi-key: \(LocalServer.token)\r\nA-IM: ringtop-pages\r\n\r\n"
    LocalServer.send(Array(head.utf8), to: descriptor)
    #expect(LocalServer.receive(from: descriptor)?.status == 200)
  }

  /// The announcements of states up to one; without it, up to the next ones.
  func states(upTo version: String? = nil) throws -> [(isPatch: Bool, version: String)] {
    var (reader, states) = (EventReader(), [(isPatch: Bool, version: String)]())
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while states.isEmpty || version != nil && states.last?.version != version {
      let count = recv(descriptor, &piece, piece.count, 0)
      try #require(count > 0)
      for event in try reader.take(piece[..<count], from: RemoteAddress("http://a")) {
        guard event.name == "store" || event.name == "patch", let news = StoreNews(event.data) else { continue }
        states.append((event.name == "patch", news.version))
      }
    }
    return states
  }
}

@Suite("Announcements of states")
struct StateAnnouncementTests {
  @Test("commits that follow each other are announced together, the first at once")
  func together() throws {
    let server = try LocalServer { $0.commitInterval = .seconds(3_600) }
    func post(_ index: Int) throws {
      let body = #"{"type":"move","value":1,"unit":"kcal","start":\#(1_790_000_000 + 60 * index)}"#
      #expect(try server.ask("POST", "/v1/samples", body: body).status == 200)
    }
    try post(0)
    let first = try Listener(server)
    defer { close(first.descriptor) }
    _ = try first.states()
    for index in 1...8 { try post(index) }
    // A new one is told the current state, and so is everybody.
    let second = try Listener(server)
    defer { close(second.descriptor) }
    let current = try #require(try second.states().last?.version)
    #expect(try first.states(upTo: current).count <= 2)
  }
}

@Suite("Clients that read slowly", .timeLimit(.minutes(5)))
struct SlowReaderTests {
  /// Samples with so much metadata that a socket's buffers hold only a part of the store.
  private func fill(_ server: LocalServer) throws {
    let text = String(repeating: "x", count: 200_000)
    let samples = (0..<60).map {
      #"{"type":"heartRate","value":60,"unit":"count/min","start":\#(1_790_000_000 + $0),"metadata":{"note\#($0)":"\#(text)"}}"#
    }
    #expect(try server.ask("POST", "/v1/samples", body: "[" + samples.joined(separator: ",") + "]").status == 200)
  }

  @Test("one that does not read its copy of the store gives its place back, and delays nobody")
  func copy() throws {
    let server = try LocalServer {
      $0.mostTransfers = 1
      $0.timeout = 3
      $0.slowestRate = 1e6
    }
    try fill(server)
    let slow = try server.connect()
    defer { close(slow) }
    let request = "GET /v1/store HTTP/1.1\r\nHost: a\r\napi-key: \(LocalServer.token)\r\n\r\n"
    LocalServer.send(Array(request.utf8), to: slow)
    #expect(try server.ask("GET", "/healthz").status == 200)
    // Until its time is over.
    var copy = try server.ask("GET", "/v1/store")
    while copy.status == 503 {
      usleep(20_000)
      copy = try server.ask("GET", "/v1/store")
    }
    #expect(copy.status == 200 && copy.body.utf8.count > 8_000_000)
    var (piece, received) = ([UInt8](repeating: 0, count: 1 << 16), 0)
    while true {
      let count = recv(slow, &piece, piece.count, 0)
      guard count > 0 else { break }
      received += count
    }
    #expect(received < copy.body.utf8.count)
  }

  @Test("one that does not read events is told the name of the last state later, while others get every change")
  func events() throws {
    let server = try LocalServer()
    func post(_ index: Int) throws {
      let note = String(repeating: "y", count: 8_000)
      let body =
        #"{"type":"heartRate","value":60,"unit":"count/min","start":\#(1_790_000_000 + index),"metadata":{"a":"\#(note)"}}"#
      #expect(try server.ask("POST", "/v1/samples", body: body).status == 200)
    }
    try post(0)
    let (slow, quick) = (try Listener(server), try Listener(server))
    defer { for listener in [slow, quick] { close(listener.descriptor) } }
    var last = try quick.states()
    for index in 1...12 {
      try post(index)
      last = try quick.states()
      #expect(last.allSatisfy { $0.isPatch })
    }
    let told = try slow.states(upTo: try #require(last.last?.version))
    // What fits into the buffer, and then names.
    #expect(told.count { $0.isPatch } < 12 && told.last?.isPatch == false)
  }
}
