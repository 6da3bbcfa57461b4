import Foundation

/// A record of everything that wakes the dashboard and of the screens that it shows, for reports of faults. It contains what is
/// typed.
final class EventTrace {
  private let file: FileHandle
  private let start = ContinuousClock.now

  /// - Parameter environment: `RINGTOP_TRACE` names the file, to which lines are appended.
  /// - Returns: nil if there is no such variable, or the file cannot be written.
  init?(_ environment: [String: String]) {
    guard let path = environment["RINGTOP_TRACE"], !path.isEmpty else { return nil }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Appends a line with the time since the start.
  func note(_ text: String) {
    let milliseconds = Int(start.duration(to: .now) / .milliseconds(1))
    try? file.write(contentsOf: Data("\(milliseconds) ms \(text.replacing("\n", with: " "))\n".utf8))
  }
}
