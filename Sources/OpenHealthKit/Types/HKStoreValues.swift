/// Whether a client may write a type.
public enum HKAuthorizationStatus: Int, Sendable {
  case notDetermined = 0
  case sharingDenied = 1
  case sharingAuthorized = 2
}

/// Whether requesting a set of types would present a request to the user.
public enum HKAuthorizationRequestStatus: Int, Sendable {
  case unknown = 0
  case shouldRequest = 1
  case unnecessary = 2
}

/// The maximum frequency of background deliveries.
public enum HKUpdateFrequency: Int, Sendable {
  case immediate = 1
  case hourly = 2
  case daily = 3
  case weekly = 4
}
