import ArgumentParser
import Foundation
import OpenHealthKit

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
  func open(_ environment: Environment) throws -> HKHealthStore {
    switch try StoreLocation(store, environment) {
    case .file(let store): return store
    case .server(let mirror): throw mirror.readOnly
    }
  }

  /// The store, for a command that only reads it. For a store on another machine, the last known state is sufficient;
  /// if it may be outdated, a message on standard error says so.
  ///
  /// - Throws: `Failure` if no state is known.
  func openForReading(_ environment: Environment) throws -> HKHealthStore {
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

/// The location of a store.
enum StoreLocation {
  case file(HKHealthStore)
  case server(StoreMirror)

  /// - Parameters:
  ///   - text: a path or an address in the user's notation, nil for the one in the environment.
  ///   - timeout: the seconds to wait for another program that locks the whole file.
  /// - Throws: `Failure` for a malformed address.
  init(_ text: String?, _ environment: Environment, timeout: Double? = nil) throws {
    var configuration = HKHealthStore.Configuration.named(text, environment)
    if let timeout { configuration.timeout = timeout }
    if let address = text ?? environment.variables["RINGTOP_STORE"], RemoteAddress.isAddress(address) {
      self = .server(try StoreMirror(try RemoteAddress(address), environment, configuration: configuration))
    } else {
      self = .file(HKHealthStore(configuration: configuration))
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

extension HKHealthStore.Configuration {
  /// The configuration that opens the store at a path in the user's notation, nil for the one in the environment.
  static func named(_ path: String?, _ environment: Environment) -> Self {
    var configuration = standard(environment: environment.variables)
    if let path { configuration.path = (path as NSString).expandingTildeInPath }
    configuration.now = environment.now
    configuration.client = .ringtop
    configuration.authorization = .owner
    return configuration
  }
}

extension HKHealthStore.Client {
  /// The program itself, whatever the name of its executable.
  static let ringtop = Self(
    bundleIdentifier: "org.openhealthkit.ringtop", name: "ringtop", version: Ringtop.version)
}
