import Foundation
import TestSupport
import Testing

@Suite("ringtop mcp", .serialized, .programs, .timeLimit(.minutes(10)))
struct MCPTests {
  private static func call(_ tool: String, _ arguments: String = "{}", client: String = "Kim's Client") -> String {
    """
    {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\(tool)","arguments":\(arguments),"_meta":\
    {"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},\
    "io.modelcontextprotocol/clientInfo":{"name":"\(client)","version":"1"}}}}

    """
  }

  private func ask(_ sandbox: Sandbox, _ lines: String, _ arguments: String...) async throws -> Ending {
    try await Program.run([Program.ringtop, "mcp"] + arguments, environment: sandbox.environment, input: lines)
  }

  @Test("nothing is shared before it is allowed, then what is allowed, and nothing after it is taken back")
  func permissions() async throws {
    let sandbox = try Sandbox()
    _ = try await sandbox.ringtop("add", "steps", "500")
    _ = try await sandbox.ringtop("add", "heartRate", "62")
    let steps = Self.call("statistics", #"{"type":"steps","period":"today"}"#)
    let before = try await ask(sandbox, steps)
    #expect(before.code == 0 && before.lines.count == 1)
    #expect(before.output.contains("Nothing is shared with kim-s-client yet"))
    #expect(before.output.contains("\"isError\":true") && !before.output.contains("500"))
    let allowed = try await sandbox.ringtop("mcp", "--allow", "kim-s-client", "stepCount")
    #expect(allowed.output.hasPrefix("mcp:kim-s-client may read stepCount."))
    let after = try await ask(sandbox, steps + Self.call("statistics", #"{"type":"heartRate"}"#))
    #expect(after.lines[0].contains("\"value\":500,\"unit\":\"count\""))
    #expect(after.lines[1].contains("does not share heartRate"))
    #expect(try await ask(sandbox, Self.call("day", client: "Other")).output.contains("Nothing is shared with other"))
    // The name that the person has given counts, whatever the client says.
    #expect(try await ask(sandbox, steps, "--client", "other").output.contains("Nothing is shared with other"))
    let listed = try await sandbox.ringtop("permissions")
    #expect(listed.output.contains("mcp:kim-s-client") && listed.output.contains("stepCount"))
    _ = try await sandbox.ringtop("permissions", "revoke", "mcp:kim-s-client")
    #expect(try await ask(sandbox, steps).output.contains("Nothing is shared"))
    let log = try await sandbox.ringtop("mcp", "--log")
    #expect(log.lines.count == 6)
    #expect(log.lines[0].contains(#""client":"mcp:kim-s-client","tool":"statistics""#))
    #expect(log.lines[0].contains(#""answered":"refused""#) && log.lines[1].contains(#""answered":"sent""#))
    #expect(!log.output.contains("500"))
  }

  @Test("statistics of Move and Exercise follow the ring: its unit, and its recorded days without any")
  func rings() async throws {
    let sandbox = try Sandbox()
    let fixture = ExportFixture(days: 3)
    let day = fixture.day(daysBefore: 1)
    // The watch records energy on this day, and no minute of exercise.
    let lines = fixture.xml.split(separator: "\n", omittingEmptySubsequences: false)
    var kept: [Substring] = []
    var isLeftOut = false
    for line in lines {
      if line.contains("<Record ") { isLeftOut = line.contains("AppleExerciseTime") && line.contains(day) }
      if !isLeftOut { kept.append(line) }
      if line.contains("</Record>") { isLeftOut = false }
    }
    let xml = kept.joined(separator: "\n").replacing(
      "appleExerciseTime=\"\(ExportFixture.rings(daysBefore: 1).exercise)\"", with: "appleExerciseTime=\"0\"")
    #expect(try await sandbox.ringtop("import", "--quiet", sandbox.write(xml, to: "zero.xml")).code == 0)
    _ = try await sandbox.ringtop("mcp", "--allow", "kim-s-client")
    let found = try await ask(
      sandbox, Self.call("statistics", #"{"type":"exercise","period":"last 3 days","by":"day"}"#))
    #expect(found.output.contains("3 of 3 days have data"), "\(found)")
    #expect(found.output.contains("\"perDay\":14.66") || found.output.contains("\"perDay\":14.67"), "\(found)")
    #expect(found.output.contains("[\"\(day)\",0]"), "\(found)")
    let chart = try await sandbox.ringtop("chart", "exercise", "--period", "week")
    #expect(chart.output.contains("44 min, 14.7 a day"), "\(chart)")

    let minutes = ExportFixture(days: 3).xml.replacing(
      "appleMoveTime=\"0\" appleMoveTimeGoal=\"0\"", with: "appleMoveTime=\"47\" appleMoveTimeGoal=\"60\"")
    sandbox.store = sandbox.file("child.sqlite")
    #expect(try await sandbox.ringtop("import", "--quiet", sandbox.write(minutes, to: "child.xml")).code == 0)
    _ = try await sandbox.ringtop("mcp", "--allow", "kim-s-client")
    let move = try await ask(sandbox, Self.call("statistics", #"{"type":"move","period":"yesterday"}"#))
    #expect(move.output.contains("\"value\":47,\"unit\":\"min\""), "\(move)")
  }

  @Test("private categories are shared only if they are named")
  func categories() async throws {
    let sandbox = try Sandbox()
    _ = try await sandbox.ringtop("add", "steps", "500")
    _ = try await sandbox.ringtop("add", "ovulationTestResult", "negative")
    let events = Self.call("statistics", #"{"type":"ovulationTestResult","period":"today"}"#)
    _ = try await sandbox.ringtop("mcp", "--allow", "kim-s-client")
    let refused = try await ask(sandbox, events)
    #expect(refused.output.contains("--allow kim-s-client cycle"))
    #expect(!(try await ask(sandbox, Self.call("health_overview"))).output.contains("ovulation"))
    _ = try await sandbox.ringtop("mcp", "--allow", "kim-s-client", "cycle")
    #expect(try await ask(sandbox, events).output.contains("\"value\":1"))
    let unknown = try await sandbox.ringtop("mcp", "--allow", "kim-s-client", "cycling")
    #expect(unknown.code == 64 && unknown.errors.contains("Categories are cycle, sexualActivity"))
  }

  @Test("a store that does not exist is an answer, not an end, and one that changes is read afresh")
  func stores() async throws {
    let sandbox = try Sandbox()
    let missing = try await ask(sandbox, Self.call("day") + Self.call("day"))
    #expect(missing.code == 0 && missing.lines.count == 2)
    #expect(missing.output.contains("\"isError\":true"))
    #expect(!FileManager.default.fileExists(atPath: sandbox.store))
    _ = try await sandbox.ringtop("add", "steps", "500")
    _ = try await sandbox.ringtop("mcp", "--allow", "kim-s-client")
    let steps = Self.call("statistics", #"{"type":"steps","period":"today"}"#)
    try sandbox.write(steps, to: "steps")
    // The second question is asked once the first is answered.
    let live = try await sandbox.shell(
      "cd \"$HOME\" && : > out && (cat steps; for _ in {1..600}; do [ -s out ] && break; sleep 0.1; done; "
        + "$RINGTOP add steps 700 --at 12:00 >&2; cat steps) | $RINGTOP mcp > out; cat out")
    #expect(live.lines.first?.contains("\"value\":500") == true)
    #expect(live.lines.last?.contains("\"value\":1200") == true, "\(live.output) \(live.errors)")
  }

  @Test("a change needs --allow-write, permission and its code, and ringtop undo takes it back")
  func changes() async throws {
    let sandbox = try Sandbox()
    _ = try await sandbox.ringtop("add", "steps", "500")
    #expect(try await sandbox.ringtop("mcp", "--allow", "kim-s-client", "--allow-write").code == 64)
    let allowed = try await sandbox.ringtop("mcp", "--allow", "kim-s-client", "--allow-write", "bodyMass")
    #expect(allowed.output.hasPrefix("mcp:kim-s-client may read and change bodyMass."))
    let weight = #"{"type":"bodyMass","value":"80.5 kg"}"#
    #expect(try await ask(sandbox, Self.call("add_sample", weight)).output.contains("Unknown tool: add_sample"))
    try sandbox.write(Self.call("add_sample", weight), to: "first")
    try sandbox.write(Self.call("add_sample", String(weight.dropLast()) + #","confirm":"CODE"}"#), to: "second")
    let asked = try await sandbox.shell(
      """
      cd "$HOME" && coproc M { "$RINGTOP" mcp --allow-write; }
      cat first >&${M[1]} && read -r -t 120 a <&${M[0]} && "$RINGTOP" query bodyMass >&2
      code=$(sed -E 's/.*"confirm":"([a-z0-9]+)".*/\\1/' <<< "$a") && sed "s/CODE/$code/" second >&${M[1]}
      read -r -t 120 b <&${M[0]} && echo "$a" && echo "$b"
      """)
    #expect(asked.lines.first?.contains("would add 80.50 kg to Body mass, 2026-11-14 23:00") == true, "\(asked)")
    #expect(!asked.errors.contains("80.5"))
    #expect(asked.lines.last?.contains("\"done\":true") == true, "\(asked)")
    #expect(try await sandbox.ringtop("query", "bodyMass").output.contains("80.5"))
    #expect(!(try await sandbox.ringtop("mcp", "--log")).output.contains("80.5"))
    #expect(try await sandbox.ringtop("undo").output.hasPrefix("Undone: add 80.50 kg to Body mass"))
    #expect(!(try await sandbox.ringtop("query", "bodyMass")).output.contains("80.5"))
    let remote = try await sandbox.ringtop("mcp", "--allow-write", "--store", "http://127.0.0.1:9")
    #expect(remote.code == 73 && remote.errors.contains("read-only here"))
  }

  @Test("what a client needs is printed as it must be entered")
  func setup() async throws {
    let sandbox = try Sandbox()
    let code = try await sandbox.ringtop("mcp", "--print-setup", "claude-code")
    #expect(code.output.contains("claude mcp add ringtop -- ") && code.output.contains("mcp --client claude-code"))
    for client in ["claude-desktop", "vscode", "cursor", "zed"] {
      let text = try await sandbox.ringtop("mcp", "--print-setup", client, "--store", "/a b/\"c\".sqlite").output
      let json = try #require(text.firstIndex(of: "{").map { String(text[$0...]) })
      let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
      let servers = ["mcpServers", "servers", "context_servers"].compactMap { object?[$0] as? [String: Any] }.first
      let server = servers?["ringtop"] as? [String: Any]
      #expect(
        server?["args"] as? [String] == ["mcp", "--client", client, "--store", "/a b/\"c\".sqlite"], "\(client)")
      #expect((server?["command"] as? String)?.hasSuffix("ringtop") == true)
    }
    #expect(try await sandbox.ringtop("mcp", "--print-setup", "codex").output.contains("[mcp_servers.ringtop]"))
    #expect(try await sandbox.ringtop("mcp", "--print-setup", "other").code == 64)
    #expect(try await sandbox.ringtop("mcp", "--allow", "a", "--log").code == 64)
  }

  @Test("the demo answers without a store and without permission, and leaves nothing")
  func demo() async throws {
    let sandbox = try Sandbox()
    let folder = sandbox.file("temporary")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    sandbox.environment["TMPDIR"] = folder
    let answer = try await ask(sandbox, Self.call("day", #"{"date":"today"}"#), "--demo")
    #expect(answer.output.contains("2026-11-14 (today, so far): move "))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    #expect(!FileManager.default.fileExists(atPath: sandbox.store))
    #expect(try await sandbox.ringtop("mcp", "--log").output == "No client has asked anything yet.\n")
  }

  #if os(Linux)
    @Test("while it waits for a question, the code that the last one used is not resident")
    func memory() async throws {
      let sandbox = try Sandbox()
      let question = try sandbox.write(Self.call("day", #"{"date":"today"}"#), to: "question")
      // The pipe stays open for writing, so that the input does not end.
      let script = "mkfifo \"$1\" && exec 3<>\"$1\" && cat \"$2\" >&3 && exec \"$3\" mcp --demo <&3"
      try await Program.runBeside(
        ["bash", "-c", script, "bash", sandbox.file("input"), question, Program.ringtop],
        environment: sandbox.environment, outputPath: sandbox.file("output")
      ) { server in
        try await eventually("an answer") { server.output.contains("today, so far") }
        try await eventually("less of its files resident than half of the most") {
          let status = try String(contentsOfFile: "/proc/\(server.identifier)/status", encoding: .utf8)
          func kilobytes(_ name: String) -> Int? {
            status.split(separator: "\n").first { $0.hasPrefix(name) }?.split(separator: " ").dropLast().last.flatMap {
              Int($0)
            }
          }
          let (most, own, files) = (kilobytes("VmHWM:"), kilobytes("RssAnon:"), kilobytes("RssFile:"))
          guard let most, let own, let files else { return false }
          return files * 2 < most - own
        }
      }
    }
  #endif

  private func headers(for tool: String) -> [String: String] {
    [
      "Content-Type": "application/json", "Accept": "application/json, text/event-stream",
      "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": tool,
    ]
  }

  @Test("a server answers assistants at /mcp with tokens for them")
  func http() async throws {
    let sandbox = try Sandbox()
    _ = try await sandbox.ringtop("add", "steps", "500")
    _ = try await sandbox.ringtop("mcp", "--allow", "kim-s-client")
    let token = try await sandbox.ringtop("tokens", "add", "claude", "--scope", "assistants").output
    try await sandbox.serving("--assistants") { client, _ in
      let assistant = HTTPClient(port: client.port, token: String(token.dropLast()))
      let headers = headers(for: "statistics")
      let steps = Self.call("statistics", #"{"type":"steps","period":"today"}"#)
      let answer = try assistant.post("/mcp", steps, headers: headers)
      #expect(answer.status == 200 && answer.body.contains("\"value\":500"))
      let stranger = Self.call("statistics", #"{"type":"steps"}"#, client: "Stranger")
      #expect(try assistant.post("/mcp", stranger, headers: headers).body.contains("Nothing is shared with stranger"))
      #expect(try client.post("/mcp", steps, headers: headers).status == 200)
      #expect(try assistant.get("/v1/summary").status == 403)
      #expect(try client.get("/v1/summary").status == 200)
      #expect(try client.get("/metrics").body.contains("ringtop_requests_total{route=\"/mcp\",status=\"200\"} 3"))
    }
    // The name that the person has given counts, whatever the client says.
    try await sandbox.serving("--assistants", "--client", "other") { client, _ in
      let answer = try client.post("/mcp", Self.call("day"), headers: headers(for: "day"))
      #expect(answer.body.contains("Nothing is shared with other yet"))
    }
    #expect(try await sandbox.ringtop("serve", "--client", "other").code == 64)
  }
}
