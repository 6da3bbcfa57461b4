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
    let store = store.open(Environment.current())
    try Interruption.throwing("Stopped; no backup was written.") { isCancelled in
      try store.backUp(to: target, isCancelled: isCancelled)
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
    let store = store.open(Environment.current())
    let kept: String?
    do {
      kept = try Interruption.throwing("Stopped; the store is as it was.") { isCancelled in
        try store.restore(from: source, isCancelled: isCancelled)
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

/// Work that ^C and a polite kill end at a safe place.
enum Interruption {
  private final class Flag: Sendable {
    private let isRaised = Lock(false)

    func raise() { isRaised.withLock { $0 = true } }
    var value: Bool { isRaised.withLock { $0 } }
  }

  /// - Parameter sentence: what is said where the work ended early.
  static func throwing<Result>(_ sentence: String, _ body: (@escaping () -> Bool) throws -> Result) throws -> Result {
    let flag = Flag()
    let handler = InterruptHandler { flag.raise() }
    defer { handler.stop() }
    do {
      return try body { flag.value }
    } catch is CancellationError {
      throw Failure(.interrupted, sentence)
    }
  }
}
