import Foundation
import HealthImport
import HealthModel
import TestSupport
import Testing

@testable import Assistants

/// The messages of the protocol, in both eras.
@Suite("Messages of the protocol")
struct ProtocolTests {
  private static let meta = """
    "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},\
    "io.modelcontextprotocol/clientInfo":{"name":"Test","version":"1"}}
    """
  private static let initialize = """
    {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},\
    "clientInfo":{"name":"Test","version":"1"}}}
    """

  private static func server() -> AssistantServer {
    AssistantServer(program: .init(name: "ringtop", title: "ringtop", version: "1"), service: EchoService())
  }

  private static func answer(_ server: AssistantServer, _ line: String) -> JSONValue? {
    server.answer(line: Array(line.utf8))
  }

  @Test("initialize agrees on the revision that the client asks for, otherwise on the newest with a session")
  func initializes() {
    for (asked, agreed) in [
      ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"),
      ("2024-11-05", "2025-11-25"), ("2026-07-28", "2025-11-25"), ("2099-01-01", "2025-11-25"),
    ] {
      let result = Self.answer(Self.server(), Self.initialize.replacing("2025-11-25", with: asked))?["result"]
      #expect(result?["protocolVersion"]?.text == agreed)
      #expect(result?["serverInfo"]?["name"] == "ringtop")
      #expect(result?["resultType"] == nil)
    }
  }

  @Test("before initialize only ping is answered")
  func needsInitialize() {
    let server = Self.server()
    #expect(Self.answer(server, #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)?["result"] == [:])
    let error = Self.answer(server, #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)?["error"]
    #expect(error?["code"] == -32602)
    _ = Self.answer(server, Self.initialize)
    #expect(Self.answer(server, #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)?["result"]?["tools"] != nil)
  }

  @Test("a stateless request needs no session, and its result says what it is")
  func stateless() {
    let server = Self.server()
    let found = Self.answer(
      server, "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"server/discover\",\"params\":{\(Self.meta)}}")
    #expect(found?["id"] == "a")
    #expect(found?["result"]?["supportedVersions"] == ["2026-07-28"])
    #expect(found?["result"]?["resultType"] == "complete")
    #expect(found?["result"]?["ttlMs"]?.whole == 3_600_000)
    #expect(found?["result"]?["cacheScope"] == "public")
    #expect(found?["result"]?["_meta"]?["io.modelcontextprotocol/serverInfo"]?["version"] == "1")
    // Removed from this revision.
    let ping = Self.answer(server, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\(Self.meta)}}")
    #expect(ping?["error"]?["code"] == -32601)
  }

  @Test("an unknown revision is refused with those that are known, and missing capabilities are")
  func versions() {
    let line = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\(Self.meta)}}"
    let unknown = Self.answer(Self.server(), line.replacing("2026-07-28", with: "1900-01-01"))?["error"]
    #expect(unknown?["code"] == -32022)
    #expect(
      unknown?["data"] == [
        "supported": ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"], "requested": "1900-01-01",
      ])
    let incomplete = Self.answer(Self.server(), line.replacing("/clientCapabilities", with: "/other"))?["error"]
    #expect(incomplete?["code"] == -32602)
  }

  @Test("structured content is sent only in revisions that have it")
  func structured() {
    for (version, isStructured) in [("2025-03-26", false), ("2025-06-18", true)] {
      let server = Self.server()
      _ = Self.answer(server, Self.initialize.replacing("2025-11-25", with: version))
      let call = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"a"}}}"#
      let result = Self.answer(server, call)?["result"]
      #expect((result?["structuredContent"] != nil) == isStructured)
      #expect(result?["content"]?.array?.first?["text"]?.text?.contains("a") == true)
      let tool = Self.answer(server, #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)?["result"]?["tools"]?.array?
        .first
      #expect((tool?["outputSchema"] != nil) == isStructured)
      #expect(tool?["annotations"]?["readOnlyHint"] == true)
    }
  }

  @Test(
    "a message that is not one has an error with its code",
    arguments: [
      ("{", -32700), ("", -32700), ("nothing", -32700), ("\"text\"", -32600), ("[]", -32600), ("{}", -32600),
      (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600), (#"{"jsonrpc":"2.0","id":1}"#, -32600),
      (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1e99,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1,"method":5}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32602),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/cal"}"#, -32601),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}"#, -32602),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"none"}}"#, -32602),
      (#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":""}}"#, -32602),
      (#"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}"#, -32002),
      (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600),
    ] as [(String, Int)])
  func errors(line: String, code: Int) {
    let server = Self.server()
    _ = Self.answer(server, Self.initialize)
    let answer = Self.answer(server, line)
    #expect(answer?["error"]?["code"]?.whole == code, "\(line)")
    #expect(answer?["result"] == nil)
  }

  @Test("deep, long and large messages are refused: nothing is repeated of them")
  func limits() {
    let server = Self.server()
    let deep = String(repeating: "[", count: 100_000)
    #expect(Self.answer(server, deep)?["error"]?["code"] == -32700)
    let wide = "[" + String(repeating: "1,", count: 200_000) + "1]"
    #expect(Self.answer(server, wide)?["error"]?["code"] == -32700)
    let id = String(repeating: "x", count: 100_000)
    let long = Self.answer(server, #"{"jsonrpc":"2.0","id":"\#(id)","method":"ping"}"#)
    #expect(long?["error"]?["code"] == -32600)
    #expect(long?["id"] == nil)
    let method = Self.answer(server, #"{"jsonrpc":"2.0","id":1,"method":"\#(id)"}"#)
    #expect(method?.serialized.utf8.count ?? .max < 300)
  }

  @Test("batches are answered in the one revision that has them")
  func batches() {
    let server = Self.server()
    _ = Self.answer(server, Self.initialize.replacing("2025-11-25", with: "2025-03-26"))
    let answers = Self.answer(
      server,
      #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"},{"jsonrpc":"2.0","id":"b","method":"ping"}]"#
    )
    #expect(answers?.array?.map { $0["id"] } == [1, "b"])
  }

  private static let mutationCount =
    ProcessInfo.processInfo.environment["RINGTOP_MUTATIONS"].flatMap(Int.init) ?? 20_000

  @Test("no mutation of a message stops the server, and each answer is a message")
  func mutations() throws {
    let lines = [
      Self.initialize, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\(Self.meta)}}",
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"a","count":7}}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"ringtop://numbers"}}"#,
    ].map { Array($0.utf8) }
    var random = SplitMix(seed: 31)
    let server = Self.server()
    var answered = 0
    for turn in 0..<Self.mutationCount {
      var line = lines[turn % lines.count]
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<line.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: line[place] = UInt8.random(in: 0...255, using: &random)
        case 1: line.remove(at: place)
        case 2: line.insert(contentsOf: Array("{}[]\",:0e-\\".utf8).shuffled(using: &random).prefix(2), at: place)
        default: line.insert(contentsOf: line[place...].prefix(20), at: place)
        }
        if line.isEmpty { line = [0x20] }
      }
      guard let answer = server.answer(line: line) else { continue }
      answered += 1
      let again = try JSONValue(parsing: Array(answer.serialized.utf8), mostValues: 10_000)
      #expect(again["jsonrpc"] == "2.0")
      #expect((again["result"] == nil) != (again["error"] == nil))
    }
    #expect(answered > Self.mutationCount / 4 * 3)
  }

  @Test("values are written as JSON that reads back as the same value")
  func writing() throws {
    let values: [JSONValue] = [
      .null, true, .whole(.min), .whole(.max), .number(0.1), .number(1e300), .text("\"\\\n\u{0}\u{7F}\u{2028}é🏃"),
      ["a": [1, [:], []], "b": "c"],
    ]
    for value in values {
      #expect(try JSONValue(parsing: Array(value.serialized.utf8), mostValues: 100) == value)
      #expect(!value.serialized.utf8.contains(0x0A))
    }
    #expect(JSONValue.number(.nan).serialized == "null")
    #expect(JSONValue.number(.infinity).serialized == "null")
  }

  @Test("measured numbers keep six digits, and whole numbers all")
  func measured() {
    #expect(JSONValue.measured(940.2724999).serialized == "940.272")
    #expect(JSONValue.measured(1_234_567).serialized == "1234567")
    #expect(JSONValue.measured(1_234_567.8).serialized == "1234568")
    #expect(JSONValue.measured(0.123456789).serialized == "0.123457")
    #expect(JSONValue.measured(-0.5).serialized == "-0.5")
    #expect(JSONValue.measured(0).serialized == "0")
    #expect(JSONValue.measured(nil) == .null)
    #expect(JSONValue.measured(.infinity) == .null)
    #expect(JSONValue.measured(1e-300).serialized.utf8.count < 20)
  }
}

/// The transport on pipes.
@Suite("Lines of messages", .timeLimit(.minutes(2)))
struct LineTransportTests {
  /// What the server writes for an input.
  private func output(of input: [UInt8], pieces: Int = 1 << 16) throws -> [String] {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let lines = Lock<[String]>([])
    let server = AssistantServer(program: .init(name: "r", title: "r", version: "1"), service: EchoService())
    let writer = ends[1]
    try WorkerThread.start {
      var rest = input[...]
      while !rest.isEmpty {
        let part = Array(rest.prefix(pieces))
        guard write(writer, part, part.count) == part.count else { break }
        rest = rest.dropFirst(part.count)
      }
      close(writer)
    }
    try LineTransport(server: server, input: ends[0]) { line in
      lines.withLock { $0.append(line) }
      return true
    }.run()
    close(ends[0])
    return lines.withLock(\.self)
  }

  private static let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#

  @Test("messages are lines, however they are cut, and the last needs no end")
  func lines() throws {
    let input = Array("\(Self.ping)\n\r\n  \n\(Self.ping)\r\n\(Self.ping)".utf8)
    for pieces in [1, 7, 1_000] {
      let found = try output(of: input, pieces: pieces)
      #expect(found == Array(repeating: #"{"jsonrpc":"2.0","id":1,"result":{}}"# + "\n", count: 3))
    }
  }

  @Test("a line that is too long is refused once, and the next one is read")
  func longLines() throws {
    let long = [UInt8](repeating: 0x78, count: 3 << 20)
    let found = try output(of: long + Array("\n\(Self.ping)\n".utf8))
    #expect(found.count == 2)
    // A ping may overtake.
    #expect(found.contains { $0.contains("-32600") })
    #expect(found.contains { $0.contains("result") })
  }

  @Test("half a message at the end is an error, and a flood is answered completely")
  func floods() throws {
    #expect(try output(of: Array(#"{"jsonrpc":"2.0","id":1,"met"#.utf8)).first?.contains("-32700") == true)
    let call = #"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo"}}"# + "\n"
    let found = try output(of: Array(String(repeating: call, count: 5_000).utf8))
    #expect(found.count == 5_000)
  }

  @Test("a request that runs learns that it was cancelled")
  func cancellingWhatRuns() throws {
    let lines = [
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"until cancelled"}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo"}}"#,
    ]
    let found = try output(of: Array((lines.joined(separator: "\n") + "\n").utf8))
    #expect(found.count == 2 && found.last?.contains(#""id":2"#) == true)
  }

  @Test("a cancelled request has no answer, others have")
  func cancelling() throws {
    let lines = [
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow"}}"#,
      #"{"jsonrpc":"2.0","id":"two","method":"tools/call","params":{"name":"echo"}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"two"}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"echo"}}"#,
    ]
    let ids = try output(of: Array((lines.joined(separator: "\n") + "\n").utf8))
      .map { try JSONValue(parsing: Array($0.utf8), mostValues: 1_000)["id"] }
    // The ping does not wait for the slow call, and may overtake what was answered before that.
    #expect(ids.filter { $0 != 3 } == [0, 1, 4])
    #expect(ids.prefix(2).contains(3))
  }
}

/// A service without a store.
struct EchoService: AssistantService {
  let instructions = "Echoes."
  let tools: [any AssistantTool] = [EchoTool()]
  let resources: JSONValue = []
  let resourceTemplates: JSONValue = []
  let prompts: JSONValue = []

  func call(_ name: String, _ arguments: JSONValue, _ caller: Caller) -> ToolResult? {
    switch name {
    case "slow":
      // Until all lines have been read.
      Thread.sleep(forTimeInterval: 0.5)
      return ToolResult(structured: [:])
    case "until cancelled":
      while !caller.isCancelled() { sched_yield() }
      return ToolResult(structured: [:])
    case "echo": return ToolResult(structured: ["answer": "echo", "arguments": arguments])
    default: return nil
    }
  }

  func read(_ address: String, _ caller: Caller) throws -> JSONValue? { nil }
  func prompt(_ name: String, _ arguments: JSONValue) throws -> JSONValue? { nil }
}

private struct EchoTool: AssistantTool {
  let name = "echo"
  let title = "Echo"
  let description = "Repeats its arguments."
  let parameters = [ToolParameter("text", .text)]
  let results: [ToolParameter] = []

  func run(_ arguments: ToolArguments, _ context: ToolContext) throws -> Answer { Answer("echo") }
}
