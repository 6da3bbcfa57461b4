import ArgumentParser
import Foundation
import Testing

@testable import ringtop

/// README and the chapters are correct: their links lead to something, and their commands are valid.
@Suite("Documentation")
struct DocumentationTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The Markdown files of the package, by their paths in it.
  private static let pages: [String] = {
    let folders = ["Assets", ".github", "Sources/OpenHealthKit/OpenHealthKit.docc"]
    let found = folders.flatMap { folder -> [String] in
      let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
      return (names?.compactMap { $0 as? String } ?? []).map { "\(folder)/\($0)" }
    }
    return ["README.md"] + found.filter { $0.hasSuffix(".md") }.sorted()
  }()

  private static func text(of page: URL) throws -> String {
    try String(contentsOf: page, encoding: .utf8)
  }

  /// The anchor of a heading: lower case, with hyphens for blanks, without punctuation.
  private static func anchor(_ heading: Substring) -> String {
    String(heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" })
      .trimmingCharacters(in: .whitespaces).replacing(" ", with: "-")
  }

  @Test("every relative link leads to an existing file and heading", arguments: pages)
  func links(page: String) throws {
    let file = Self.root.appending(path: page)
    for match in try Self.text(of: file).matches(of: /\]\(([^)\s#]*)(?:#([^)\s]+))?\)/) {
      let (path, heading) = (String(match.1), match.2)
      guard !path.contains("://"), !path.hasPrefix("mailto:") else { continue }
      let target = path.isEmpty ? file : file.deletingLastPathComponent().appending(path: path).standardized
      #expect(FileManager.default.fileExists(atPath: target.path), "\(page): \(path)")
      guard let heading, target.pathExtension == "md" else { continue }
      let headings = try Self.text(of: target).matches(of: /(?m)^#+ (.+)$/).map { Self.anchor($0.1) }
      #expect(headings.contains(String(heading)), "\(page): \(path)#\(heading)")
    }
  }

  @Test("the README has at most 220 lines, every other page 200", arguments: pages.filter { !$0.contains(".docc") })
  func lengths(page: String) throws {
    let count = try Self.text(of: Self.root.appending(path: page)).count { $0 == "\n" }
    #expect(count <= (page == "README.md" ? 220 : 200), "\(page)")
  }

  @Test("every command line is valid", arguments: pages.filter { !$0.contains(".docc") })
  func commands(page: String) throws {
    let text = try Self.text(of: Self.root.appending(path: page))
    let blocks = text.matches(of: /(?ms)^```\w*$.*?^```$/).map { String($0.0) }.joined(separator: "\n")
    let inBlocks = blocks.matches(of: /(?m)^(?:\$ )?(ringtop(?: .*)?)$/).map { String($0.1) }
    let inText = text.matches(of: /`(ringtop [^`\n]+)`/).map { String($0.1) }
    for line in inBlocks { #expect(Self.errorMessage(about: line) == nil, "\(page)") }
    for line in inText {
      // A sentence may name a command without its required arguments.
      let errorMessage = Self.errorMessage(about: line) ?? ""
      #expect(
        !errorMessage.contains("Unknown") && !errorMessage.contains("Unexpected") && !errorMessage.contains("invalid"),
        "\(page)"
      )
    }
  }

  /// The program's error message for an invalid line.
  private static func errorMessage(about line: String) -> String? {
    do {
      _ = try Ringtop.parseAsRoot(Array(words(of: line).dropFirst()))
      return nil
    } catch {
      // It may request help or the version.
      return Ringtop.exitCode(for: error) == .success ? nil : "\(line): \(Ringtop.message(for: error))"
    }
  }

  /// The words of a shell command up to a pipe, a redirection or a comment. Words in capitals are placeholders.
  private static func words(of line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line + " " {
      if let open = quote {
        if character == open { quote = nil } else { word?.append(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character == " " {
        if let whole = word { words.append(whole) }
        word = nil
      } else if word == nil, "|>#;&".contains(character) {
        break
      } else {
        word = (word ?? "") + String(character)
      }
    }
    let filledIn = ["NUMBER": "1", "NAME": "plain", "DIR": "/tmp", "SHELL": "bash", "TYPE": "steps", "DATE": "today"]
    return words.map { filledIn[$0] ?? $0 }
  }
}
