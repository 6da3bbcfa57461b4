import Foundation
import HealthModel

/// A directory that is deleted with its last user, and at the latest with the process: a test may call `exit`, and a
/// store that is still open creates its directory again.
final class ScratchDirectory: Sendable {
  let path: String

  private static let made = Lock<[String]>([])
  private static let removesAtExit: Void = {
    _ = atexit {
      for path in ScratchDirectory.made.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
    }
  }()

  init() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("healthkit-\(UUID().uuidString)").path
    Self.removesAtExit
    Self.made.withLock { $0.append(path) }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    self.path = path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
