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

  @Test("all requests that are sent at once are answered, wherever a buffer ends")
  func pipelined() throws {
    let server = try LocalServer()
    let one = "GET /healthz HTTP/1.1\r\nHost: a\r\n"
    // Three buffers full, and an empty line where the second begins.
    let requests = (0..<1_500).map {
      one + "X: \(String(repeating: "y", count: $0 % 200))\r\n\r\n" + ($0 % 7 == 0 ? "\r\n" : "")
    }
    let bytes = Array(requests.joined().utf8)
    #expect(bytes.count > 3 << 16)
    let statuses = try server.responses(to: bytes).map(\.status)
    #expect(statuses.count == 1_500 && statuses.allSatisfy { $0 == 200 })
  }

  @Test("one named token cannot take all connections and listeners from the owner")
  func share() throws {
    let server = try LocalServer {
      $0.mostConnections = 4
      $0.mostListeners = 4
      $0.mostOfToken = 2
    }
    let friend = try server.tokens.add("kim", .rings)
    func ask(_ path: String, _ token: String) throws -> (Int32, Int?) {
      let descriptor = try server.connect()
      LocalServer.send(Array("GET \(path) HTTP/1.1\r\nHost: a\r\napi-key: \(token)\r\n\r\n".utf8), to: descriptor)
      return (descriptor, LocalServer.receive(from: descriptor)?.status)
    }
    // Without a store there are no days, but the token is valid.
    var open = try (0..<2).map { _ in try ask("/v1/summary", friend) }
    #expect(open.map(\.1) == [404, 404])
    open.append(try ask("/v1/summary", friend))
    #expect(open.last?.1 == 503)
    open.append(try ask("/v1/deliveries", LocalServer.token))
    #expect(open.last?.1 == 200)
    for (descriptor, _) in open { close(descriptor) }
    var listeners: [Int32] = []
    defer { for descriptor in listeners { close(descriptor) } }
    // The places of the closed connections are free once their threads have ended.
    while listeners.count < 2 {
      let (descriptor, status) = try ask("/v1/events", friend)
      if status == 200 { listeners.append(descriptor) } else { close(descriptor) }
    }
    var refused = 0
    while refused < 20 {
      let (descriptor, status) = try ask("/v1/events", friend)
      close(descriptor)
      #expect(status == 503)
      refused += 1
    }
    let (own, status) = try ask("/v1/events", LocalServer.token)
    listeners.append(own)
    #expect(status == 200)
  }
}

@Suite("Names of a store's states")
struct StateNameTests {
  @Test("tell which state came first, if one session of a server gave them")
  func order() {
    #expect(StoreNews.isSame("a-b-7", orBefore: "a-b-7") && StoreNews.isSame("a-b-7", orBefore: "a-b-12"))
    #expect(!StoreNews.isSame("a-b-12", orBefore: "a-b-7") && !StoreNews.isSame("a-c-7", orBefore: "a-b-12"))
    #expect(StoreNews.isSame("x", orBefore: "x") && !StoreNews.isSame("7", orBefore: "12"))
    #expect(!StoreNews.isSame("a--7", orBefore: "a-12") && !StoreNews.isSame("a-+7", orBefore: "a-x"))
  }
}

@Suite("Permits for work that takes resources")
struct PermitTests {
  @Test("a named token never has all of them, and returned ones can be taken again")
  func share() throws {
    let permits = HTTPPermits(4)
    var taken = try (0..<3).map { _ in try permits.take(for: "kim") }
    #expect(throws: HTTPFault.self) { try permits.take(for: "kim") }
    taken.append(try permits.take(for: "robin"))
    #expect(throws: HTTPFault.self) { try permits.take(for: nil) }
    taken.removeFirst()
    taken.append(try permits.take(for: "kim"))
    taken = []
    let own = try (0..<4).map { _ in try permits.take(for: nil) }
    #expect(throws: HTTPFault.self) { try permits.take(for: "kim") }
    withExtendedLifetime(own) {}
  }
}

@Suite("Events that a server sends")
struct EventReaderTests {
  @Test("are the same in one piece and byte by byte, also many short ones")
  func pieces() throws {
    let address = try RemoteAddress("http://a")
    let text = ":\n\nevent: store\ndata: a\n\n\n\ndata: b\n\n" + String(repeating: "data:c\n\n", count: 1_000) + "data"
    var (whole, bytewise) = (EventReader(), EventReader())
    let events = try whole.take(Array(text.utf8)[...], from: address)
    let others = try text.utf8.flatMap { try bytewise.take([$0], from: address) }
    #expect(events.map(\.data) == ["", "a", "", "b"] + Array(repeating: "c", count: 1_000))
    #expect(events.map(\.data) == others.map(\.data) && events.map(\.name) == others.map(\.name))
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
