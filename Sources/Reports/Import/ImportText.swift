package import Foundation
import HealthExport
package import HealthImport
package import HealthModel
package import Presentation
import TerminalModel

/// The output of a finished import.
package struct ImportText {
  private let formatting: Formatting
  /// Whether it is about what an import would do.
  private let isCheck: Bool

  package init(_ formatting: Formatting, isCheck: Bool = false) {
    (self.formatting, self.isCheck) = (formatting, isCheck)
  }

  package func text(path: String, report: ImportReport, outcome: ImportOutcome, seconds: Double) -> String {
    var lines = [
      """
      \(PrintableText.line(path)): read \(count(report.read)), \(isCheck ? "can be stored" : "stored") \
      \(count(report.stored)), already there \(count(report.alreadyPresent)), skipped \(count(report.skipped)), \
      in \(duration(seconds)).\(isCheck ? " Nothing was written." : "")
      """
    ]
    lines += details(report)
    if let zone = outcome.homeZone, !report.storedNothing {
      lines.append(sentence(zone, isExport: report.format == nil))
    }
    if outcome.retired > 0 {
      lines.append(
        "This export \(isCheck ? "would replace" : "replaces") \(formatting.count(outcome.retired, "sample")) that a phone had posted."
      )
    }
    if outcome.replaced > 0 {
      lines.append(
        "It \(isCheck ? "would replace" : "replaces") \(formatting.count(outcome.replaced, "sample")) of earlier deliveries."
      )
    }
    if outcome.deleted > 0 {
      lines.append(
        "\(isCheck ? "Would delete" : "Deleted") \(formatting.count(outcome.deleted, "sample")) that this export no longer contains."
      )
    } else if outcome.missing > 0 {
      let isOne = outcome.missing == 1
      let (those, them) =
        isOne ? ("sample of earlier imports is", "it") : ("samples of earlier imports are", "them")
      lines.append(
        """
        \(count(outcome.missing)) \(those) not in this export; "ringtop import --delete-missing" deletes \(them).
        """)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// One line for each reason of a skip, and for each kind of dropped part.
  private func details(_ report: ImportReport) -> [String] {
    var lines = routes(report.routes).map { [$0] } ?? []
    if let format = report.format { lines.append("  \(format.title): \(rings(report.rings))") }
    if !report.others.isEmpty {
      lines.append("  besides: " + report.others.map(words).joined(separator: ", "))
    }
    lines += report.notes.map { "  " + PrintableText.line($0) }
    if report.derived > 0 { lines.append("  derived and marked as such: \(count(report.derived))") }
    for (reason, number) in report.skipCounts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      let first =
        report.skips.first { $0.reason == reason }.map { skip in
          skip.place.isEmpty ? ", first on line \(count(skip.line))" : ", first at \(PrintableText.line(skip.place))"
        } ?? ""
      lines.append("  skipped: \(count(number)) \(reason)\(first)")
    }
    for part in report.droppedParts {
      lines.append(
        "  left out: \(count(part.count)) \(PrintableText.line(part.element)) \(part.reason)"
          + (part.line > 0 ? ", first on line \(count(part.line))" : "")
      )
    }
    return lines
  }

  private func words(_ other: ImportReport.Other) -> String {
    switch other {
    case .exportDate: "the export's date"
    case .characteristics: "characteristics"
    case .clinicalDocument: "a clinical document"
    }
  }

  /// - Parameters:
  ///   - removals: the samples that the import deleted, which cannot be restored.
  ///   - imports: those that are left. A later one may have found some of the samples already there.
  package func undone(
    _ number: Int64, samples count: Int, _ removals: ImportRemovals, imports: [ImportEntry] = []
  ) -> String {
    func samples(_ count: Int) -> String { formatting.count(count, "sample") }
    var text = "Import \(number) is undone: \(samples(count)) \(count == 1 ? "was" : "were") removed."
    if removals.delivered > 0 {
      text +=
        " It had replaced \(samples(removals.delivered)) of earlier deliveries, which undo does not restore;"
        + " send or import them again."
    }
    if removals.missing > 0 {
      text +=
        " It had deleted \(samples(removals.missing)) of earlier exports, which undo does not restore;"
        + " import those exports again."
    }
    if count > 0, let later = imports.filter({ $0.id > number && $0.alreadyPresent > 0 }).max(by: { $0.id < $1.id }) {
      text += " The file of import \(later.id) may contain some of them; import it again to restore those."
    }
    return text
  }

  /// `Move, Exercise (derived); no Stand, no goals`
  private func rings(_ coverage: RingCoverage) -> String {
    let found = Ring.allCases.filter { coverage[$0] != .none }
    guard !found.isEmpty else { return "nothing for the rings" }
    let words = found.map { coverage[$0] == .derived ? "\($0.name) (derived)" : $0.name }
    let missing = Ring.allCases.filter { coverage[$0] == .none }.map { "no \($0.name)" }
    let present = words + (coverage.goals ? ["goals"] : [])
    return
      ([present.joined(separator: ", ")] + [(missing + (coverage.goals ? [] : ["no goals"])).joined(separator: ", ")])
      .filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// nil if a file has no routes.
  private func routes(_ counts: RouteCounts) -> String? {
    guard counts.stored + counts.alreadyPresent > 0 else { return nil }
    func points(_ number: Int) -> String { formatting.count(number, "point") }
    var text = "  routes: stored \(count(counts.stored)) with \(points(counts.storedPoints))"
    if counts.alreadyPresent > 0 {
      text += ", already there \(count(counts.alreadyPresent)) with \(points(counts.alreadyPresentPoints))"
    }
    return text
  }

  private func sentence(_ choice: HomeZoneChoice, isExport: Bool) -> String {
    switch choice.reason {
    case .configured: "Home is \(choice.zone), as configured."
    case .exported where !isExport: "Home is \(choice.zone), as the file says."
    case .exported: "Home is \(choice.zone), as in the store from which the export was made."
    case .namedByData: "Home is \(choice.zone): the time zone that most of the data names."
    case .system:
      "Home is \(choice.zone), this system's time zone: the data names none\(isExport ? ", and the export's offset fits it" : "")."
    case .printedOffset:
      """
      Home is assumed to be \(choice.zone), the offset printed in the export, without daylight saving time. \
      If that is wrong, import the file again with --zone, for example --zone Europe/Berlin.
      """
    }
  }

  private func count(_ number: Int) -> String { formatting.number(number) }

  private func duration(_ seconds: Double) -> String {
    seconds < 100 ? "\((seconds * 10).rounded() / 10) s" : "\(Int((seconds / 60).rounded())) min"
  }
}

/// The list of imports as a table.
package enum ImportList {
  /// - Parameter zone: the person's time zone at an instant.
  package static func text(
    _ imports: [ImportEntry], _ formatting: Formatting, zone: (Date) throws -> TimeZone
  ) throws -> String {
    guard !imports.isEmpty else { return "Nothing has been imported yet.\n" }
    var table = TextTable(
      alignments: [.right, .left, .left, .right, .right, .left, .left],
      rows: [["No.", "Imported", "Export of", "Stored", "Samples", "", "File"]])
    for entry in imports {
      func local(_ instant: Date) throws -> String { SampleText.minute(instant, in: try zone(instant)) }
      table.rows.append([
        String(entry.id), try local(entry.started), try entry.exportDate.map(local) ?? "-",
        formatting.number(entry.stored),
        formatting.number(entry.samples),
        entry.finished == nil ? "interrupted" : entry.isComplete ? "complete" : "file ended early",
        // Where a file of a drop folder lay during its import.
        entry.path.replacing("/.importing/", with: "/"),
      ])
    }
    return table.text
  }
}
