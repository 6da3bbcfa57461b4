import Foundation
import Testing

/// Counts the public declarations without a doc comment.
@Suite("Doc comments")
struct DocCommentTests {
  private static let sources = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources")
  private static let modules = [
    "OpenHealthKit", "OpenHealthKitCore", "HealthKitUI", "CoreLocation", "UniformTypeIdentifiers", "TerminalRings",
  ]

  /// The lines that declare something public and are not below a doc comment.
  private static func undocumented(in source: String) -> [Int] {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // The indentation of each open type or extension, and whether its members need no `public`.
    var open: [(indent: Int, isImplied: Bool, isEnum: Bool)] = []
    var found: [Int] = []
    for (index, line) in lines.enumerated() {
      let text = line.drop { $0 == " " }
      guard !text.isEmpty else { continue }
      let indent = line.count - text.count
      while let last = open.last, indent <= last.indent { open.removeLast() }
      let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "@" && $0 != "_" }.map(String.init)
      let kinds: Set<String> = [
        "class", "struct", "enum", "protocol", "typealias", "let", "var", "func", "init", "subscript", "extension",
      ]
      let isImport = words.contains("import")
      let head = words.prefix { !kinds.contains($0) }
      let isPublic = head.contains("public") || head.contains("open")
      let isMember = words.contains("func") || words.contains("var")
      let kind = words.dropFirst(head.count).first { $0 != "class" || !isMember }
      var isDeclared = isPublic && !isImport && head.count < words.count && kind != "extension"
      if let last = open.last, last.isImplied, indent == last.indent + 2 {
        isDeclared =
          last.isEnum
          ? isDeclared || words.first == "case" : ["func", "var", "init", "static"].contains(words.first ?? "")
      }
      if text.hasPrefix("//") || text.hasPrefix("}") { isDeclared = false }
      if isDeclared {
        var above = index - 1
        while above >= 0, ["@", "// swift-format"].contains(where: lines[above].drop(while: { $0 == " " }).hasPrefix) {
          above -= 1
        }
        if above < 0 || !lines[above].drop(while: { $0 == " " }).hasPrefix("///") { found.append(index + 1) }
      }
      if let kind, ["class", "struct", "enum", "protocol", "extension", "func"].contains(kind), line.hasSuffix("{") {
        open.append((indent, isPublic && (kind == "enum" || kind == "protocol"), kind == "enum"))
      }
    }
    return found
  }

  @Test("every public declaration of the library has a doc comment", arguments: modules)
  func documented(module: String) throws {
    let folder = Self.sources.appending(path: module)
    let files =
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
    #expect(!files.isEmpty)
    for file in files {
      let missing = Self.undocumented(in: try String(contentsOf: file, encoding: .utf8))
      #expect(missing.isEmpty, "\(file.lastPathComponent): lines \(missing)")
    }
  }

  @Test("a declaration without a comment is found, in a type, an enumeration and a protocol")
  func finds() {
    let source = """
      public import Foundation
      /// A.
      public enum A: Int {
        case a
        /// B.
        case b
        /// C.
        @available(*, deprecated)
        public static let c = A.a
        public func d() {
          switch self {
          case .a: break
          }
        }
      }
      /// P.
      public protocol P {
        func f()
      }
      extension A { }
      public struct S {
        let inner = 0
        package func g() {}
        public override var hash: Int { 0 }
      }
      """
    #expect(Self.undocumented(in: source) == [4, 10, 18, 21, 24])
  }
}
