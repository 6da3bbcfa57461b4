import Dispatch
public import Foundation

/// Whether a program may learn where the device is.
public enum CLAuthorizationStatus: Int32, Sendable {
  /// The user has not been asked.
  case notDetermined = 0
  /// The program cannot be allowed to.
  case restricted = 1
  /// The user has refused, or there is nothing that measures locations.
  case denied = 2
  /// At any time.
  case authorizedAlways = 3
  /// While the program is used.
  case authorizedWhenInUse = 4
}

/// Errors of Core Location.
public struct CLError: Error, CustomNSError, Hashable, Sendable {
  /// The code of an error.
  public enum Code: Int, Sendable {
    /// No location could be determined.
    case locationUnknown = 0
    /// The program may not use locations.
    case denied = 1
  }

  /// The code.
  public let code: Code

  /// An error with a code.
  public init(_ code: Code) {
    self.code = code
  }

  /// `kCLErrorDomain`.
  public static var errorDomain: String { "kCLErrorDomain" }
  /// The raw value of the code.
  public var errorCode: Int { code.rawValue }
}

/// The delegate of a location manager. All calls are made on a background queue.
public protocol CLLocationManagerDelegate: AnyObject {
  /// The authorization is known.
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
  /// Locations have been measured. Never called here.
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
  /// No location can be determined.
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
}

/// What a delegate need not implement.
extension CLLocationManagerDelegate {
  /// Does nothing.
  public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {}
  /// Does nothing.
  public func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {}
  /// Does nothing.
  public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
}

/// The source of locations on Apple's systems. Nothing measures them here: a program that asks is refused, and goes on
/// without a route.
open class CLLocationManager: NSObject, @unchecked Sendable {
  // Unchecked because an open class cannot be checked; mutable state is protected by a lock.

  private struct State {
    weak var delegate: (any CLLocationManagerDelegate)?
    var desiredAccuracy = kCLLocationAccuracyBest
    var distanceFilter = kCLDistanceFilterNone
    var allowsBackgroundLocationUpdates = false
  }

  private let lock = NSLock()
  private var state = State()

  /// A manager, which is not allowed to measure anything.
  public override init() {
    super.init()
  }

  private func with<Value>(_ body: (inout State) -> Value) -> Value { lock.withLock { body(&state) } }

  /// The delegate. Held weakly.
  public weak var delegate: (any CLLocationManagerDelegate)? {
    get { with { $0.delegate } }
    set {
      with { $0.delegate = newValue }
      if newValue != nil { notify { $0.locationManagerDidChangeAuthorization($1) } }
    }
  }

  /// The accuracy that the program would like; without effect.
  public var desiredAccuracy: CLLocationAccuracy {
    get { with { $0.desiredAccuracy } }
    set { with { $0.desiredAccuracy = newValue } }
  }

  /// The distance in metres after which a new location is reported; without effect.
  public var distanceFilter: CLLocationDistance {
    get { with { $0.distanceFilter } }
    set { with { $0.distanceFilter = newValue } }
  }

  /// Whether locations are wanted in the background; without effect.
  public var allowsBackgroundLocationUpdates: Bool {
    get { with { $0.allowsBackgroundLocationUpdates } }
    set { with { $0.allowsBackgroundLocationUpdates = newValue } }
  }

  /// Always ``CLAuthorizationStatus/denied``.
  public var authorizationStatus: CLAuthorizationStatus { .denied }

  /// The last location: nil.
  public var location: CLLocation? { nil }

  /// Whether the system's locations are switched on: never.
  open class func locationServicesEnabled() -> Bool { false }

  /// Asks the user. The delegate is told that it is denied.
  open func requestWhenInUseAuthorization() { notify { $0.locationManagerDidChangeAuthorization($1) } }

  /// Asks the user. The delegate is told that it is denied.
  open func requestAlwaysAuthorization() { notify { $0.locationManagerDidChangeAuthorization($1) } }

  /// Starts to measure. The delegate receives ``CLError/Code/denied``.
  open func startUpdatingLocation() { notify { $0.locationManager($1, didFailWithError: CLError(.denied)) } }

  /// Stops measuring. Does nothing.
  open func stopUpdatingLocation() {}

  /// Measures once. The delegate receives ``CLError/Code/denied``.
  open func requestLocation() { notify { $0.locationManager($1, didFailWithError: CLError(.denied)) } }

  private func notify(_ call: @escaping @Sendable (any CLLocationManagerDelegate, CLLocationManager) -> Void) {
    DispatchQueue.global().async {
      guard let delegate = self.delegate else { return }
      call(delegate, self)
    }
  }
}
