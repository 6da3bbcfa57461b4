import Foundation
import Testing

/// What each target may import. The build checks the package's own modules as well, but it
/// does not notice `import Foundation`, which would bring calendars and files where plain values belong.
@Suite("Imports")
struct ImportTableTests {
  private static let allowed: [String: Set<String>] = [
    "HealthModel": ["FoundationEssentials"],
    "HealthAnalysis": ["HealthModel", "FoundationEssentials"],
    "StoreFiles": ["HealthModel", "Foundation"],
    "HealthDatabase": ["StoreFiles", "HealthModel", "GRDB", "GRDBSQLite", "Foundation"],
    "HealthQueries": ["HealthDatabase", "StoreFiles", "HealthModel", "GRDB", "GRDBSQLite", "Foundation"],
    "StoreCare": ["HealthDatabase", "StoreFiles", "HealthModel", "GRDB", "GRDBSQLite", "Foundation"],
    "StorePages": ["HealthModel", "GRDBSQLite", "Foundation"],
    "ForeignDatabases": ["HealthModel", "GRDBSQLite", "Foundation"],
    "HealthImport": ["HealthModel", "CZlib", "FoundationEssentials"],
    "ForeignFormats": ["HealthImport", "HealthModel", "FoundationEssentials"],
    "FoundationEssentials": ["Foundation"],
    "CoreLocation": ["Foundation"],
    "UniformTypeIdentifiers": [],
    "OpenHealthKitCore": [
      "HealthModel", "StoreFiles", "HealthDatabase", "HealthQueries", "CoreLocation", "Foundation",
    ],
    "OpenHealthKit": [
      "OpenHealthKitCore", "HealthModel", "HealthDatabase", "HealthQueries", "CoreLocation", "UniformTypeIdentifiers",
      "Foundation",
    ],
    "HealthKit": ["OpenHealthKit", "Foundation"],
    "HealthKitUI": ["OpenHealthKit", "TerminalRings", "TerminalImages", "TerminalModel", "Foundation"],
    "TOML": [],
    "TerminalModel": [],
    "CFreeType": [],
    "CTypeface": [],
    "Graphics": ["TerminalModel", "CFreeType", "CTypeface", "FoundationEssentials"],
    "Rings": ["Graphics", "TerminalModel"],
    "TerminalRings": ["Rings", "Graphics", "TerminalModel"],
    "CNCurses": [],
    "CZlib": [],
    "CPNG": [],
    "CQREncode": [],
    "TerminalImages": ["TerminalModel", "CPNG", "FoundationEssentials"],
    "Curses": ["TerminalModel", "CNCurses"],
    "TerminalPictures": ["Widgets", "TerminalImages", "Curses", "TerminalModel"],
    "Presentation": ["TerminalModel", "Rings", "HealthAnalysis", "HealthModel", "FoundationEssentials"],
    "StatusLine": ["Presentation", "TerminalModel", "Rings", "HealthModel", "FoundationEssentials"],
    "Widgets": ["Presentation", "TerminalModel", "Rings", "Graphics", "HealthAnalysis", "HealthModel"],
    "Dashboard": [
      "Widgets", "Presentation", "TerminalModel", "Rings", "Graphics", "HealthAnalysis", "HealthModel",
      "FoundationEssentials",
    ],
    "Demo": ["HealthQueries", "HealthDatabase", "HealthModel", "Foundation", "FoundationEssentials"],
    "HealthExport": ["HealthModel", "Foundation"],
    "Processes": ["OpenHealthKit", "HealthImport", "HealthModel", "TerminalModel", "Curses", "Foundation"],
    "Configuration": [
      "Processes", "HealthModel", "Dashboard", "Widgets", "Presentation", "Rings", "TerminalModel", "Curses",
      "Foundation", "TOML",
    ],
    "Sharing": [
      "Configuration", "Processes", "HealthQueries", "HealthDatabase", "HealthAnalysis", "HealthModel", "Presentation",
      "Foundation",
    ],
    "Reports": [
      "Sharing", "Configuration", "Processes", "HealthExport", "OpenHealthKit", "StoreCare", "HealthQueries",
      "HealthDatabase", "StoreFiles", "HealthImport",
      "HealthAnalysis",
      "HealthModel", "Dashboard", "Widgets", "StatusLine", "Presentation", "Rings", "Graphics", "TerminalModel",
      "TerminalPictures", "TerminalImages",
      "Curses", "CoreLocation", "Foundation",
    ],
    "Serving": [
      "CQREncode", "Reports", "Sharing", "Configuration", "Processes", "HealthAnalysis", "StoreCare", "HealthQueries",
      "HealthDatabase", "StoreFiles", "StorePages", "HealthImport", "HealthModel",
      "Presentation", "Rings", "Graphics", "Curses", "Foundation",
    ],
    "Assistants": [
      "Reports", "Configuration", "Processes", "HealthExport", "OpenHealthKit", "HealthQueries", "HealthDatabase",
      "HealthImport",
      "HealthAnalysis", "HealthModel", "Presentation", "Rings", "TerminalModel", "GRDBSQLite", "Foundation",
    ],
    "Watching": [
      "Reports", "Sharing", "Configuration", "Processes", "HealthQueries", "HealthDatabase", "StoreFiles",
      "HealthAnalysis",
      "HealthModel",
      "StatusLine", "Presentation", "TerminalModel", "Foundation",
    ],
    "ringtop": [
      "Assistants", "Serving", "Watching", "Reports", "Sharing", "Configuration", "Processes", "HealthExport",
      "OpenHealthKit", "StoreCare", "HealthQueries", "HealthDatabase", "StoreFiles",
      "ForeignDatabases", "ForeignFormats", "HealthAnalysis", "HealthModel", "HealthImport", "Demo", "Dashboard",
      "Widgets", "StatusLine",
      "Presentation", "Rings", "Graphics", "TerminalModel", "Curses", "TerminalPictures", "TerminalImages",
      "Foundation", "ArgumentParser",
    ],
  ]

  /// Modules of the toolchain that every target may import.
  private static let toolchain: Set<String> = ["Glibc", "Musl", "Darwin", "Dispatch", "Synchronization"]

  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test("every target imports only what the table allows")
  func targetsKeepToTheTable() throws {
    let sources = Self.root.appending(path: "Sources")
    let targets = try FileManager.default.contentsOfDirectory(atPath: sources.path).sorted()
    #expect(Set(targets) == Set(Self.allowed.keys))
    for target in targets {
      let allowed = Self.allowed[target, default: []].union(Self.toolchain)
      for file in Self.swiftFiles(below: sources.appending(path: target)) {
        for module in Self.imports(in: try String(contentsOf: file, encoding: .utf8)) {
          #expect(allowed.contains(module), "\(file.lastPathComponent) in \(target) imports \(module)")
        }
      }
    }
  }

  @Test("an import is found whatever precedes it")
  func findsImports() {
    let source = """
      import Foundation
        package import HealthModel
      @_exported public import OpenHealthKit
      @testable import struct Rings.RingSet
      // import Nothing
      let text = "import Nothing"
      """
    #expect(Self.imports(in: source) == ["Foundation", "HealthModel", "OpenHealthKit", "Rings"])
  }

  @Test("no task-local value is a function: setting one crashes optimised code")
  func taskLocalFunctions() throws {
    for file in Self.swiftFiles(below: Self.root.appending(path: "Sources")) {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where line.contains("@TaskLocal")
      {
        #expect(!line.contains("->"), "\(file.lastPathComponent): \(line)")
      }
    }
  }

  @Test("every unchecked Sendable conformance is explained, once for a class and its subclasses")
  func uncheckedIsExplained() throws {
    let word = "@unchecked " + "Sendable"
    var unchecked: [(file: String, name: String, parent: String, isExplained: Bool)] = []
    for file in ["Sources", "Tests"].flatMap({ Self.swiftFiles(below: Self.root.appending(path: $0)) }) {
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() where line.contains(word) {
        let names = line.split { !$0.isLetter && !$0.isNumber }
        guard let kind = names.firstIndex(where: { $0 == "class" || $0 == "struct" }) else { continue }
        unchecked.append(
          (
            file.lastPathComponent, String(names[kind + 1]), String(names[kind + 2]),
            lines[index...].prefix(3).contains { $0.contains("// Unchecked") }
          ))
      }
    }
    #expect(unchecked.count > 30)
    let classes = Set(unchecked.map(\.name))
    for type in unchecked where !classes.contains(type.parent) {
      #expect(type.isExplained, "\(type.name) in \(type.file) does not say why it is unchecked")
    }
  }

  @Test("no file is longer than 600 lines, except for tables")
  func filesAreShort() throws {
    for folder in ["Sources", "Tests"] {
      for file in Self.swiftFiles(below: Self.root.appending(path: folder))
      where !file.path.contains("/Catalog/") && !file.lastPathComponent.hasSuffix("Table.swift") {
        let lines = try String(contentsOf: file, encoding: .utf8).split(
          separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 601, "\(file.lastPathComponent) has \(lines.count) lines")
      }
    }
  }

  private static func swiftFiles(below folder: URL) -> [URL] {
    let enumerator = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (enumerator?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
  }

  private static func imports(in source: String) -> Set<String> {
    let modifiers: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
    let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias", "actor"]
    var modules: Set<String> = []
    for line in source.split(separator: "\n") {
      var words = line.split(separator: " ").drop { $0.hasPrefix("@") || modifiers.contains($0) }
      guard words.popFirst() == "import" else { continue }
      words = words.drop { kinds.contains($0) }
      if let path = words.first, let module = path.split(separator: ".").first { modules.insert(String(module)) }
    }
    return modules
  }
}
