public import Foundation
import HealthModel

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
    /// An error that has no code of its own.
    case unknownError = 0
    /// Health data is unavailable on this device: the store cannot be opened.
    case errorHealthDataUnavailable = 1
    /// Health data is restricted by an administrator: not used here.
    case errorHealthDataRestricted = 2
    /// An argument is invalid.
    case errorInvalidArgument = 3
    /// The user has denied authorization.
    case errorAuthorizationDenied = 4
    /// The user has not been asked.
    case errorAuthorizationNotDetermined = 5
    /// The store exists and cannot be read now.
    case errorDatabaseInaccessible = 6
    /// The user did not answer, or something was interrupted.
    case errorUserCanceled = 7
    /// Another session has started: not used here.
    case errorAnotherWorkoutSessionStarted = 8
    /// The user left the session: not used here.
    case errorUserExitedWorkoutSession = 9
    /// An authorization without which a program cannot run was refused: not used here.
    case errorRequiredAuthorizationDenied = 10
    /// Nothing matches.
    case errorNoData = 11
    /// The activity is not allowed: not used here.
    case errorWorkoutActivityNotAllowed = 12
    /// The data is too large.
    case errorDataSizeExceeded = 13
    /// A session cannot start in the background: not used here.
    case errorBackgroundWorkoutSessionNotAllowed = 14
    /// Not possible for a guest: not used here.
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
  package init(_ code: Code, reason: String, underlying: (any Error)? = nil) {
    var info: [String: Any] = [NSLocalizedDescriptionKey: reason]
    if let underlying { info[NSUnderlyingErrorKey] = underlying }
    self.init(code, userInfo: info)
  }

  /// ``HKErrorDomain``.
  public static var errorDomain: String { HKErrorDomain }
  /// The raw value of the code.
  public var errorCode: Int { code.rawValue }
  /// The same as ``userInfo``.
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

  /// Combines what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(localizedDescription)
  }
}

extension HKError: CustomStringConvertible {
  /// The code and the message.
  public var description: String { "\(code): \(localizedDescription)" }
}

extension HKError {
  /// The code ``Code/unknownError``.
  public static var unknownError: Code { .unknownError }
  /// The older name of ``unknownError``.
  @available(*, deprecated, renamed: "unknownError")
  public static var noError: Code { .unknownError }
  /// The code ``Code/errorHealthDataUnavailable``.
  public static var errorHealthDataUnavailable: Code { .errorHealthDataUnavailable }
  /// The code ``Code/errorHealthDataRestricted``.
  public static var errorHealthDataRestricted: Code { .errorHealthDataRestricted }
  /// The code ``Code/errorInvalidArgument``.
  public static var errorInvalidArgument: Code { .errorInvalidArgument }
  /// The code ``Code/errorAuthorizationDenied``.
  public static var errorAuthorizationDenied: Code { .errorAuthorizationDenied }
  /// The code ``Code/errorAuthorizationNotDetermined``.
  public static var errorAuthorizationNotDetermined: Code { .errorAuthorizationNotDetermined }
  /// The code ``Code/errorDatabaseInaccessible``.
  public static var errorDatabaseInaccessible: Code { .errorDatabaseInaccessible }
  /// The code ``Code/errorUserCanceled``.
  public static var errorUserCanceled: Code { .errorUserCanceled }
  /// The code ``Code/errorAnotherWorkoutSessionStarted``.
  public static var errorAnotherWorkoutSessionStarted: Code { .errorAnotherWorkoutSessionStarted }
  /// The code ``Code/errorUserExitedWorkoutSession``.
  public static var errorUserExitedWorkoutSession: Code { .errorUserExitedWorkoutSession }
  /// The code ``Code/errorRequiredAuthorizationDenied``.
  public static var errorRequiredAuthorizationDenied: Code { .errorRequiredAuthorizationDenied }
  /// The code ``Code/errorNoData``.
  public static var errorNoData: Code { .errorNoData }
  /// The code ``Code/errorWorkoutActivityNotAllowed``.
  public static var errorWorkoutActivityNotAllowed: Code { .errorWorkoutActivityNotAllowed }
  /// The code ``Code/errorDataSizeExceeded``.
  public static var errorDataSizeExceeded: Code { .errorDataSizeExceeded }
  /// The code ``Code/errorBackgroundWorkoutSessionNotAllowed``.
  public static var errorBackgroundWorkoutSessionNotAllowed: Code { .errorBackgroundWorkoutSessionNotAllowed }
  /// The code ``Code/errorNotPermissibleForGuestUserMode``.
  public static var errorNotPermissibleForGuestUserMode: Code { .errorNotPermissibleForGuestUserMode }
}

/// Lets `catch HKError.errorNoData` match every error of that code.
public func ~= (code: HKError.Code, error: any Error) -> Bool {
  (error as? HKError)?.code == code
}

extension HKError {
  package static func invalid(_ reason: String) -> HKError { HKError(.errorInvalidArgument, reason: reason) }

  /// HealthKit's error for an error of a store. Other errors are not changed.
  static func translating(_ error: any Error) -> any Error {
    guard let error = error as? StoreError else { return error }
    return HKError(Code(error.code), reason: "\(error)", underlying: error)
  }
}

extension HKError.Code {
  init(_ code: StoreError.Code) {
    self =
      switch code {
      case .missing, .notAStore, .newerVersion, .olderVersion, .unreadable, .cannotCreate: .errorHealthDataUnavailable
      case .readOnly, .diskFull, .inputOutput, .busy, .damaged: .errorDatabaseInaccessible
      case .invalidArgument, .conflict: .errorInvalidArgument
      case .interrupted: .errorUserCanceled
      case .other: .unknownError
      }
  }
}
