import Foundation
import HealthImport
import HealthModel

/// A log of what clients have asked and how much they were sent: one JSON object per line, in a file of the user's.
///
/// It contains no values, so that it is no second copy of the data. When it is full, it becomes the older of two files.
package final class QuestionLog: Sendable {
  /// The maximum size of each of the two files, in bytes.
  static let largestFile = 1 << 20
  private static let longestArguments = 400

  let path: String
  private let lock = Lock(())

  /// - Returns: nil if the user has no folder for it.
  package init?(_ variables: [String: String]) {
    guard let folder = UserFolder.path("XDG_STATE_HOME", orInHome: ".local/state", variables) else { return nil }
    path = folder + "/ringtop/mcp.log"
  }

  init(path: String) { self.path = path }

  /// Adds a line. Where it cannot be written, nothing is: a full disk must not keep a question from being answered.
  func add(_ time: Date, client: String, tool: String, arguments: JSONValue, result: ToolResult, bytes: Int) {
    let asked = arguments.serialized
    let line: JSONValue = [
      "time": .text(time.formatted(.iso8601)), "client": .text(client), "tool": .text(tool),
      "asked": .text(
        asked.utf8.count > Self.longestArguments ? String(asked.prefix(Self.longestArguments)) + "…" : asked),
      "answered": .text(result.isError ? "refused" : "sent"), "bytes": .count(bytes),
    ]
    lock.withLock { _ in append(line.serialized + "\n") }
  }

  private func append(_ line: String) {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var status = stat()
    if stat(path, &status) == 0, Int(status.st_size) + line.utf8.count > Self.largestFile { rename(path, path + ".1") }
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var line = line
    // One write, so that lines of several servers do not mix.
    line.withUTF8 { _ = write(descriptor, $0.baseAddress, $0.count) }
  }

  /// The lines, oldest first.
  package func lines() -> [String] {
    [path + ".1", path].flatMap { path in
      (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n").map(String.init) ?? []
    }
  }
}
