import Configuration
import Foundation
import HealthDatabase
import HealthImport
import HealthModel
import Processes
import Reports

/// `ringtop add --json-lines`: samples in our own JSON, one per line; a mistake refuses the file.
struct AddedLines {
  /// - for standard input.
  let path: String
  let environment: Environment

  func run(into store: StoreConnection) throws {
    let started = environment.now()
    let cancellation = ImportCancellation()
    let interrupt = InterruptHandler { cancellation.cancel() }
    defer { interrupt.stop() }
    let stopped = Failure(.interrupted, "Stopped. Nothing was stored.")
    let piped: PipedInput?
    do {
      piped = try PipedInput(path, isCancelled: { cancellation.isCancelled })
    } catch is CancellationError {
      throw stopped
    }
    defer { piped?.remove() }
    let name = piped?.name ?? path
    let input = try JSONInput(path: piped?.path ?? path.expandingTilde)
    let importer = JSONLinesImporter(path: name, input: input, now: started)
    let (report, outcome) = try importer.run(
      into: store, options(started, cancellation), cancellation, file: name)
    if report.isCancelled { throw stopped }
    Output.write(
      ImportText(environment.settings.formatting).text(
        path: name, report: report, outcome: outcome, seconds: environment.now().timeIntervalSince(started)))
    if report.storedNothing { throw Failure(.badData, "\(name) contains nothing that can be stored.") }
  }

  private func options(_ now: Date, _ cancellation: ImportCancellation) -> ImportOptions {
    ImportOptions(
      now: now, configuredZone: environment.settings.zone, systemZone: environment.systemZone,
      cancellation: cancellation)
  }
}
