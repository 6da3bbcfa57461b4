import Foundation

/// The bytes that a process has read from files and written to files, whether from the cache of the system or not. What
/// it sends and receives over sockets is not included.
struct ByteCounts {
  var read = 0.0
  var written = 0.0

  /// nil if the system does not provide them, as everywhere except on Linux.
  init?(of process: pid_t) {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/io", encoding: .utf8) else { return nil }
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ")
      guard parts.count == 2, let count = Double(parts[1]) else { continue }
      switch parts[0] {
      case "rchar:": read = count
      case "wchar:": written = count
      default: break
      }
    }
  }
}
