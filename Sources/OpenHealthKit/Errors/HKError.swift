public import Foundation

// HealthKit's constants are global and begin with its prefix.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of ``HKError`` as an `NSError`.
public let HKErrorDomain: String = "com.apple.healthkit"

/// Why an operation failed.
///
/// Catch one code with `catch HKError.errorNoData`, or the type and look at its ``code``.
public struct HKError: Error, CustomNSError, @unchecked Sendable {
  // Unchecked because of the user info, whose values do not change after the error has been created.

  /// HealthKit's error codes, with the same numbers.
  public enum Code: Int, Sendable {
    case unknownError = 0
    /// Health data is unavailable on this device: the store cannot be opened.
    case errorHealthDataUnavailable = 1
    case errorHealthDataRestricted = 2
    case errorInvalidArgument = 3
    /// The user has denied authorization.
    case errorAuthorizationDenied = 4
    /// The user has not been asked.
    case errorAuthorizationNotDetermined = 5
    /// The store exists and cannot be read now.
    case errorDatabaseInaccessible = 6
    case errorUserCanceled = 7
    case errorAnotherWorkoutSessionStarted = 8
    case errorUserExitedWorkoutSession = 9
    case errorRequiredAuthorizationDenied = 10
    /// Nothing matches.
    case errorNoData = 11
    case errorWorkoutActivityNotAllowed = 12
    case errorDataSizeExceeded = 13
    case errorBackgroundWorkoutSessionNotAllowed = 14
    case errorNotPermissibleForGuestUserMode = 15

    /// The older name of ``unknownError``.
    @available(*, deprecated, renamed: "unknownError")
    public static let noError = Code.unknownError
  }

  /// Why it failed.
  public let code: Code
  /// Contains the text under `NSLocalizedDescriptionKey` and a cause under `NSUnderlyingErrorKey`, among others.
  public let userInfo: [String: Any]

  /// An error with a code and additional information.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    self.userInfo = userInfo
  }

  /// An error with a description.
  init(_ code: Code, reason: String, underlying: (any Error)? = nil) {
    var info: [String: Any] = [NSLocalizedDescriptionKey: reason]
    if let underlying { info[NSUnderlyingErrorKey] = underlying }
    self.init(code, userInfo: info)
  }

  public static var errorDomain: String { HKErrorDomain }
  public var errorCode: Int { code.rawValue }
  public var errorUserInfo: [String: Any] { userInfo }

  /// The text of the error, or the name of its code.
  public var localizedDescription: String {
    userInfo[NSLocalizedDescriptionKey] as? String ?? "\(code)"
  }
}

extension HKError: Hashable {
  /// Errors with the same code and the same text are equal.
  public static func == (lhs: HKError, rhs: HKError) -> Bool {
    lhs.code == rhs.code && lhs.localizedDescription == rhs.localizedDescription
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(localizedDescription)
  }
}

extension HKError: CustomStringConvertible {
  public var description: String { "\(code): \(localizedDescription)" }
}
