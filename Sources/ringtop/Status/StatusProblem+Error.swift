import Dashboard
import HealthModel

extension StatusProblem {
  /// What an error of the store means to who only wants to see the day.
  init(_ error: any Error) {
    switch (error as? StoreError)?.code {
    case .missing: self = .missing
    case .busy: self = .busy
    case .newerVersion: self = .newer
    default: self = .unreadable
    }
  }
}
