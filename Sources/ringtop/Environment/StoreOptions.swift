import ArgumentParser
import Foundation
import OpenHealthKit

/// The option of every command that says which store is meant.
struct StoreOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The store to use: a file, or for reading the http://host:port of a \"ringtop serve\".",
      discussion: "Without it: RINGTOP_STORE, else $XDG_DATA_HOME/ringtop/health.sqlite.", valueName: "path"))
  var store: String?

  /// The store, for a command that may write to it.
  ///
  /// - Throws: `Failure` where it is on another machine.
  func open(_ environment: Environment) throws -> HKHealthStore {
    switch try StorePlace(store, environment) {
    case .file(let store): return store
    case .server(let mirror): throw mirror.readOnly
    }
  }

  /// The store, for a command that reads it. The last state that is known of one on another machine is good enough; that
  /// it may be old is said on standard error.
  ///
  /// - Throws: `Failure` where nothing is known of it.
  func openForReading(_ environment: Environment) throws -> HKHealthStore {
    switch try StorePlace(store, environment) {
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

/// Where a store is.
enum StorePlace {
  case file(HKHealthStore)
  case server(StoreMirror)

  /// - Parameters:
  ///   - text: a path or an address as a person wrote it, nil for the one that the environment says.
  ///   - timeout: seconds to wait for another program that keeps the whole file to itself.
  /// - Throws: `Failure` for an address that is none.
  init(_ text: String?, _ environment: Environment, timeout: Double? = nil) throws {
    var configuration = HKHealthStore.Configuration.named(text, environment)
    if let timeout { configuration.timeout = timeout }
    if let address = text ?? environment.variables["RINGTOP_STORE"], RemoteAddress.isMeant(by: address) {
      self = .server(try StoreMirror(try RemoteAddress(address), environment, configuration: configuration))
    } else {
      self = .file(HKHealthStore(configuration: configuration))
    }
  }
}

extension StoreMirror {
  /// Why nothing is written to it.
  var readOnly: Failure {
    Failure(.cannotCreate, "\(address) is another machine's store, which is only read here. Do this on that machine.")
  }
}

extension HKHealthStore.Configuration {
  /// What opens the store at a path as a person wrote it, nil for the one that the environment says.
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
  /// The program itself, however the file is called that it runs from.
  static let ringtop = Self(
    bundleIdentifier: "org.openhealthkit.ringtop", name: "ringtop", version: Ringtop.configuration.version)
}
