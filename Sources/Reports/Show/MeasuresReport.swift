import Dashboard
package import HealthAnalysis
package import HealthModel
package import Presentation
import Processes

/// The measures of a group on a day, or the reasons why there are none.
struct MeasuresReport: ViewReport {
  private let day: Day
  private let measures: [NamedMeasure]
  private let formatting: Formatting

  init(_ group: MeasureGroup, _ source: ReportSource) throws {
    day = source.day
    measures =
      day > source.today
      ? MeasureName.allCases.filter { $0.group == group }.map {
        NamedMeasure($0, .failure(.undefined("this day has not come yet")))
      } : try MeasuresQuery(group, on: day, weekStart: source.weekStart).run(in: source)
    formatting = source.formatting
  }

  var plain: String? {
    var table = TextTable(alignments: [.left, .right, .left], rows: [["Measure", "Value", ""]])
    for measure in measures {
      table.rows.append([measure.name.title, measure.words(formatting), measure.remark(formatting)])
    }
    let heading = formatting.longDate(day)
    return ReportSource.lines(NightState(measures).map { "\(heading)\n\($0.words)." } ?? heading, table)
  }

  var json: any Encodable { measures.map { MeasureJSON($0, day) } }
}

extension NamedMeasure {
  /// How the value was computed, with its own numbers, in lines.
  package func explanation(_ day: Day, _ formatting: Formatting) -> String {
    var lines = [
      "\(name.title) on \(day): " + words(formatting) + (note.isEmpty ? "" : ", " + remark(formatting)), name.rule,
    ]
    switch measure {
    case .failure(let reason): lines[0] = "\(name.title) on \(day): none, because \(Self.clause(reason))."
    case .success(let found):
      if let rule = found.formula.rule { lines[1] = rule }
      var table = TextTable(alignments: [.left, .right, .left], rows: [])
      for input in found.inputs {
        let number = formatting.number(input.value, input.value == input.value.rounded() ? 0 : 2)
        let amount = input.unit.isEmpty ? number : number + " " + input.unit
        table.rows.append([
          input.name, input.unit == "s" && input.value >= 3_600 ? formatting.hoursAndMinutes(input.value) : amount,
          input.origin,
        ])
      }
      lines += table.lines().map { "  " + $0 }
      if let coverage = found.coverage { lines.append("From \(coverage).") }
      lines.append("Formula: \(found.formula.rawValue)" + (found.formula.citation.map { ", \($0)" } ?? ""))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// `it needs 14 days, has 9`
  private static func clause(_ reason: MissingReason) -> String {
    if case .tooFew = reason { return "it \(reason)" }
    return reason.description
  }
}

/// A measure for scripts: the value is null where there is a reason.
package struct MeasureJSON: Encodable {
  struct Input: Encodable {
    let name: String
    let value: Double?
    let unit: String
    let origin: String
  }

  struct Coverage: Encodable {
    let known: Double
    let of: Double
    let unit: String
  }

  let date: String
  let measure: String
  let value: Double?
  let unit: String
  let note: String?
  /// The person's own range: its lower and its upper end.
  let band: [Double?]?
  /// The day and the value before it, of a record.
  let setOn: String?
  let before: Double?
  let reason: String?
  let formula: String?
  let citation: String?
  let inputs: [Input]?
  let coverage: Coverage?

  package init(_ named: NamedMeasure, _ day: Day) {
    let found = try? named.measure.get()
    date = day.description
    measure = named.name.rawValue
    value = found?.value.written
    unit = named.name.unit
    note = named.note.isEmpty ? nil : named.remark(.plain)
    band = named.band.map { [$0.lowerBound.written, $0.upperBound.written] }
    setOn = named.day?.description
    before = named.previous?.written
    if case .failure(let missing) = named.measure { reason = missing.description } else { reason = nil }
    formula = found?.formula.rawValue
    citation = found?.formula.citation
    inputs = found?.inputs.map { Input(name: $0.name, value: $0.value.written, unit: $0.unit, origin: $0.origin) }
    coverage = found?.coverage.map { Coverage(known: $0.known, of: $0.whole, unit: $0.unit.rawValue) }
  }
}
