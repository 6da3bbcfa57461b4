/// The maximum frequency of deliveries to a client. The raw values are HealthKit's and the store's.
package enum DeliveryFrequency: Int, Sendable, Hashable, CaseIterable {
  case immediate = 1
  case hourly = 2
  case daily = 3
  case weekly = 4

  /// The minimum number of seconds between two deliveries.
  package var period: Double {
    switch self {
    case .immediate: 0
    case .hourly: 3_600
    case .daily: 86_400
    case .weekly: 604_800
    }
  }

  package var name: String {
    switch self {
    case .immediate: "immediate"
    case .hourly: "hourly"
    case .daily: "daily"
    case .weekly: "weekly"
    }
  }
}
