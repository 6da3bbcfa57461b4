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

  @Test("a Unix socket is shown by its path, and only this machine reaches it", arguments: [false, true])
  func unixSocket(isAbstract: Bool) throws {
    let name = "ringtop-activation-\(UUID().uuidString.prefix(8))"
    let path = isAbstract ? "\0" + name : FileManager.default.temporaryDirectory.path + "/" + name
    defer { unlink(path) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    let length = socklen_t(start + path.utf8.count + (isAbstract ? 0 : 1))
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 }
    }
    try #require(isBound && listen(descriptor, 1) == 0)
    let activated = try ListeningAddress.activated(variables, first: descriptor)
    let (used, shown) = try ListeningAddress(host: "0.0.0.0", port: 8_173).listen(activated)
    let url = "http://unix:" + (isAbstract ? "@" + name : path)
    #expect(used == descriptor && shown.isLoopback)
    #expect(shown.url == url && shown.url(of: "/mcp") == url + ":/mcp")
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
