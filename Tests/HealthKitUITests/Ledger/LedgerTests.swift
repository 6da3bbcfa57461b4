import Foundation
import Testing

/// `symbols.tsv` has a line for every public symbol of HealthKit: name, kind, first iOS, verdict, and how it differs or why it is
/// absent. Every symbol that is here is used in the files beside it, so that the build checks the table. A name with `as` is
/// one of several with this name, by its type.
@Suite("The ledger of HealthKit's symbols")
struct LedgerTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  private struct Row {
    let name: String
    let kind: String
    let verdict: String
    let reason: String

    init(_ line: Substring) {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      func column(_ index: Int) -> String { index < columns.count ? columns[index] : "" }
      (name, kind, verdict, reason) = (column(0), column(1), column(3), column(4))
    }

    /// What a use of the symbol contains; the receiver of an instance's member is `x`.
    var use: String {
      guard let dot = name.firstIndex(of: "(").map({ name[..<$0].lastIndex(of: ".") }) ?? name.lastIndex(of: ".") else {
        return name
      }
      let member = String(name[name.index(after: dot)...])
      let base = String(member.prefix { $0 != "(" })
      switch kind {
      case "type", "typealias", "associatedtype": return base + ".self"
      case "init": return "." + member
      case "static func" where ["==", "~="].contains(base): return "x \(base) "
      case "func" where base == "next": return ".next()"
      case "func", "static func": return "." + member.replacing(/\(\)(?= as |$)/, with: "")
      default: return "." + base
      }
    }
  }

  private static func rows() throws -> [Row] {
    try String(contentsOf: folder.appending(path: "symbols.tsv"), encoding: .utf8).split(separator: "\n").map {
      Row($0)
    }
  }

  /// The lines of each function by the type that it uses.
  private static func uses() throws -> [String: [String]] {
    var uses: [String: [String]] = [:]
    for number in 1...20 {
      guard let text = try? String(contentsOf: folder.appending(path: "Uses\(number).swift"), encoding: .utf8) else {
        break
      }
      var type = ""
      for line in text.split(separator: "\n") {
        if line.hasPrefix("private func use") {
          type = String(line.dropFirst("private func use".count).prefix { $0 != "(" })
        } else if line.hasPrefix("  ") {
          uses[type, default: []].append(String(line).replacing("`", with: ""))
        }
      }
    }
    return uses
  }

  @Test("each symbol that is called complete or different is used, and each of the others says why not")
  func used() throws {
    let uses = try Self.uses()
    let rows = try Self.rows()
    #expect(rows.count > 2_000)
    #expect(Set(rows.map { "\($0.name) \($0.kind)" }).count == rows.count)
    for row in rows {
      // Members of protocols are used by functions for all types with the protocol.
      if row.kind == "inherited" { continue }
      switch row.verdict {
      case "complete": #expect(row.reason.isEmpty, "\(row.name)")
      case "different": #expect(!row.reason.isEmpty, "\(row.name)")
      case "absent":
        #expect(!row.reason.isEmpty, "\(row.name)")
        continue
      default: Issue.record("\(row.name): \(row.verdict)")
      }
      let path = row.name.prefix { $0 != "(" }.split(separator: ".")
      let places = path.count == 1 ? [row.name, "Constants"] : [path.dropLast().joined(), String(path[0])]
      let lines = places.flatMap { uses[$0] ?? [] }
      #expect(lines.contains { $0.contains(row.use) }, "\(row.name) is not used as \(row.use)")
    }
  }

  @Test("the members that types have through protocols are those of the table")
  func inherited() throws {
    let rows = try Self.rows().filter { $0.kind == "inherited" && $0.verdict != "absent" }
    let difference = InheritedMembers().names.symmetricDifference(rows.map(\.name))
    #expect(difference.isEmpty, "\(difference.sorted())")
  }
}
