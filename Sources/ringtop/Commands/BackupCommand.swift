import ArgumentParser
import Foundation
import HealthModel
import OpenHealthKit

struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy the store into one file, while others write.",
    discussion: """
      The copy holds what was stored when it began. It is a file that only you may read, and it is there whole or not at \
      all. An earlier backup of that name is replaced, any other file is not.
      """)

  @OptionGroup var store: StoreOptions

  @Argument(help: "The file to write.")
  var file: String

  @Flag(name: .shortAndLong, help: "Print nothing.")
  var quiet = false

  func run() throws {
    let target = (file as NSString).expandingTildeInPath
    let environment = Environment.current()
    let store = try store.openForReading(environment)
    try LongWork.run(environment, isQuiet: quiet, stopped: "Stopped; no backup was written.") {
      try store.backUp(to: target, control: $0)
    }
    if !quiet { Output.line("The store is copied to \(target).") }
  }
}

struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Put a backup in the place of the store.",
    discussion: """
      The backup is examined and copied first; then it takes the store's place in one step. The store that was there stays \
      beside it under a name that is printed, until you remove it.
      """)

  @OptionGroup var store: StoreOptions

  @Argument(help: "The backup to restore.")
  var file: String

  @Flag(name: .shortAndLong, help: "Print nothing.")
  var quiet = false

  func run() throws {
    let source = (file as NSString).expandingTildeInPath
    let environment = Environment.current()
    let store = try store.open(environment)
    let kept: String?
    do {
      kept = try LongWork.run(environment, isQuiet: quiet, stopped: "Stopped; the store is as it was.") {
        try store.restore(from: source, control: $0)
      }
    } catch let error as StoreError where error.path == source && error.code == .missing {
      throw Failure(.noInput, "There is no backup in \(source).")
    }
    guard !quiet else { return }
    Output.line(
      "The store is restored from \(source)."
        + (kept.map { " The one before it is kept in \($0)." } ?? ""))
  }
}
