import Foundation
import Testing

@testable import Serving

@Suite("Connections to servers")
struct RemoteConnectionTests {
  @Test("addresses that look alike in a file name have different folders, in bounded names")
  func folders() throws {
    let long = String(repeating: "a", count: 300)
    let texts = [
      "http://kim.example/a_b", "http://kim.example/a/b", "http://kim.example/a-b", "https://kim.example/a/b",
      "http://kim.example:81/a/b", "http://kim.example/A/b", "http://kim.example/\(long)x",
      "http://kim.example/\(long)y",
    ]
    let names = try texts.map { try RemoteAddress($0).fileName }
    #expect(Set(names).count == texts.count)
    #expect(names.allSatisfy { $0.utf8.count <= 140 && !$0.contains("/") })
    #expect(try RemoteAddress("http://KIM.example/a/b").fileName == names[1])
  }

  #if os(Linux)
    /// A listener on loopback, and its address.
    private func listener() throws -> (descriptor: Int32, target: HTTPExchange.Target) {
      let descriptor = socket(AF_INET, Socket.stream, 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isListening = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, length) == 0 && listen(descriptor, 0) == 0 && getsockname(descriptor, $0, &length) == 0
        }
      }
      try #require(isListening)
      return (descriptor, .init(family: AF_INET, bytes: withUnsafeBytes(of: address) { Array($0) }))
    }

    @Test("an address that never responds does not keep the next one from being reached")
    func nextAddress() throws {
      let (silent, unanswered) = try listener()
      defer { close(silent) }
      // When its queue is full, the system does not respond to further clients.
      var fillers: [Int32] = []
      defer { for filler in fillers { close(filler) } }
      for _ in 0..<4 {
        let filler = socket(AF_INET, Socket.stream | Int32(SOCK_NONBLOCK.rawValue), 0)
        _ = unanswered.bytes.withUnsafeBytes {
          connect(filler, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count))
        }
        fillers.append(filler)
      }
      let (open, answered) = try listener()
      defer { close(open) }
      let deadline = ContinuousClock.now + .seconds(20)
      let connected = try HTTPExchange.connect([unanswered, answered], until: deadline)
      defer { close(connected) }
      var peer = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let code = withUnsafeMutablePointer(to: &peer) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(connected, $0, &length) }
      }
      #expect(code == 0 && withUnsafeBytes(of: peer) { Array($0.prefix(8)) } == Array(answered.bytes.prefix(8)))
      // The same without another one is an error.
      #expect(throws: HTTPExchange.ConnectionProblem.self) {
        try HTTPExchange.connect([unanswered], until: .now + .milliseconds(300))
      }
      #expect(throws: HTTPExchange.ConnectionProblem.self) { try HTTPExchange.connect([], until: deadline) }
    }
  #endif
}
