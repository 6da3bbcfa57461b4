import Foundation
import HealthImport
import Testing

@testable import Assistants

/// The requests that the protocol's inspector (version 2.3) sends when it connects and when each of its tabs is used, with its
/// capabilities and metadata, in both eras, to a server with a person's data.
@Suite("The inspector's requests")
struct InspectorTests {
  private static let capabilities = """
    {"sampling":{},"elicitation":{"form":{},"url":{}},"roots":{"listChanged":true},\
    "tasks":{"list":{},"cancel":{},"requests":{"sampling":{"createMessage":{}},"elicitation":{"create":{}}}},\
    "extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]},"io.modelcontextprotocol/tasks":{}}}
    """
  private static let client = #"{"name":"test","version":"2.3.0"}"#

  private static let arguments: [String: String] = [
    "statistics": #"{"type":"steps"}"#, "compare": #"{"type":"steps","first":"last week","second":"this week"}"#,
    "sql": #"{"statement":"select count(*) from sample"}"#,
  ]

  @Test("all of them are answered in the shape that the inspector requires", arguments: [false, true])
  func replay(isStateless: Bool) throws {
    let person = try PersonStore(.phoneAndWatch)
    let server = AssistantServer(
      program: .init(name: "ringtop", title: "ringtop", version: "1"), service: person.service)
    var id = 0
    func ask(_ method: String, _ params: [String] = []) throws -> JSONValue {
      let era =
        isStateless
        ? """
        "io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":\(Self.client),\
        "io.modelcontextprotocol/clientCapabilities":\(Self.capabilities),
        """ : ""
      let members = params + ["\"_meta\":{\(era)\"progressToken\":\(id)}"]
      let line =
        "{\"method\":\"\(method)\",\"params\":{\(members.joined(separator: ","))},\"jsonrpc\":\"2.0\",\"id\":\(id)}"
      id += 1
      let answer = try #require(server.answer(line: Array(line.utf8)))
      #expect(answer["error"] == nil && answer["id"]?.whole == id - 1, "\(method): \(answer.serialized.prefix(300))")
      let result = try #require(answer["result"])
      #expect((result["resultType"] == "complete") == isStateless, "\(method)")
      return result
    }
    if isStateless {
      #expect(try ask("server/discover")["supportedVersions"] == ["2026-07-28"])
    } else {
      let begun = try ask(
        "initialize",
        [
          "\"protocolVersion\":\"2025-11-25\"", "\"capabilities\":\(Self.capabilities)",
          "\"clientInfo\":\(Self.client)",
        ])
      #expect(begun["protocolVersion"] == "2025-11-25")
      // Without these two the inspector neither sets a level of logging nor asks for completions.
      #expect(begun["capabilities"]?["logging"] == nil && begun["capabilities"]?["completions"] == nil)
      let notification = #"{"method":"notifications/initialized","jsonrpc":"2.0"}"#
      #expect(server.answer(line: Array(notification.utf8)) == nil)
      _ = try ask("ping")
    }
    let tools = try ask("tools/list")["tools"]?.array ?? []
    #expect(tools.count == person.service.tools.count && !tools.isEmpty)
    for tool in tools {
      let name = try #require(tool["name"]?.text)
      #expect(tool["inputSchema"]?["type"] == "object" && tool["outputSchema"]?["type"] == "object", "\(name)")
      let result = try ask("tools/call", ["\"name\":\"\(name)\"", "\"arguments\":\(Self.arguments[name] ?? "{}")"])
      #expect(result["isError"] != true && result["content"]?.array?.first?["type"] == "text", "\(name): \(result)")
      // What a tool promises is compared with its schema.
      for key in tool["outputSchema"]?["required"]?.array ?? [] {
        #expect(result["structuredContent"]?[key.text ?? ""] != nil, "\(name): \(key)")
      }
    }
    for resource in try ask("resources/list")["resources"]?.array ?? [] {
      let address = try #require(resource["uri"]?.text)
      let contents = try ask("resources/read", ["\"uri\":\"\(address)\""])["contents"]?.array ?? []
      #expect(contents.count == 1 && contents[0]["uri"]?.text == address && contents[0]["text"]?.text?.isEmpty == false)
    }
    let templates = try ask("resources/templates/list")["resourceTemplates"]?.array ?? []
    #expect(templates.allSatisfy { $0["uriTemplate"]?.text != nil && $0["name"]?.text != nil })
    let prompts = try ask("prompts/list")["prompts"]?.array ?? []
    #expect(!prompts.isEmpty)
    for prompt in prompts {
      let found = try ask("prompts/get", ["\"name\":\"\(prompt["name"]?.text ?? "")\"", "\"arguments\":{}"])
      #expect(found["messages"]?.array?.first?["content"]?["type"] == "text", "\(found)")
    }
  }
}
