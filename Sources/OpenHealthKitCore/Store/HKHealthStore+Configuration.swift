public import Foundation
package import HealthDatabase
import HealthModel

extension HKHealthStore {
  /// The file of a store, its client, and its clock.
  public struct Configuration: Sendable {
    /// The path of the SQLite file.
    public var path: String
    /// The clock. Tests can replace it.
    public var now: @Sendable () -> Date
    /// The client that reads and writes. Saved samples have it as their source.
    public var client: Client {
      get { chosenClient ?? .running }
      set { chosenClient = newValue }
    }
    /// How the client is authorized.
    public var authorization: Authorization
    /// The locale for ``HKHealthStore/preferredUnits(for:)``.
    public var locale: Locale {
      get { chosenLocale ?? .current }
      set { chosenLocale = newValue }
    }
    /// The command that starts this program for a delivery when it is not running: the path of a program and its
    /// arguments, which `ringtop watch` runs without a shell; nil if it cannot be started. Registered by
    /// ``HKHealthStore/enableBackgroundDelivery(for:frequency:)``.
    public var launchCommand: [String]?
    /// The timeout of a background delivery in seconds: from 0.1 to a day.
    public var deliveryTimeout: TimeInterval = 30
    /// The user's own zones for workouts, by type: the upper limits of all zones but the last, ascending. See
    /// ``HKHealthStore/preferredWorkoutZoneConfiguration(for:)``.
    public var workoutZoneBoundaries: [HKQuantityTypeIdentifier: [HKQuantity]] = [:]
    /// The commands that may run on this machine.
    package var approvals = CommandApprovals(environment: ProcessInfo.processInfo.environment)
    /// A connection to the file that others use too; nil for one of the store's own.
    package var connection: StoreConnection?
    // Determined only at their first use: looking up the running program's bundle and the locale takes a tenth of the
    // time of a short command.
    private var chosenClient: Client?
    private var chosenLocale: Locale?

    /// - Parameters:
    ///   - path: the file; it is created at the first save.
    ///   - client: defaults to the running program.
    ///   - authorization: defaults to asking the user on the terminal.
    ///   - locale: defaults to the current one.
    ///   - now: the clock.
    public init(
      path: String, client: Client? = nil, authorization: Authorization = .ask(), locale: Locale? = nil,
      now: @escaping @Sendable () -> Date = { Date() }
    ) {
      self.path = path
      chosenClient = client
      self.authorization = authorization
      chosenLocale = locale
      self.now = now
    }

    /// The file that `ringtop` uses, from the environment: `RINGTOP_STORE`, otherwise
    /// `$XDG_DATA_HOME/ringtop/health.sqlite`, otherwise `~/.local/share/ringtop/health.sqlite`.
    public static func standard(environment: [String: String] = ProcessInfo.processInfo.environment) -> Configuration {
      if let path = environment["RINGTOP_STORE"], !path.isEmpty { return Configuration(path: path) }
      let data =
        UserFolder.path("XDG_DATA_HOME", orInHome: ".local/share", environment) ?? NSHomeDirectory() + "/.local/share"
      return Configuration(path: data + "/ringtop/health.sqlite")
    }
  }
}
