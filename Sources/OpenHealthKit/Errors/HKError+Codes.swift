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
