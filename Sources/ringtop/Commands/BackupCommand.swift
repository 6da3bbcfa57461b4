import ArgumentParser
import Configuration
import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Processes
import StoreCare

struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "backup", "Copy the store to a single file while other programs use it.",
    details: """
      The copy has the state of the store at the start of the backup, and only you can read it. It is written \
      completely or not at all. An earlier backup of the same name is replaced, but no other file.
      """,
    examples: [
      "ringtop backup ~/health-backup.sqlite"
    ])

  @OptionGroup var store: StoreOptions

  @Argument(help: "The file to write.")
  var file: String

  @Flag(name: .shortAndLong, help: "Print nothing.")
  var quiet = false

  func run() throws {
    let target = file.expandingTilde
    let environment = Environment.current()
    let store = try store.openForReading(environment)
    try LongWork.run(environment, isQuiet: quiet, stopped: "Stopped; no backup was written.") {
      try StoreBackup.write(path: store.path, to: target, control: $0)
    }
    if !quiet { Output.line("Copied the store to \(target).") }
  }
}

struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "restore", "Replace the store with a backup.",
    details: """
      The backup is checked and copied first, and then replaces the store in one step. The previous store is kept \
      beside it until you delete it; its name is printed. Commands in the backup are listed and do not run until you \
      allow them.
      """,
    examples: [
      "ringtop restore ~/health-backup.sqlite"
    ])

  @OptionGroup var store: StoreOptions

  @Argument(help: "The backup to restore.")
  var file: String

  @Flag(name: .shortAndLong, help: "Print nothing.")
  var quiet = false

  func run() throws {
    let source = file.expandingTilde
    let environment = Environment.current()
    let store = try store.open(environment)
    let kept: String?
    do {
      kept = try LongWork.run(environment, isQuiet: quiet, stopped: "Stopped; the store is as it was.") {
        try StoreBackup.restore(path: store.path, from: source, control: $0)
      }
    } catch let error as StoreError where error.path == source && error.code == .missing {
      throw Failure(.noInput, "There is no backup in \(source).")
    }
    guard !quiet else { return }
    Output.line(
      "Restored the store from \(source)."
        + (kept.map { " The previous store is kept in \($0)." } ?? ""))
    let allowed = CommandApprovals(environment: environment.variables).commands(store: store.path)
    for registration in try store.reading().deliveries() {
      guard let command = registration.command, !allowed.contains(command) else { continue }
      Output.line(
        "\(registration.client) has a command that does not run until you use \"ringtop deliver allow "
          + "\(registration.client)\": \(command.joined(separator: " "))")
    }
  }
}
