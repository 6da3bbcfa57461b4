import Foundation
import Testing

/// A terminal whose keyboard and screen are controlled by the test.
final class QuestionPTY: @unchecked Sendable {
  // Unchecked because descriptors are plain numbers and one test uses one of these.

  let path: String
  private let master: Int32
  private let terminal: Int32
  private var screen = ""

  init() throws {
    var ends: (master: Int32, terminal: Int32) = (-1, -1)
    try #require(openpty(&ends.master, &ends.terminal, nil, nil, nil) == 0)
    (master, terminal) = ends
    for end in [master, terminal] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    path = String(cString: try #require(ttyname(terminal)))
  }

  deinit {
    close(terminal)
    close(master)
  }

  /// Waits for a text on the screen, then types a line. The search starts after the text that was found last.
  func answer(_ question: String, _ line: String) async throws {
    try await see(question)
    type(line + "\n")
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(master, bytes, bytes.count)
  }

  /// Waits until a text has appeared.
  ///
  /// - Returns: what stood before it.
  @discardableResult
  func see(_ text: String) async throws -> String {
    for _ in 0..<12_000 {
      drain()
      if let found = screen.range(of: text) {
        let before = String(screen[..<found.lowerBound])
        screen.removeSubrange(..<found.upperBound)
        return before
      }
      try await Task.sleep(for: .milliseconds(5))
    }
    throw NotSeen(text: text, screen: screen)
  }

  private func drain() {
    var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while poll(&waiting, 1, 0) == 1 {
      let count = read(master, &buffer, buffer.count)
      guard count > 0 else { return }
      screen += String(decoding: buffer.prefix(count), as: UTF8.self)
    }
  }
}

struct NotSeen: Error {
  var text: String
  var screen: String
}

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif
