import ArgumentParser
import Configuration
import Foundation
import HealthAnalysis
import HealthDatabase
import HealthExport
import HealthModel
import HealthQueries
import Presentation
import Processes
import Reports

extension ExportFormat: ExpressibleByArgument {}
extension WorkoutFileFormat: ExpressibleByArgument {}

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "export", "Write samples to a file as JSON lines, Apple XML, CSV or FHIR, or workouts as GPX, TCX or FIT.",
    details: """
      jsonl contains everything in the store about its samples; "ringtop add --json-lines FILE" reads it. xml is \
      Apple's format, which "ringtop import" and other tools read; it contains only one UTC offset of your home time \
      zone. csv is for spreadsheets and databases. fhir is for health records: observations of FHIR R4, one a line; \
      workouts, events and routes are left out. Only you can read the file.

      --workouts writes each workout of these days to a file of its own in a folder, with route, heart rates, \
      distances and laps, for programs for sports. gpx contains only workouts with a route. A single workout can be \
      written to a named file.
      """,
    examples: [
      "ringtop export -o samples.jsonl",
      "ringtop export steps heartRate --from 2026-01 --format csv > 2026.csv",
      "ringtop export --format xml -o export.xml",
      "ringtop export fitness --from 2026 --format csv -o fitness.csv",
      "ringtop export --workouts fit --from 2026 -o runs/",
      "ringtop export --workouts gpx --from today > run.gpx",
    ])

  @OptionGroup var store: StoreOptions
  @OptionGroup var selection: SampleSelectionOptions

  @Argument(help: "Types to write; default all.", completion: .types)
  var types: [String] = []

  @Option(help: "Output format; default by the file name, otherwise jsonl.")
  var format: ExportFormat?

  @Option(help: "Write whole workouts in this format.")
  var workouts: WorkoutFileFormat?

  @Option(
    name: [.short, .long], help: ArgumentHelp("The file; default or \"-\" standard output.", valueName: "path"),
    completion: .file())
  var output: String?

  func validate() throws {
    guard workouts != nil else { return }
    guard types.isEmpty, format == nil, selection.source == nil, selection.feed == nil else {
      throw ValidationError("--workouts cannot be combined with types, --format, --source or --feed.")
    }
  }

  /// Nil for standard output.
  private var path: String? { output == "-" ? nil : output.map(\.expandingTilde) }

  /// Nil if neither the option nor the name of the file tells.
  private var chosen: ExportFormat? {
    format ?? path.flatMap { ExportFormat(pathExtension: URL(filePath: $0).pathExtension.lowercased()) }
  }

  func run() throws {
    let environment = Environment.current()
    let measures = types.compactMap(MeasureName.init)
    if !measures.isEmpty { return try export(measures, environment) }
    let identifiers =
      try types.isEmpty
      ? nil
      : types.map { type in
        try SampleSelectionOptions.identifier(type, at: environment.now()) {
          try self.store.openForReading(environment)
        }
      }
    guard output != nil || !environment.isTerminal(STDOUT_FILENO) else {
      throw Failure(.usage, "Name a file with --output, or redirect the output.")
    }
    let store = try store.openForReading(environment)
    if let workouts {
      let (first, last) = try selection.days(store, environment)
      return try WorkoutExport(store: store, format: workouts, first: first, last: last)
        .write(to: path, environment.settings.formatting)
    }
    let isWhole = identifiers == nil && !selection.isNarrowed
    let requests = isWhole ? nil : try selection.requests(identifiers, in: store, environment)
    var writer = (chosen ?? .jsonl).writer(now: environment.now(), isWhole: isWhole) { type in
      requests?.contains { $0.type == type } ?? true
    }
    // Checked before a file is created.
    _ = try store.reading().latestChange()
    let file = try FileOutput(path: path, store: store)
    var count = 0
    try store.reading().read(requests) { excerpt in
      try file.write(writer.head(excerpt))
    } samples: { samples, own, details in
      count += samples.samples.count
      try writer.piece(samples, own: own, details: details) { try file.write($0) }
    }
    try file.write(writer.end())
    try file.finish()
    func samples(_ count: Int) -> String { environment.settings.formatting.count(count, "sample") }
    if let path { Output.line("Wrote \(samples(count - writer.omitted)) to \(path).") }
    if writer.omitted > 0 { Output.report("Left out \(samples(writer.omitted)), for which FHIR has no form.") }
  }

  /// A measure by day, as `ringtop query` prints it.
  private func export(_ measures: [MeasureName], _ environment: Environment) throws {
    guard let measure = measures.first, types.count == 1 else {
      throw Failure(.usage, "\(measures[0].rawValue) is a measure; export one measure at a time.")
    }
    let formats: [ExportFormat: QueryFormat] = [.jsonl: .jsonl, .csv: .csv]
    guard let format = formats[chosen ?? .jsonl], selection.source == nil, selection.feed == nil else {
      throw Failure(.usage, "A measure is exported as csv or jsonl; it has no source and no feed of its own.")
    }
    let store = try store.openForReading(environment)
    let (first, last) = try selection.days(store, environment)
    let source = StoreSource(store, environment)
    let file = try FileOutput(path: path, store: store)
    var text = ""
    let days = try MeasureSeries(
      measure: measure, source: source, weekStart: environment.settings.weekStart, format: format
    ).run((first ?? .distantPast)...(last ?? .distantFuture)) { text += $0 }
    try file.write(text)
    try file.finish()
    if let path { Output.line("Wrote \(environment.settings.formatting.count(days, "day")) to \(path).") }
  }
}
