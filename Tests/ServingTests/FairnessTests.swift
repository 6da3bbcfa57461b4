import Foundation
import Testing

@testable import Serving

@Suite("Connections of a server")
struct FairnessTests {
  private let post = Array(
    "POST /v1/samples HTTP/1.1\r\nHost: a\r\napi-key: \(LocalServer.token)\r\nContent-Length: 2\r\n\r\n[]".utf8)

  /// A connection on which an authorized request has been answered, and which stays open.
  private func authorized(_ server: LocalServer) throws -> Int32 {
    let descriptor = try server.connect()
    LocalServer.send(post, to: descriptor)
    #expect(LocalServer.receive(from: descriptor)?.status == 200)
    return descriptor
  }

  @Test("clients without a token do not lock out those that have one, however many they are and whatever they send")
  func strangers() throws {
    let server = try LocalServer()
    let known = try authorized(server)
    defer { close(known) }
    let beginnings = ["", "GET", "POST /v1/samples HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n"]
    let silent = try (0..<80).map { index in
      let descriptor = try server.connect(from: "127.0.0.\(1 + index % 10)")
      LocalServer.send(Array(beginnings[index % 3].utf8), to: descriptor)
      return descriptor
    }
    defer { for descriptor in silent { close(descriptor) } }
    for _ in 0..<20 { #expect(try server.responses(to: post).map(\.status) == [200]) }
    // One that is known keeps its connection.
    LocalServer.send(post, to: known)
    #expect(LocalServer.receive(from: known)?.status == 200)
  }

  @Test("only the idlest connection without a token gives way, and only to another from its address")
  func idlest() throws {
    let server = try LocalServer { $0.mostStrangers = 2 }
    let health = Array("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    func isAnswered(_ descriptor: Int32) -> Bool {
      LocalServer.send(health, to: descriptor)
      return LocalServer.receive(from: descriptor)?.status == 200
    }
    let other = try server.connect(from: "127.0.0.2")
    let first = try server.connect()
    let second = try server.connect()
    defer { for descriptor in [other, first, second] { close(descriptor) } }
    for descriptor in [other, second, first] { #expect(isAnswered(descriptor)) }
    let third = try server.connect()
    defer { close(third) }
    for descriptor in [third, first, other] { #expect(isAnswered(descriptor)) }
    #expect(!isAnswered(second))
  }

  @Test("more authorized connections than there may be, and more listeners, are told to try again")
  func limits() throws {
    let server = try LocalServer {
      $0.mostConnections = 3
      $0.mostListeners = 2
    }
    let known = try (0..<3).map { _ in try authorized(server) }
    let refused = try server.responses(to: post)
    #expect(refused.map(\.status) == [503] && refused.first?.head.contains("Retry-After: ") == true)
    for descriptor in known { close(descriptor) }
    let listen = Array("GET /v1/events HTTP/1.1\r\nHost: a\r\napi-key: \(LocalServer.token)\r\n\r\n".utf8)
    // The places of the closed connections are free once their threads have ended.
    var listeners: [Int32] = []
    defer { for descriptor in listeners { close(descriptor) } }
    while listeners.count < 2 {
      let descriptor = try server.connect()
      LocalServer.send(listen, to: descriptor)
      guard LocalServer.receive(from: descriptor)?.status == 200 else {
        close(descriptor)
        continue
      }
      listeners.append(descriptor)
    }
    #expect(try server.responses(to: listen).map(\.status) == [503])
  }
}

@Suite("A server's certificate")
struct TLSChannelTests {
  @Test("is never accepted without its host being checked")
  func host() throws {
    let faulty = try #require(
      OpenSSL.shared.map { library in
        var library = library
        library.expectHost = { _, _ in 0 }
        return library
      })
    func isAccepted(_ host: String, _ library: OpenSSL) throws -> Bool {
      // An end of a pipe will do: nothing is sent.
      var ends: [Int32] = [-1, -1]
      #expect(pipe(&ends) == 0)
      close(ends[1])
      return TLSChannel(ends[0], try TLSContext.client(library), server: host) != nil
    }
    let library = try OpenSSL.require()
    #expect(try isAccepted("rings.example.org", library) && isAccepted("127.0.0.1", library))
    #expect(try !isAccepted("rings.example.org", faulty))
    // No host, and any host of a domain.
    #expect(try !isAccepted("", library) && !isAccepted(".example.org", library))
  }
}
