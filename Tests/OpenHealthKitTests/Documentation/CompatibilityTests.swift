import Foundation
import Testing

/// The table of what is whole, different and absent keeps up with the library.
@Suite("Compatibility")
struct CompatibilityTests {
  private static let library = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/OpenHealthKit")

  @Test("every public name of the library stands in the table")
  func everyName() throws {
    let table = try Table(
      String(contentsOf: Self.library.appending(path: "OpenHealthKit.docc/Compatibility.md"), encoding: .utf8))
    let names = try Self.publicNames()
    #expect(names.count > 200)
    let missing = names.filter { !table.names($0) }.sorted()
    #expect(missing.isEmpty, "not in Compatibility.md: \(missing)")
  }

  @Test("what the table calls absent is not there")
  func absentNames() throws {
    let text = try String(
      contentsOf: Self.library.appending(path: "OpenHealthKit.docc/Compatibility.md"), encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.contains("| absent") }
    let names = try Self.publicNames()
    #expect(!rows.isEmpty)
    for row in rows {
      let first = row.split(separator: "|").first.map(String.init) ?? ""
      for name in Table(first).exact { #expect(!names.contains(name), "\(name) is there") }
    }
  }

  /// Names in backticks; one that ends with an ellipsis stands for all that begin so.
  private struct Table {
    var exact: Set<String> = []
    private var prefixes: [String] = []

    init(_ text: String) {
      for (index, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      where index % 2 == 1 {
        if part.hasSuffix("…") { prefixes.append(String(part.dropLast())) } else { exact.insert(String(part)) }
      }
    }

    func names(_ name: String) -> Bool {
      exact.contains(name) || prefixes.contains { name.hasPrefix($0) }
    }
  }

  private static func publicNames() throws -> Set<String> {
    let kinds: Set<Substring> = ["class", "struct", "enum", "protocol", "typealias", "let", "func"]
    var names: Set<String> = []
    for case let file as URL in FileManager.default.enumerator(at: library, includingPropertiesForKeys: nil)
      ?? FileManager.DirectoryEnumerator()
    where file.pathExtension == "swift" {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let words = line.split(separator: " ").filter { $0 != "final" }
        guard words.count > 2, words[0] == "public" || words[0] == "open", line.first != " ", kinds.contains(words[1])
        else { continue }
        let name = words[2].prefix { $0.isLetter || $0.isNumber }
        if name.hasPrefix("HK") { names.insert(String(name)) }
      }
    }
    return names
  }
}
