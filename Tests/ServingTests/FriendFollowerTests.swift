import Configuration
import Foundation
import Testing

@testable import Serving

@Suite("Reading the rings of friends")
struct FriendFollowerTests {
  /// What is kept of a friend after one reading, with a clock that differs from the friend's by some days.
  private func record(of server: LocalServer, days: Double) throws -> String {
    let home = NSTemporaryDirectory() + "follower-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: home) }
    try FileManager.default.createDirectory(atPath: home + "/.config/ringtop", withIntermediateDirectories: true)
    let id = UUID().uuidString
    let friend: [String: Any] = [
      "id": id, "name": "Kim", "place": "http://127.0.0.1:\(server.port)",
      "token": try server.tokens.add("me", .rings),
      "competitions": [String](),
    ]
    defer { try? server.tokens.revoke("me") }
    let list = home + "/.config/ringtop/friends"
    let content = try JSONSerialization.data(withJSONObject: [friend])
    #expect(FileManager.default.createFile(atPath: list, contents: content, attributes: [.posixPermissions: 0o600]))
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
}
