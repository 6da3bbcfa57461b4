import Configuration
import Demo
import Foundation
import HealthDatabase
import HealthImport
import HealthModel
import HealthQueries
import OpenHealthKit
import Testing

@testable import Assistants

/// The questions in the book have the answers that the book says.
@Suite("Questions in the book")
struct DocumentedQuestionsTests {
  private static let page = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Assets/docs/assistants.md")

  /// A call as the page writes it, `statistics {"type":"steps"}`, and the sentence that follows.
  private static func questions() throws -> [(call: String, answer: String)] {
    let text = try String(contentsOf: page, encoding: .utf8)
    return text.matches(of: /(?m)^> (\w+ \{.*\})\n((?:(?!```).+\n)+)```/).map { match in
      (String(match.1), match.2.split(separator: "\n").joined(separator: " "))
    }
  }

  @Test("each answer of the demo is the one in the book")
  func answers() throws {
    let now = try Date("2026-11-19T16:30:00Z", strategy: .iso8601)
    let demo = try DemoStore(now: now, homeZone: "Europe/Berlin")
    defer { demo.remove() }
    var unknown: String?
    let grant = try #require(SharingGrant(client: "demo", names: [SharingGrant.everything], unknown: &unknown))
    try demo.store.changing().decide(grant.permissions())
    var environment = Environment.withoutSettings([:])
    environment.now = { now }
    let store = demo.store
    let service = HealthService(
      environment: environment, client: "demo", log: nil, store: { store },
      health: { connection in
        var configuration = HKHealthStore.Configuration(
          path: connection.path,
          client: .init(bundleIdentifier: "org.openhealthkit.ringtop", name: "ringtop", version: "1"),
          authorization: .owner, now: { now })
        configuration.connection = connection
        return HKHealthStore(configuration: configuration)
      })
    let questions = try Self.questions()
    #expect(questions.count == 10)
    for question in questions {
      let words = question.call.split(separator: " ", maxSplits: 1)
      let arguments = try JSONValue(parsing: Array(words[1].utf8), mostValues: 100)
      let result = try #require(
        service.call(String(words[0]), arguments, Caller(client: nil, revision: .july2026)), "\(question.call)")
      let answer = result.structured?["answer"]?.text ?? result.text
      #expect(answer == question.answer, "\(question.call)")
    }
  }
}
