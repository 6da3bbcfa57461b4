import HealthModel

extension HKError {
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
      case .invalidArgument: .errorInvalidArgument
      case .interrupted: .errorUserCanceled
      case .other: .unknownError
      }
  }
}
