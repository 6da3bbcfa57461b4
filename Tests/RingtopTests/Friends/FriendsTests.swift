import Foundation
import TestSupport
import Testing

@testable import Serving

@Suite("Friends", .serialized, .programs, .timeLimit(.minutes(12)))
struct FriendsTests {
  private func sample(_ type: String, _ value: Int, _ unit: String) -> String {
    """
    {"type":"\(type)","value":\(value),"unit":"\(unit)","start":"2026-11-14T12:00:00+01:00",\
    "end":"2026-11-14T12:10:00+01:00"}
    """
  }

  /// The stand hours of a morning.
  private var stand: String {
    (8..<20).map { hour in
      let text = hour < 10 ? "0\(hour)" : "\(hour)"
      return """
        {"type":"HKCategoryTypeIdentifierAppleStandHour","value":0,"start":"2026-11-14T\(text):00:00+01:00",\
        "end":"2026-11-14T\(text):59:00+01:00"}
        """
    }.joined(separator: ",")
  }

  private func people(_ sandbox: Sandbox, _ changes: [String: String] = [:]) async throws -> [[String: Any]] {
    let shown = try await sandbox.ringtop("show", "--view", "friends", "--format", "json", environment: changes)
    #expect(shown.code == 0, "\(shown.errors)")
    let board = try #require(JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: Any])
    return try #require(board["friends"] as? [[String: Any]])
  }

  @Test("are read from their servers with a token for rings, and shown in their last state while offline")
  func server() async throws {
    let (kim, me) = (try Sandbox(), try Sandbox())
    #expect(try await me.ringtop("add", "move", "50", "kcal").code == 0)
    let made = try await kim.ringtop("tokens", "add", "me", "--scope", "rings")
    let file = try me.write(made.output, to: "kim.txt")
    var port: UInt16 = 0
    try await kim.serving { client, _ in
      port = client.port
      #expect(try client.post("/v1/samples", sample("move", 250, "kcal")).status == 200)
      let url = "http://127.0.0.1:\(port)"
      // Without a terminal, the token is not asked for; on the command line, it does not belong.
      #expect(try await me.ringtop("friends", "add", "Kim", url).code == 64)
      #expect(try await me.ringtop("friends", "add", "Kim", url, "--token-file", file).code == 0)
      #expect(try await me.ringtop("friends", "add", "Kim", url, "--token-file", file).code == 1)
      let secrets = me.path + "/.config/ringtop/friends"
      #expect(try FileManager.default.attributesOfItem(atPath: secrets)[.posixPermissions] as? Int == 0o600)
      let person = try #require(try await people(me).first)
      #expect(person["name"] as? String == "Kim" && person["isCurrent"] as? Bool == true)
      #expect(person["points"] as? Int == 50 && person["date"] as? String == Sandbox.today)
      let line = try await me.ringtop("status", "--friends")
      #expect(line.output.contains("  Kim 0/1"), "\(line.output)")
      #expect(try await !me.ringtop("status").output.contains("Kim"))
      let plain = try await me.ringtop("show", "--view", "friends")
      #expect(plain.output.contains("Kim") && plain.output.contains("50%"))
    }
    let gone = try #require(try await people(me).first)
    #expect(gone["isCurrent"] as? Bool == false && gone["points"] as? Int == 50)
    #expect((gone["since"] as? String)?.hasPrefix(Sandbox.today) == true)
    #expect((gone["problem"] as? String)?.contains("cannot be reached") == true)
    #expect(try await me.ringtop("status", "--friends").output.contains("Kim 0/1?"))
    #expect(try await me.ringtop("show", "--view", "friends").output.contains("offline since 23:0"))
    #expect(try await me.ringtop("friends", "remove", "Kim").code == 0)
    #expect(try await people(me).isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: me.path + "/.local/state/ringtop/friends") == [])
  }

  @Test("a revoked token is named as such")
  func revoked() async throws {
    let (kim, me) = (try Sandbox(), try Sandbox())
    #expect(try await me.ringtop("add", "move", "50", "kcal").code == 0)
    let file = try me.write(try await kim.ringtop("tokens", "add", "me", "--scope", "rings").output, to: "kim.txt")
    try await kim.serving { client, _ in
      #expect(try client.post("/v1/samples", sample("move", 250, "kcal")).status == 200)
      let url = "http://127.0.0.1:\(client.port)"
      #expect(try await me.ringtop("friends", "add", "Kim", url, "--token-file", file).code == 0)
      #expect(try await kim.ringtop("tokens", "revoke", "me").code == 0)
      let person = try #require(try await people(me).first)
      #expect((person["problem"] as? String)?.contains("does not accept the token for Kim") == true)
      #expect(try await me.ringtop("show", "--view", "friends").output.contains("wrong token since 23:0"))
    }
    // From another day, that of the last state is named.
    let later = try await me.ringtop(
      "show", "--view", "friends", environment: ["RINGTOP_CLOCK": "2026-11-17T09:00:00+01:00"])
    #expect(later.output.contains("offline since Sat 14 Nov"), "\(later.output)")
  }

  @Test("have names that can be seen and told apart, and addresses without secrets")
  func names() async throws {
    let me = try Sandbox()
    let file = try me.write("a-token-of-someone-0123456789\n", to: "token.txt")
    for (name, place, text) in [
      (" ", "http://127.0.0.1:1", "name of a friend"), ("You", "http://127.0.0.1:1", "name of a friend"),
      ("Kim", "ftp://example.org", "not the address of a server"),
      ("Kim", "http://me:secret@127.0.0.1/", "has no token or user name in it"),
    ] {
      let added = try await me.ringtop("friends", "add", name, place, "--token-file", file)
      #expect(added.code == 64 && added.errors.contains(text), "\(name) \(place): \(added)")
    }
    #expect(try await me.ringtop("friends", "list").output.hasPrefix("There are no friends"))
    // A damaged list costs neither a bar nor what does not depend on it.
    try me.write("{x", to: ".config/ringtop/friends")
    chmod(me.file(".config/ringtop/friends"), 0o600)
    #expect(try await me.ringtop("add", "move", "50", "kcal").code == 0)
    let line = try await me.ringtop("status", "--friends")
    #expect(line.code == 0 && line.output.contains("Move"), "\(line)")
    let watch = try await me.ringtop("watch", "--once")
    #expect(watch.code == 0 && watch.errors.contains("Friends are not followed: "), "\(watch)")
  }

  @Test("who pause their rings are shown so in the status line")
  func paused() async throws {
    let (robin, me) = (try Sandbox(), try Sandbox())
    for person in [robin, me] { #expect(try await person.ringtop("add", "move", "50", "kcal").code == 0) }
    #expect(try await robin.ringtop("goals", "pause").code == 0)
    #expect(try await me.ringtop("friends", "add", "Robin", try #require(robin.environment["RINGTOP_STORE"])).code == 0)
    #expect(try await me.ringtop("status", "--friends").output.contains("  Robin paused"))
    #expect(try await me.ringtop("status", "--friends", "--format", "json").output.contains(#""paused":true"#))
  }

  @Test("may have stores on the same machine")
  func family() async throws {
    let (robin, me) = (try Sandbox(), try Sandbox())
    #expect(try await me.ringtop("add", "move", "50", "kcal").code == 0)
    #expect(try await robin.ringtop("add", "move", "100", "kcal").code == 0)
    let path = try #require(robin.environment["RINGTOP_STORE"])
    #expect(try await me.ringtop("friends", "add", "Robin", me.path + "/none.sqlite").code == 66)
    #expect(try await me.ringtop("friends", "add", "Robin", path).code == 0)
    #expect(try await people(me).first?["points"] as? Int == 20)
    #expect(try await robin.ringtop("add", "move", "100", "kcal").code == 0)
    #expect(try await people(me).first?["points"] as? Int == 40)
  }

  @Test("a competition has a standing, a history and an end")
  func competition() async throws {
    let (robin, me) = (try Sandbox(), try Sandbox())
    #expect(try await me.ringtop("add", "move", "50", "kcal").code == 0)
    #expect(try await robin.ringtop("add", "move", "100", "kcal").code == 0)
    #expect(try await me.ringtop("friends", "add", "Robin", try #require(robin.environment["RINGTOP_STORE"])).code == 0)
    #expect(try await me.ringtop("friends", "compete", "Nobody").code == 66)
    // Robin's earlier days are not read, and must not count as days without points.
    #expect(try await me.ringtop("friends", "compete", "Robin", "--from", "2026-10-16").code == 64)
    #expect(try await me.ringtop("friends", "compete", "Robin", "--from", Sandbox.today).code == 0)
    #expect(try await me.ringtop("friends", "compete", "Robin", "--from", "2026-11-20").code == 1)
    func standing(_ clock: String) async throws -> [String: Any] {
      let person = try #require(try await people(me, ["RINGTOP_CLOCK": clock]).first)
      return try #require((person["competitions"] as? [[String: Any]])?.first)
    }
    let now = try await standing(Sandbox.clock)
    #expect(now["points"] as? Int == 10 && now["theirs"] as? Int == 20 && now["outcome"] as? String == "behind")
    #expect(now["to"] as? String == "2026-11-20" && now["isOver"] as? Bool == false)
    let end = try await standing("2026-11-21T08:00:00Z")
    #expect(end["isOver"] as? Bool == true && end["theirs"] as? Int == 20)
    // Announced once, also if the clock goes back and forth.
    var lines: [String] = []
    for clock in ["2026-11-21T08:00:00Z", "2026-11-20T08:00:00Z", "2026-11-21T09:00:00Z"] {
      lines += try await me.ringtop("watch", "--once", environment: ["RINGTOP_CLOCK": clock]).lines
    }
    #expect(lines.filter { $0.hasPrefix("The competition with Robin is over: lost, 10 to 20 points") }.count == 1)
  }

  @Test("a friend who closes all rings is an event, live")
  func closing() async throws {
    let (kim, me) = (try Sandbox(), try Sandbox())
    #expect(try await me.ringtop("add", "move", "50", "kcal").code == 0)
    let file = try me.write(try await kim.ringtop("tokens", "add", "me", "--scope", "rings").output, to: "kim.txt")
    try await kim.serving { client, _ in
      #expect(try client.post("/v1/samples", sample("move", 250, "kcal")).status == 200)
      let url = "http://127.0.0.1:\(client.port)"
      #expect(try await me.ringtop("friends", "add", "Kim", url, "--token-file", file).code == 0)
      try await Program.runBeside(
        [Program.ringtop, "watch", "--json"], environment: me.environment, outputPath: me.file("watch.txt")
      ) { program in
        let all =
          "[" + sample("move", 600, "kcal").replacingOccurrences(of: "12:", with: "13:") + ","
          + sample("exercise", 30, "min") + "," + stand + "]"
        let posted = try client.post("/v1/samples", all)
        #expect(posted.status == 200, "\(posted.body)")
        try await eventually("the event", state: { program.output }) {
          program.output.contains("Kim has closed all rings.") && program.output.contains("\"friend\":\"Kim\"")
        }
        program.send(SIGTERM)
        try await eventually("the end") { program.hasEnded }
      }
    }
  }

  @Test("the screen shows them, and follows them live")
  func screen() async throws {
    let (robin, me) = (try Sandbox(), try Sandbox())
    #expect(try await me.ringtop("add", "move", "50", "kcal").code == 0)
    #expect(try await robin.ringtop("add", "move", "100", "kcal").code == 0)
    #expect(try await me.ringtop("friends", "add", "Robin", try #require(robin.environment["RINGTOP_STORE"])).code == 0)
    // On the own page too, but not for those who may see the owner's rings only.
    let token = try await me.ringtop("tokens", "add", "kim", "--scope", "rings").output
    try await me.serving { client, _ in
      let page = try client.get("/").body
      #expect(page.contains("<th scope=\"row\">Robin</th><td>20%</td>") && page.contains(">You</th><td>10%</td>"))
      let kim = HTTPClient(port: client.port, token: token.trimmingCharacters(in: .newlines))
      let shared = try kim.get("/")
      #expect(shared.status == 200 && !shared.body.contains("Robin"))
    }
    try await TmuxScreen.dashboard(me) { screen in
      try await screen.type("B")
      try await screen.wait(for: "Robin")
      try await screen.wait(for: "20%")
      #expect(try await robin.ringtop("add", "move", "100", "kcal").code == 0)
      try await screen.wait(for: "40%")
    }
  }
}
