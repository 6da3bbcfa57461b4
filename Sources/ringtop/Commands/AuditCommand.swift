import ArgumentParser
import Configuration
import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Presentation
import Processes
import Reports

struct AuditCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "audit", "Compare Apple's daily summaries with the values computed from the samples.",
    details: """
      If they differ (by more than 0.5 kcal, or at all in minutes and hours), a code gives the reason: \
      partialDay, changedSinceImport, missingSamples, zoneChange, midnightRounding, otherSource, extraSamples. \
      If only one of the two exists, the code is noSamples or noAppleSummary.
      """,
    examples: [
      "ringtop audit --from 2026-10",
      "ringtop audit --format json",
    ])

  @OptionGroup var store: StoreOptions
  @OptionGroup var range: DateRangeOptions

  @Option(help: "Output format.")
  var format: TableOrJSON = .table

  func run() throws {
    let environment = Environment.current()
    let store = try store.openForReading(environment)
    let today = try store.reading().day(at: environment.now())
    let audits = try store.reading().audit(try range.days(environment.dates(today: today)))
    switch format {
    case .json: Output.write(try Output.jsonArray(audits.map(AuditJSON.init)))
    case .table: Output.write(Self.text(audits, environment.settings.formatting))
    }
  }

  private static func text(_ audits: [DayAudit], _ formatting: Formatting) -> String {
    let move = Ring.move.unit(audits.last?.summary.moveMode ?? .activeEnergy, energy: formatting.energy)
    var table = TextTable(
      alignments: [.left, .right, .right, .right, .right, .right, .right, .left],
      rows: [["Day", "Move (\(move.symbol)): Apple", "ours", "Exercise: Apple", "ours", "Stand: Apple", "ours", ""]])
    var (differing, oneSided) = (0, 0)
    for audit in audits {
      var row = [audit.day.description]
      let codes = Ring.allCases.compactMap { audit[$0].explanation }
      let reasons = codes.map(\.sentence).uniqued(on: \.self)
      for ring in Ring.allCases {
        let (scale, decimals) = ring == .move ? (move.scale, 1) : (1, 0)
        row.append(audit[ring].apple.map { formatting.number($0 * scale, decimals) } ?? "-")
        row.append(audit[ring].computed.map { formatting.number($0 * scale, decimals) } ?? "-")
      }
      if codes.contains(where: { !$0.isOneSided }) { differing += 1 }
      if codes.contains(where: \.isOneSided) { oneSided += 1 }
      row.append(reasons.joined(separator: " "))
      table.rows.append(row)
    }
    var verdict =
      differing == 0
      ? "No day differs."
      : "\(formatting.number(differing)) of \(formatting.count(audits.count, "day")) "
        + (differing == 1 ? "differs." : "differ.")
    if oneSided > 0 {
      verdict += " On \(formatting.count(oneSided, "day")) one side is missing."
    }
    return table.text + "\n" + verdict + "\n"
  }
}
