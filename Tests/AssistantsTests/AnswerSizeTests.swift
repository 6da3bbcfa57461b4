import Foundation
import HealthImport
import HealthModel
import TestSupport
import Testing

@testable import Assistants

/// Answers are small, and complete over their pages.
@Suite("The size of answers")
struct AnswerSizeTests {
  private static let questions: [(String, JSONValue)] = [
    ("health_overview", [:]), ("day", [:]), ("statistics", ["type": "steps", "period": "all", "by": "day"]),
    ("statistics", ["type": "heartRate", "period": "last 30 days", "by": "hour"]),
    ("statistics", ["type": "nightSleep", "period": "last 60 days"]), ("workouts", ["period": "all"]),
    ("sleep", ["period": "all"]), ("audit", ["period": "all"]),
    ("sql", ["statement": "select start, value, source from sample order by start"]),
    ("compare", ["type": "steps", "first": "2026-09", "second": "2026-10"]),
  ]

  @Test("no answer is longer than 2,000 tokens, none that is asked for is longer than 20,000, and the text is shorter")
  func sizes() throws {
    let person = try PersonStore(.phoneAndWatch)
    for (tool, arguments) in Self.questions {
      let standard = person.ask(tool, arguments)
      let structured = try #require(standard.structured, "\(standard.text)").serialized
      #expect(structured.utf8.count <= Answer.Size.standard, "\(tool): \(structured.utf8.count)")
      #expect(standard.text.utf8.count <= structured.utf8.count, "\(tool)")
      guard tool != "day", tool != "compare" else { continue }
      let large = person.ask(tool, arguments.adding("limit", 1_000))
      #expect(large.structured?.serialized.utf8.count ?? .max <= Answer.Size.largest, "\(tool)")
    }
  }

  @Test("the pages of an answer together are the whole answer")
  func pages() throws {
    let person = try PersonStore(.phoneAndWatch)
    let questions: [(String, JSONValue)] = [
      ("health_overview", [:]), ("statistics", ["type": "steps", "period": "all", "by": "day"]),
      ("statistics", ["type": "heartRate", "period": "last 4 days", "by": "hour"]),
      ("workouts", ["period": "all"]), ("sleep", ["period": "all"]), ("audit", ["period": "all"]),
      ("sql", ["statement": "select start, value, source from sample order by start limit 300"]),
    ]
    for (tool, arguments) in questions {
      func rows(_ result: ToolResult) -> [JSONValue] { result.structured?["rows"]?.array ?? [] }
      var all: [JSONValue] = []
      var cursor: JSONValue?
      for _ in 0..<1_000 {
        let limit = arguments.adding("limit", 13)
        let page = person.ask(tool, cursor.map { limit.adding("cursor", $0) } ?? limit)
        #expect(rows(page).count <= 13)
        all += rows(page)
        cursor = page.structured?["more"]
        if cursor == nil { break }
      }
      var whole: [JSONValue] = []
      var next: JSONValue?
      repeat {
        let page = person.ask(tool, next.map { arguments.adding("cursor", $0) } ?? arguments)
        whole += rows(page)
        next = page.structured?["more"]
      } while next != nil
      #expect(all == whole, "\(tool)")
      #expect(all.count > 2, "\(tool)")
    }
  }

  @Test(
    "an answer has what its schema says, also one of which most is unknown",
    arguments: [nil, [], ["stepCount", "activitySummary", "workout", "sleepAnalysis"]] as [[String]?])
  func schemas(shares: [String]?) throws {
    let person = try PersonStore(shares == nil ? .phoneAndWatch : .phoneAlone, shares: shares)
    let unknown: [(String, JSONValue)] = [
      ("day", ["date": "2020-01-01"]), ("statistics", ["type": "steps", "period": "2020"]),
      ("statistics", ["type": "stand", "period": "2020"]), ("sleep", ["period": "2020"]),
      ("statistics", ["type": "bodyMass", "period": "2020"]), ("workouts", ["period": "2020"]),
      ("compare", ["type": "steps", "first": "2019", "second": "2020"]), ("audit", ["period": "2020"]),
      ("statistics", ["type": "sleepDebt", "period": "2020"]),
    ]
    var count = 0
    for (tool, arguments) in Self.questions + unknown {
      let listing = try #require(person.service.tools.first { $0.name == tool }).listing(.july2026)
      let schema = try #require(listing["outputSchema"])
      guard let answer = person.ask(tool, arguments).structured else { continue }
      count += 1
      for member in answer.members ?? [] {
        guard let type = schema["properties"]?[member.key]?["type"] else { continue }
        let found: JSONValue =
          switch member.value {
          case .null: "null"
          case .text: "string"
          case .boolean: "boolean"
          case .whole, .number: "number"
          case .array: "array"
          case .object: "object"
          }
        #expect(type == found || type.array?.contains(found) == true, "\(tool) \(arguments) \(member.key)")
      }
      #expect(answer["answer"]?.text?.isEmpty == false)
    }
    #expect(count >= 12)
  }

  @Test("the page of a tool can be read, loads nothing, and reads what the answer has")
  func page() throws {
    let person = try PersonStore(.phoneAndWatch)
    let caller = Caller(client: PersonStore.client, revision: .july2026)
    let tool = try #require(person.service.tools.first { $0.name == "day" })
    let address = try #require(tool.listing(.july2026)["_meta"]?["ui"]?["resourceUri"]?.text)
    let listed = try #require(person.service.resources.array?.first { $0["uri"]?.text == address })
    let page = try #require(try person.service.read(address, caller))
    #expect(page["mimeType"] == "text/html;profile=mcp-app" && listed["mimeType"] == page["mimeType"])
    let html = try #require(page["text"]?.text)
    for word in ["src=", "href", "fetch(", "import", "innerHTML", "https:"] { #expect(!html.contains(word)) }
    #expect(html.replacing("http://www.w3.org/2000/svg", with: "").contains("http:") == false)
    let rings = try #require(person.ask("day").structured?["rings"])
    for name in ["move", "exercise", "stand"] {
      #expect(html.contains("\(name): \"#"))
      for member in ["value", "goal", "unit"] {
        #expect(rings[name]?[member] != nil && html.contains("ring.\(member)"))
      }
    }
    #expect(person.ask("day").structured?["period"]?["from"] != nil && html.contains("period?.from"))
  }

  @Test("the list of tools is small enough to be in every conversation")
  func tools() throws {
    let person = try PersonStore(.phoneAlone)
    let listing = person.service.tools.map { $0.listing(.july2026).serialized }.joined()
    #expect(person.service.tools.count <= 8)
    #expect(listing.utf8.count < 14_000)
  }
}
