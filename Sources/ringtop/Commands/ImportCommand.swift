import ArgumentParser
import Dashboard
import Foundation
import HealthImport
import HealthModel
import OpenHealthKit

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import Apple's health export: export.zip, its folder, or the xml.",
    discussion: """
      Importing a file twice changes nothing; a newer export adds what is new. Stop it at any time: what was stored \
      stays, and the next import of the file completes it.
      """)

  @OptionGroup var store: StoreOptions

  @Argument(help: "Files or folders to import.", completion: .file())
  var paths: [String] = []

  @Flag(help: "Print nothing unless something goes wrong.")
  var quiet = false

  @Flag(help: "Print the books of each import as one line of JSON.")
  var json = false

  @Flag(help: "Import an archive that unpacks to more than 200 times its size.")
  var force = false

  @Flag(help: "Delete what earlier imports stored and a newer export no longer holds.")
  var deleteMissing = false

  @Option(help: ArgumentHelp("Your home time zone; the store keeps it.", valueName: "identifier"))
  var zone: String?

  @Flag(help: "Read the files and tell what an import would store and skip, without writing anything.")
  var check = false

  @Flag(help: "List what was imported when.")
  var list = false

  @Option(help: ArgumentHelp("Take an import back, by its number in the list.", valueName: "number"))
  var undo: Int64?

  func validate() throws {
    let actions = [!paths.isEmpty, list, undo != nil].filter(\.self).count
    guard actions == 1 else {
      throw ValidationError("Name a file to import, or use --list or --undo.")
    }
    if check, paths.isEmpty { throw ValidationError("--check needs a file to read.") }
    if let zone, TimeZone(identifier: zone) == nil {
      throw ValidationError("There is no time zone \"\(zone)\". A zone reads like Europe/Berlin.")
    }
  }

  func run() throws {
    let environment = Environment.current()
    if check {
      try importAll(into: nil, environment: environment)
      return
    }
    let store = try store.open(environment)
    if list {
      Output.write(try ImportList.text(try store.imports()))
    } else if let undo {
      let count = try LongWork.run(
        environment, isQuiet: quiet, stopped: "Stopped; import \(undo) is still there, whole."
      ) {
        try store.undoImport(undo, control: $0)
      }
      if !quiet { Output.line("Import \(undo) is taken back: \(count) samples are gone.") }
    } else {
      try importAll(into: store, environment: environment)
    }
  }

  private static let stopped = Failure(
    .interrupted, "Stopped. What was stored stays; import the file again to complete it.")

  /// - Parameter store: nil to check only.
  private func importAll(into store: HKHealthStore?, environment: Environment) throws {
    // All paths are looked at before any is imported, so that a slip of the pen changes nothing.
    let importers = try paths.map { path in
      (path, try AppleExportImporter(path: (path as NSString).expandingTildeInPath, force: force))
    }
    let cancellation = ImportCancellation()
    let interrupt = InterruptHandler { cancellation.cancel() }
    defer { interrupt.stop() }
    var failure: Failure?
    for (path, importer) in importers {
      let started = environment.now()
      let options = ImportOptions(
        now: started, configuredZone: zone ?? environment.settings.zone, systemZone: environment.systemZone,
        deletesMissing: deleteMissing, cancellation: cancellation)
      let run = try store?.startImport(options)
      let progress = ProgressLine(isShown: !quiet && !json && environment.isTerminal(2), clock: environment.now)
      let report: ImportReport
      do {
        report = try importer.run(into: run ?? CheckSink() as any SampleSink, cancellation: cancellation) {
          progress.show($0)
        }
      } catch let error as StoreError where error.code == .interrupted {
        progress.clear()
        throw Self.stopped
      } catch {
        progress.clear()
        throw error
      }
      progress.clear()
      let seconds = environment.now().timeIntervalSince(started)
      if json {
        Output.line(try Output.json(ImportJSON(report, seconds: seconds)))
      } else if !quiet {
        Output.write(
          run.map { ImportText.text(path: path, report: report, outcome: $0.outcome, seconds: seconds) }
            ?? ImportText.checked(path: path, report: report, seconds: seconds))
      }
      if report.isCancelled {
        throw check ? Failure(.interrupted, "Stopped.") : Self.stopped
      }
      if let damage = report.damage {
        failure = Failure(damage)
      } else if !report.isComplete {
        failure = Failure(
          .badData, "\(path) ends too early" + (check ? "." : "; all that could be read is stored."))
      } else if report.storedNothing {
        failure = Failure(.badData, "\(path) holds nothing that can be stored.")
      }
    }
    if let failure { throw failure }
  }
}
