public import Foundation

extension HKHealthStore {
  /// Which file a store is, who uses it, and which clock it goes by.
  public struct Configuration: Sendable {
    /// The path of the SQLite file.
    public var path: String
    /// What the time is. Tests put their own clock here.
    public var now: @Sendable () -> Date
    /// Who reads and writes. Samples that are saved bear its name.
    public var client: Client {
      get { chosenClient ?? .running }
      set { chosenClient = newValue }
    }
    /// By whose leave.
    public var authorization: Authorization
    /// Which units ``HKHealthStore/preferredUnits(for:)`` prefers.
    public var locale: Locale {
      get { chosenLocale ?? .current }
      set { chosenLocale = newValue }
    }
    /// What starts this program when changes are to be delivered and it is not running: the path of a program and its
    /// arguments, which `ringtop watch` runs without a shell; nil for a program that nobody starts. Registered by
    /// ``HKHealthStore/enableBackgroundDelivery(for:frequency:)``.
    public var launchCommand: [String]?
    /// Seconds that a background delivery may take before it counts as missed: from 0.1 to a day.
    public var deliveryTimeout: TimeInterval = 30
    /// Seconds to wait for another program that keeps the whole file to itself.
    package var timeout = 10.0
    // Asked of the system at their first use only: the running program's bundle and the locale cost a short command a
    // tenth of its time.
    private var chosenClient: Client?
    private var chosenLocale: Locale?

    /// - Parameters:
    ///   - path: the file; it is made at the first save.
    ///   - client: the running program, unless another is given.
    ///   - authorization: the person's, who is asked on the terminal, unless another is given.
    ///   - locale: the current one, unless another is given.
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

    /// The file that `ringtop` keeps, by the environment: `RINGTOP_STORE`, else `$XDG_DATA_HOME/ringtop/health.sqlite`,
    /// else `~/.local/share/ringtop/health.sqlite`.
    public static func standard(environment: [String: String] = ProcessInfo.processInfo.environment) -> Configuration {
      if let path = environment["RINGTOP_STORE"], !path.isEmpty { return Configuration(path: path) }
      // A relative XDG path is invalid by its specification and is passed over.
      let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      let base = data ?? ((environment["HOME"] ?? NSHomeDirectory()) + "/.local/share")
      return Configuration(path: base + "/ringtop/health.sqlite")
    }
  }
}
