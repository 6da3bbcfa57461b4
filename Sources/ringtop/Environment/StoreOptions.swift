import ArgumentParser
import Foundation
import OpenHealthKit

/// The option of every command that says which store is meant.
struct StoreOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The store to use.",
      discussion: "Without it: RINGTOP_STORE, else $XDG_DATA_HOME/ringtop/health.sqlite.", valueName: "path"))
  var store: String?

  func configuration(_ environment: Environment) -> HKHealthStore.Configuration {
    .named(store, environment)
  }

  func open(_ environment: Environment) -> HKHealthStore {
    HKHealthStore(configuration: configuration(environment))
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
