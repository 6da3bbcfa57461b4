import HealthModel

extension HKError {
  /// What HealthKit calls the failure of a store. Other errors pass as they are.
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
