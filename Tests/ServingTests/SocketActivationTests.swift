import Foundation
import Processes
import Testing

@testable import Serving

@Suite("Socket activation")
struct SocketActivationTests {
  private var variables: [String: String] { ["LISTEN_PID": String(getpid()), "LISTEN_FDS": "1"] }

  @Test("a socket that the service manager opened is the server's, with its own address")
  func taken() throws {
    let (descriptor, opened) = try ListeningAddress(host: "::1", port: 0).listen()
    defer { close(descriptor) }
    let activated = try ListeningAddress.activated(variables, first: descriptor)
    #expect(activated == descriptor)
    let (used, address) = try ListeningAddress(host: "0.0.0.0", port: 8_173).listen(activated)
    #expect(used == descriptor && address.url == opened.url && address.isLoopback)
  }

  @Test("what was passed to another process is not taken", arguments: ["1", "0", "", "x"])
  func another(process: String) throws {
    #expect(try ListeningAddress.activated(["LISTEN_PID": process, "LISTEN_FDS": "1"]) == nil)
    #expect(try ListeningAddress.activated(["LISTEN_PID": String(getpid())]) == nil)
  }

  @Test("several sockets, or something else, are an error", arguments: ["0", "2", "x", "1"])
  func wrong(count: String) throws {
    let descriptor = open("/dev/null", O_RDONLY)
    defer { close(descriptor) }
    let variables = variables.merging(["LISTEN_FDS": count]) { $1 }
    #expect(throws: Failure.self) { try ListeningAddress.activated(variables, first: descriptor) }
  }
}
