import ArgumentParser
import Configuration
import Foundation
import HealthDatabase
import OpenHealthKit
import Processes
import Serving

/// The option of all commands that selects the store.
struct StoreOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The store: a file, or to read from another machine, the URL of its \"ringtop serve\".",
      discussion: "Without it: RINGTOP_STORE, else $XDG_DATA_HOME/ringtop/health.sqlite.", valueName: "path"))
  var store: String?

  /// The store, for a command that may write to it.
  ///
  /// - Throws: `Failure` if it is on another machine.
  func open(_ environment: Environment) throws -> StoreConnection {
    switch try StoreLocation(store, environment) {
    case .file(let store): return store
    case .server(let mirror): throw mirror.readOnly
    }
  }

  /// The store, for a command that only reads it. For a store on another machine, the last known state is sufficient;
  /// if it may be outdated, a message on standard error says so.
  ///
  /// - Throws: `Failure` if no state is known.
  func openForReading(_ environment: Environment) throws -> StoreConnection {
    switch try StoreLocation(store, environment) {
    case .file(let store): return store
    case .server(let mirror):
      do {
        try mirror.refresh()
      } catch let problem as RemoteProblem {
        guard mirror.isKnown else { throw problem.failure }
        let time = mirror.confirmedText.map { " of \($0)" } ?? ""
        Output.report("\(problem.sentence) This is its last known state\(time).")
      }
      return mirror.store
    }
  }
}

enum StoreLocation {
  case file(StoreConnection)
  case server(StoreMirror)

  /// - Parameters:
  ///   - text: a path or an address in the user's notation, nil for the one in the environment.
  ///   - timeout: the seconds to wait for another program that locks the whole file.
  /// - Throws: `Failure` for a malformed address.
  init(_ text: String?, _ environment: Environment, timeout: Double = 10) throws {
    if let address = text ?? environment.variables["RINGTOP_STORE"], RemoteAddress.isAddress(address) {
      self = .server(try StoreMirror(try RemoteAddress(address), environment, timeout: timeout))
    } else {
      let path =
        text.map(\.expandingTilde)
        ?? HKHealthStore.Configuration.standard(environment: environment.variables).path
      self = .file(StoreConnection(path: path, timeout: timeout))
    }
  }
}

extension StoreMirror {
  /// The error of commands that write.
  var readOnly: Failure {
    Failure(
      .cannotCreate, "\(address) is a store on another machine, which is read-only here. Run this on that machine.")
  }
}

extension StoreConnection {
  /// HealthKit's interface to the store, for the program itself, whatever the name of its executable, and with access
  /// to everything.
  func healthStore(_ environment: Environment) -> HKHealthStore {
    var configuration = HKHealthStore.Configuration(
      path: path,
      client: .init(bundleIdentifier: "org.openhealthkit.ringtop", name: "ringtop", version: Ringtop.version),
      authorization: .owner, now: environment.now)
    configuration.connection = self
    return HKHealthStore(configuration: configuration)
  }
}
