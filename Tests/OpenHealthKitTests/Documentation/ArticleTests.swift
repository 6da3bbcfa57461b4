import Foundation
import Testing

/// The code in the articles is the code that the tests run.
@Suite("Articles")
struct ArticleTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let catalogue = root.appending(path: "Sources/OpenHealthKit/OpenHealthKit.docc")
  private static let examples = root.appending(path: "Tests/OpenHealthKitTests/Examples")

  @Test("every block of Swift in an article is a tested example, and every example appears in an article")
  func blocksAreExamples() throws {
    let examples = try Self.texts(in: Self.examples, "swift").flatMap { Self.examples(in: $0.text) }
    #expect(Set(examples.map(\.name)).count == examples.count)
    var shown: Set<String> = []
    for article in try Self.texts(in: Self.catalogue, "md") {
      for block in Self.blocks(in: article.text) {
        let example = examples.first { $0.code == block }
        #expect(example != nil, "\(article.name) shows code that no test runs:\n\(block)")
        if let example { shown.insert(example.name) }
      }
    }
    #expect(shown == Set(examples.map(\.name)))
    #expect(!shown.isEmpty)
  }

  @Test("every article is linked from the first page")
  func articlesAreLinked() throws {
    let articles = try Self.texts(in: Self.catalogue, "md")
    let first = try #require(articles.first { $0.name == "OpenHealthKit.md" })
    for article in articles where article.name != first.name {
      #expect(first.text.contains("<doc:\(article.name.dropLast(3))>"), "\(article.name) is not linked")
    }
  }

  @Test("an example is the code between its markers, and a changed block is detected")
  func marks() {
    let source = """
      func f() {
        // example: One
        let a = 1

          indented(a)
        // end
      }
      """
    #expect(Self.examples(in: source).map(\.code) == ["let a = 1\n\n  indented(a)"])
    #expect(Self.blocks(in: "Text\n```swift\nlet a = 1\n```\n```\nno Swift\n```\n") == ["let a = 1"])
  }

  // MARK: -

  private struct Example {
    var name: String
    var code: String
  }

  private static func texts(in folder: URL, _ ending: String) throws -> [(name: String, text: String)] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == ending }
      .map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) }
  }

  private static func examples(in source: String) -> [Example] {
    var examples: [Example] = []
    var open: (name: String, lines: [String])?
    for line in source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      let words = line.trimmingCharacters(in: .whitespaces)
      if words.hasPrefix("// example: ") {
        open = (String(words.dropFirst(12)), [])
      } else if words == "// end", let done = open {
        examples.append(Example(name: done.name, code: dedented(done.lines)))
        open = nil
      } else {
        open?.lines.append(line)
      }
    }
    return examples
  }

  private static func dedented(_ lines: [String]) -> String {
    let indents = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }
    return lines.map { String($0.dropFirst(indents.min() ?? 0)) }.joined(separator: "\n")
  }

  private static func blocks(in article: String) -> [String] {
    var blocks: [String] = []
    var open: (isSwift: Bool, lines: [String])?
    for line in article.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") {
        if let done = open {
          if done.isSwift { blocks.append(done.lines.joined(separator: "\n")) }
          open = nil
        } else {
          open = (line == "```swift", [])
        }
      } else {
        open?.lines.append(line)
      }
    }
    return blocks
  }
}
