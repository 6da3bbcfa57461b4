import ArgumentParser
import Configuration
import Processes
import Reports

struct TypesCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "types", "List the types in the store with counts and dates, and the characteristics of the user.",
    examples: [
      "ringtop types",
      "ringtop types --format json",
    ])

  @OptionGroup var store: StoreOptions

  @Option(help: "Output format.")
  var format: TableOrJSON = .table

  func run() throws {
    let environment = Environment.current()
    let report = try TypesReport(try store.openForReading(environment))
    switch format {
    case .json: Output.write(try report.json())
    case .table: Output.write(report.plain(environment.settings.formatting))
    }
  }
}
