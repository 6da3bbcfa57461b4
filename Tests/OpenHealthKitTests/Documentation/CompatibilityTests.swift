import Foundation
import Testing

/// The table of complete, different and absent APIs is consistent with the library.
@Suite("Compatibility")
struct CompatibilityTests {
  private static let library = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/OpenHealthKit")

  @Test("every public name of the library is in the table")
  func everyName() throws {
    let table = try Table(
      String(contentsOf: Self.library.appending(path: "OpenHealthKit.docc/Compatibility.md"), encoding: .utf8))
    let names = try Self.publicNames()
    #expect(names.count > 200)
    let missing = names.filter { !table.names($0) }.sorted()
    #expect(missing.isEmpty, "not in Compatibility.md: \(missing)")
  }

  @Test("APIs that the table lists as absent are absent")
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

  /// Whether the table lists one of Apple's names as complete, different or absent. An exact name takes precedence over
  /// a prefix.
  private static func verdicts() throws -> [(names: Table, verdict: String)] {
    let text = try String(
      contentsOf: library.appending(path: "OpenHealthKit.docc/Compatibility.md"), encoding: .utf8)
    return text.split(separator: "\n").filter { $0.hasPrefix("| ") }.compactMap { row in
      let columns = row.split(separator: "|", maxSplits: 1).map(String.init)
      guard columns.count == 2,
        let verdict = columns[1].split(whereSeparator: { !$0.isLetter }).first.map(String.init)
      else { return nil }
      return (Table(columns[0]), verdict)
    }
  }

  private static func verdict(on name: String, in rows: [(names: Table, verdict: String)]) -> [String] {
    let exact = rows.filter { $0.names.exact.contains(name) }
    if !exact.isEmpty { return exact.map(\.verdict) }
    let longest = rows.compactMap { $0.names.prefix(of: name)?.count }.max() ?? 0
    return rows.filter { $0.names.prefix(of: name)?.count == longest }.map(\.verdict)
  }

  @Test("each of Apple's names is in the table once, and exists unless listed as absent")
  func appleNames() throws {
    let rows = try Self.verdicts()
    let ours = try Self.publicNames()
    var counts: [String: Int] = [:]
    for name in AppleSymbols.names.sorted() {
      // HealthKit's own class of an anonymous name stands where it differs, so one verdict is enough.
      let verdicts = Set(Self.verdict(on: name, in: rows))
      #expect(verdicts.count == 1, "\(name): \(verdicts)")
      guard let verdict = verdicts.first else { continue }
      #expect(["complete", "different", "absent"].contains(verdict), "\(name): \(verdict)")
      #expect(ours.contains(name) == (verdict != "absent"), "\(name) is called \(verdict)")
      #expect(AppleSymbols.ledger.first { $0.name == name }?.verdict == verdict, "\(name) in the ledger")
      counts[verdict, default: 0] += 1
    }
    let article = try String(
      contentsOf: Self.library.appending(path: "OpenHealthKit.docc/Compatibility.md"), encoding: .utf8)
    let sentence =
      "Of Apple's \(AppleSymbols.names.count) names, \(counts["complete"] ?? 0) are complete, "
      + "\(counts["different"] ?? 0) are different and \(counts["absent"] ?? 0) are absent."
    #expect(article.contains(sentence), "the article should say: \(sentence)")
    let unknown = ours.filter { !AppleSymbols.names.contains($0) && Self.verdict(on: $0, in: rows) == ["complete"] }
    #expect(unknown.subtracting(["HKQuantitySampleMaking"]).isEmpty, "not Apple's: \(unknown.sorted())")
  }

  /// The part of the article that follows from the ledger.
  private static func generated() -> String {
    let rows = AppleSymbols.ledger.filter { $0.kind != "inherited" }
    func count(_ verdict: String) -> Int { rows.count { $0.verdict == verdict } }
    func isHere(_ row: AppleSymbols.Row) -> Bool { row.verdict != "absent" }
    let graph = AppleSymbols.ledger.filter { !$0.name.contains(" async ") }
    let older = graph.filter { $0.since.compare("26.1", options: .numeric) != .orderedDescending }
    func table(_ verdict: String) -> [String] {
      rows.filter { $0.verdict == verdict }.map { "| `\($0.name)` | \(verdict): \($0.reason) | \($0.since) |" }
    }
    let lines =
      [
        "Of \(rows.count) types, members, constants and cases, \(count("complete")) are complete, \(count("different")) are",
        "different and \(count("absent")) are absent.", "",
        "Apple's symbol graph lists a method with a completion handler and its asynchronous form as one, and for each",
        "type also what it has through protocols, such as `hash(into:)` and `map(_:)`. Counted in this way there are",
        "\(graph.count) symbols, of which \(graph.count(where: isHere)) are here; of the \(older.count) up to iOS 26.1,",
        "\(older.count(where: isHere)). The build of the tests uses each symbol that is here.", "",
        "### Members that differ", "",
        "| symbol | here | iOS |", "|---|---|---|",
      ] + table("different") + [
        "", "### Members that are absent", "", "| symbol | here | iOS |", "|---|---|---|",
      ] + table("absent")
    return lines.joined(separator: "\n")
  }

  @Test("the article has what the ledger says of the members; RECORD=1 writes it")
  func members() throws {
    let file = Self.library.appending(path: "OpenHealthKit.docc/Compatibility.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let (start, end) = ("<!-- from the ledger -->\n\n", "\n\n<!-- end -->")
    let from = try #require(text.range(of: start))
    let to = try #require(text.range(of: end))
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try (text[..<from.upperBound] + Self.generated() + text[to.lowerBound...])
        .write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(text[from.upperBound..<to.lowerBound] == Self.generated())
    }
  }

  @Test("every method of the store and every predicate factory exists, or the table lists it as absent")
  func methods() throws {
    let rows = try Self.verdicts()
    let methods = try Self.methods(in: "HKHealthStore")
    for name in AppleSymbols.storeMethods.sorted() {
      let isThere = methods.contains { $0.hasPrefix(name + "(") }
      #expect(isThere != (Set(Self.verdict(on: name, in: rows)) == ["absent"]), "\(name)")
    }
    let predicates = try Self.methods(in: "HKQuery")
    #expect(predicates.count > 20)
    for name in AppleSymbols.predicates.sorted() {
      #expect(predicates.contains(name) != (Set(Self.verdict(on: name, in: rows)) == ["absent"]), "\(name)")
    }
  }

  /// The public methods declared in files with this prefix, with their labels: `save(_:withCompletion:)`.
  private static func methods(in prefix: String) throws -> Set<String> {
    var methods: Set<String> = []
    for file in files(in: ["OpenHealthKit", "OpenHealthKitCore"]) where file.lastPathComponent.hasPrefix(prefix) {
      let text = try String(contentsOf: file, encoding: .utf8)
      for declaration in text.matches(of: /(?:public|open) (?:class )?func (\w+)\(/) {
        var depth = 1
        var parameters = [""]
        for character in text[declaration.range.upperBound...] {
          if "([<".contains(character) { depth += 1 }
          if ")]>".contains(character) { depth -= 1 }
          if depth == 0 { break }
          if character == ",", depth == 1 {
            parameters.append("")
          } else {
            parameters[parameters.count - 1].append(character)
          }
        }
        let labels = parameters.compactMap { $0.split { " \n:".contains($0) }.first.map { $0 + ":" } }
        methods.insert("\(declaration.output.1)(\(labels.joined()))")
      }
    }
    return methods
  }

  /// Names in backticks; one that ends with an ellipsis stands for all names with that prefix.
  private struct Table {
    var exact: Set<String> = []
    private var prefixes: [String] = []

    init(_ text: String) {
      for (index, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      where index % 2 == 1 {
        if part.hasSuffix("…") { prefixes.append(String(part.dropLast())) } else { exact.insert(String(part)) }
      }
    }

    /// The longest prefix in the table that matches the name.
    func prefix(of name: String) -> String? {
      prefixes.filter { name.hasPrefix($0) }.max { $0.count < $1.count }
    }

    func names(_ name: String) -> Bool {
      exact.contains(name) || prefixes.contains { name.hasPrefix($0) }
    }
  }

  private static func files(in targets: [String]) -> [URL] {
    targets.flatMap { target in
      FileManager.default.enumerator(
        at: library.deletingLastPathComponent().appending(path: target), includingPropertiesForKeys: nil)?
        .compactMap { $0 as? URL } ?? []
    }.filter { $0.pathExtension == "swift" }
  }

  private static func publicNames() throws -> Set<String> {
    let kinds: Set<Substring> = ["class", "struct", "enum", "protocol", "typealias", "let", "func"]
    var names: Set<String> = []
    for file in files(in: ["OpenHealthKit", "OpenHealthKitCore", "HealthKitUI"]) {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let words = line.split(separator: " ").filter { $0 != "final" }
        guard words.count > 2, words[0] == "public" || words[0] == "open", line.first != " ", kinds.contains(words[1])
        else { continue }
        let name = words[2].prefix { $0.isLetter || $0.isNumber }
        if name.hasPrefix("HK") || AppleSymbols.names.contains(String(name)) { names.insert(String(name)) }
      }
    }
    return names
  }
}
