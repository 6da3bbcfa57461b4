import Dashboard
import HealthModel

extension StatusProblem {
  /// The problem that an error of the store represents in a status line.
  init(_ error: any Error) {
    switch (error as? StoreError)?.code {
    case .missing: self = .missing
    case .busy: self = .busy
    case .newerVersion: self = .newer
    default: self = .unreadable
    }
  }
}
