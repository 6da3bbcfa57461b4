import ArgumentParser
import Configuration
import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Presentation
import Processes
import Reports
import StoreCare

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "doctor", "Check the store and repair what can be repaired.",
    details: """
      Checks the file, every row and index, and everything computed from the samples. Without --repair nothing is \
      changed. --repair rebuilds indexes, recomputes derived data, removes other users' permission to read the file, and migrates an older \
      store; it never changes or deletes a sample. What the last deliveries to "ringtop serve" lost is reported as well.
      """,
    examples: [
      "ringtop doctor",
      "ringtop doctor --repair",
      "ringtop doctor --format json",
    ],
    exitCodes: "The exit code is 1 if a problem was found and not repaired.")

  @OptionGroup var store: StoreOptions

  @Flag(help: "Repair what can be repaired.")
  var repair = false

  @Option(help: "Output format.")
  var format: TextOrJSON = .text

  func run() throws {
    let environment = Environment.current()
    let store = try store.open(environment)
    let report = try LongWork.run(
      environment, isQuiet: format == .json, stopped: repair ? "Stopped; nothing was repaired." : "Stopped."
    ) {
      try StoreCheck.run(path: store.path, repairs: repair, control: $0)
    }
    // Not what was found in the store: they do not change the exit code. A damaged one may not have them.
    let received = ReceivedReport((try? store.reading().receivedDeliveries()) ?? [])
    let formatting = environment.settings.formatting
    switch format {
    case .json: Output.line(try Output.json(DoctorJSON(report, received)))
    case .text:
      Output.write(Self.text(report, repairs: repair, formatting))
      received.problems(formatting).forEach(Output.line)
    }
    if !report.isSound { throw ExitCode(Failure.Code.failed.rawValue) }
  }

  private static func text(_ report: StoreReport, repairs: Bool, _ formatting: Formatting) -> String {
    var lines = report.findings.map { finding in
      (finding.isRepaired ? "Repaired: " : "") + finding.sentence
    }
    let samples = formatting.count(report.samples, "sample")
    if report.isSound {
      let now = report.findings.contains(where: \.isRepaired) ? " now" : ""
      lines.append("\(report.path) is sound\(now): \(samples), format \(report.format).")
    } else if !repairs, report.findings.contains(where: \.isRepairable) {
      lines.append("\"ringtop doctor --repair\" repairs what can be repaired.")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// A report in the JSON format for scripts.
struct DoctorJSON: Encodable {
  struct Finding: Encodable {
    let code: String
    let sentence: String
    let repairable: Bool
    let repaired: Bool
  }

  let path: String
  let format: Int
  let samples: Int
  let sound: Bool
  let findings: [Finding]
  /// The last delivery of each sender and feed.
  let deliveries: [ReceivedJSON]

  init(_ report: StoreReport, _ received: ReceivedReport) {
    deliveries = received.latest.map(ReceivedJSON.init)
    path = report.path
    format = report.format
    samples = report.samples
    sound = report.isSound
    findings = report.findings.map {
      Finding(code: $0.code.rawValue, sentence: $0.sentence, repairable: $0.isRepairable, repaired: $0.isRepaired)
    }
  }
}
