import ArgumentParser
import Configuration
import ForeignFormats
import Foundation
import HealthDatabase
import HealthImport
import HealthModel
import HealthQueries
import Processes
import Reports

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "import", "Import Apple's health export or files of other programs and trackers.",
    details: """
      Reads Apple's export.zip, its folder or its XML; Health Auto Export JSON and CSV; JSON lines; the health \
      database of a decrypted iPhone backup; Health Connect exports; Gadgetbridge databases; Fitbit takeouts; FIT, \
      GPX and TCX files; Garmin Connect's table of activities; Hadge CSV; Health.md JSON. The format is recognized by \
      its content.

      Importing a file again changes nothing; a newer one adds only new records. You can interrupt an import: the \
      stored records of Apple's export are kept, and the next import adds the rest; any other file is stored \
      completely or not at all.
      """,
    examples: [
      "ringtop import ~/Downloads/export.zip",
      "ringtop import --check export.zip",
      "ringtop import --list",
      "ringtop import --undo 3",
    ])

  @OptionGroup var store: StoreOptions

  @Argument(help: "Files or folders to import; - for standard input.", completion: .file())
  var paths: [String] = []

  @Flag(help: "Print errors only.")
  var quiet = false

  @Flag(help: "Print the report of each import as a line of JSON.")
  var json = false

  @Flag(help: "Import an archive that unpacks to more than 200 times its size.")
  var force = false

  @Flag(help: "Delete samples from earlier imports that the new export no longer contains.")
  var deleteMissing = false

  @Option(help: ArgumentHelp("Your home time zone, kept in the store.", valueName: "identifier"))
  var zone: String?

  @Flag(help: "Report what an import would do to the store, in a temporary copy of it.")
  var check = false

  /// For the dashboard, which shows it in its own place.
  @Flag(help: ArgumentHelp("Report progress to a program too.", visibility: .hidden))
  var progress = false

  @Flag(help: "List all imports.")
  var list = false

  @Option(help: ArgumentHelp("Undo an import, by its number in the list.", valueName: "number"))
  var undo: Int64?

  func validate() throws {
    let actions = [!paths.isEmpty, list, undo != nil].filter(\.self).count
    guard actions == 1 else {
      throw ValidationError("Name a file to import, or use --list or --undo.")
    }
    if check, paths.isEmpty { throw ValidationError("--check requires a file.") }
    if let zone, TimeZone(identifier: zone) == nil {
      throw ValidationError("There is no time zone \"\(zone)\". A time zone looks like Europe/Berlin.")
    }
  }

  func run() throws {
    try AddressSpace.require(AddressSpace.neededByImport)
    let environment = Environment.current()
    if list {
      let reading = try store.openForReading(environment).reading()
      Output.write(
        try ImportList.text(reading.imports(), environment.settings.formatting) {
          try reading.zone(of: reading.day(at: $0))
        })
      return
    }
    let store = try store.open(environment)
    if let undo {
      let removals = try store.reading().removals(byImport: undo)
      let count = try LongWork.run(
        environment, isQuiet: quiet, stopped: "Stopped; import \(undo) is unchanged."
      ) {
        try store.changing().undoImport(undo, control: $0)
      }
      if !quiet {
        let text = ImportText(environment.settings.formatting)
        try Output.line(text.undone(undo, samples: count, removals, imports: store.reading().imports()))
      }
    } else {
      try importAll(into: store, environment: environment)
    }
  }

  private static let stopped = Failure(
    .interrupted, "Stopped. Stored records are kept; import the file again to complete it.")

  private func importAll(into store: StoreConnection, environment: Environment) throws {
    let cancellation = ImportCancellation()
    let interrupt = InterruptHandler { cancellation.cancel() }
    defer { interrupt.stop() }
    let configuredZone = zone ?? environment.settings.zone
    let home = try? store.readingIfPresent()?.homeZone()
    let context = ImportContext(
      environment, zone: configuredZone ?? home ?? environment.systemZone, isChosen: configuredZone != nil,
      cancellation: cancellation)
    var pipes: [PipedInput] = []
    var trial: TrialStore?
    defer {
      for pipe in pipes { pipe.remove() }
      trial?.remove()
    }
    var files: [(path: String, file: RecognizedFile)] = []
    do {
      // All paths are checked before any file is imported, so that a typing error changes nothing.
      for path in paths {
        let pipe = try PipedInput(path, isCancelled: { cancellation.isCancelled })
        if let pipe { pipes.append(pipe) }
        files += try Self.recognize(pipe?.name ?? path, pipe?.path, force: force, context)
      }
      if check { trial = try TrialStore(of: store, cancellation: cancellation) }
    } catch is CancellationError {
      throw Failure(.interrupted, "Stopped.")
    }
    let store = trial?.connection ?? store
    var failure: Failure?
    for (path, file) in files {
      let started = environment.now()
      let options = ImportOptions(
        now: started, configuredZone: configuredZone, systemZone: environment.systemZone, deletesMissing: deleteMissing,
        cancellation: cancellation)
      let line = ProgressLine(
        isShown: !quiet && !json && (progress || environment.isTerminal(2)), clock: environment.now)
      let report: ImportReport
      let outcome: ImportOutcome
      do {
        (report, outcome) = try FileImport(
          path: path, file: file, store: store, options: options, cancellation: cancellation, progress: line
        ).run()
      } catch let error as StoreError where error.code == .interrupted {
        line.clear()
        throw check ? Failure(.interrupted, "Stopped.") : Self.stopped
      } catch {
        line.clear()
        throw error
      }
      line.clear()
      let seconds = environment.now().timeIntervalSince(started)
      if json {
        Output.line(try Output.json(ImportJSON(report, seconds: seconds)))
      } else if !quiet {
        Output.write(
          ImportText(environment.settings.formatting, isCheck: check).text(
            path: path, report: report, outcome: outcome, seconds: seconds))
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
        failure = Failure(.badData, "\(path) contains nothing that can be stored.")
      }
    }
    if let failure { throw failure }
  }

  /// - Parameter copy: of a pipe.
  private static func recognize(
    _ path: String, _ copy: String?, force: Bool, _ context: ImportContext
  ) throws -> [(path: String, file: RecognizedFile)] {
    do {
      return try RecognizedFile.all(
        path: copy ?? path.expandingTilde, name: copy.map { _ in path }, force: force,
        context: context
      ).map { file in (file.name.map { "\(path)/\($0)" } ?? path, file) }
    } catch let error as ImportError where copy != nil {
      throw ImportError(error.code, path: path, context: error.context, underlying: error.underlying)
    }
  }
}
