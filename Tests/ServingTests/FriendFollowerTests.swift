import Configuration
import Foundation
import HealthModel
import Processes
import Sharing
import Synchronization
import Testing

@testable import Serving

@Suite("Reading the rings of friends")
struct FriendFollowerTests {
  /// Makes the owner of a server the only friend of somebody whose home is at a path.
  ///
  /// - Returns: the friend's identifier.
  private func befriend(_ server: LocalServer, _ home: String) throws -> String {
    try FileManager.default.createDirectory(atPath: home + "/.config/ringtop", withIntermediateDirectories: true)
    let id = UUID().uuidString
    let friend: [String: Any] = [
      "id": id, "name": "Kim", "place": "http://127.0.0.1:\(server.port)",
      "token": try server.tokens.add("me", .rings),
      "competitions": [String](),
    ]
    let list = home + "/.config/ringtop/friends"
    let content = try JSONSerialization.data(withJSONObject: [friend])
    #expect(FileManager.default.createFile(atPath: list, contents: content, attributes: [.posixPermissions: 0o600]))
    return id
  }

  private func newHome() -> String { NSTemporaryDirectory() + "follower-" + UUID().uuidString }

  /// What is kept of a friend after one reading, with a clock that differs from the friend's by some days.
  private func record(of server: LocalServer, days: Double) throws -> String {
    let home = newHome()
    defer { try? FileManager.default.removeItem(atPath: home) }
    let id = try befriend(server, home)
    defer { try? server.tokens.revoke("me") }
    let clock = Date().addingTimeInterval(days * 86_400).ISO8601Format()
    try FriendFollower(.withoutSettings(["HOME": home, "RINGTOP_CLOCK": clock])).refresh(timeout: .seconds(30))
    return try String(contentsOfFile: home + "/.local/state/ringtop/friends/\(id).json", encoding: .utf8)
  }

  @Test("days that have not begun anywhere are not taken from a friend")
  func future() throws {
    let server = try LocalServer()
    let sample = #"{"type":"move","value":77,"unit":"kcal","start":\#(Int(Date().timeIntervalSince1970) - 60)}"#
    #expect(try server.ask("POST", "/v1/samples", body: sample).status == 200)
    #expect(try record(of: server, days: 0).contains(#""value":77"#))
    #expect(try record(of: server, days: 5).contains(#""value":77"#))
    let early = try record(of: server, days: -5)
    #expect(!early.contains(#""value":77"#) && early.contains("Is its clock right?"))
  }

  @Test("a friend whose connection ended while the machine slept was last heard of before that")
  func asleep() throws {
    let home = newHome()
    defer { try? FileManager.default.removeItem(atPath: home) }
    let start = Date()
    let clock = Mutex(start)
    let heard = Mutex<Date?>(nil)
    let ended = DispatchSemaphore(value: 0)
    do {
      let server = try LocalServer()
      let sample = #"{"type":"move","value":77,"unit":"kcal","start":\#(Int(start.timeIntervalSince1970) - 60)}"#
      #expect(try server.ask("POST", "/v1/samples", body: sample).status == 200)
      let id = try befriend(server, home)
      var environment = Environment.withoutSettings(["HOME": home])
      environment.now = { clock.withLock(\.self) }
      let friend = try #require(try FriendList(environment.variables).friends().first)
      let follower = try FriendFollower(environment)
      try WorkerThread.start {
        let date = try? follower.listen(to: friend) {}
        heard.withLock { $0 = date }
        ended.signal()
      }
      while !FileManager.default.fileExists(atPath: home + "/.local/state/ringtop/friends/\(id).json") { usleep(5_000) }
      clock.withLock { $0 += 8 * 3_600 }
    }
    ended.wait()
    #expect(heard.withLock(\.self) == start)
  }
}
