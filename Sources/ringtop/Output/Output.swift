import Foundation
import Synchronization

/// Writing to standard output.
enum Output {
  /// What takes the place of standard output, for commands that the dashboard runs.
  @TaskLocal private static var collector: Collector?

  private final class Collector: Sendable {
    private let text = Mutex("")

    func withLock<Result: Sendable>(_ body: (inout sending String) -> Result) -> Result { text.withLock(body) }
  }

  /// What is written while the body runs, which goes nowhere else.
  static func collecting(_ body: () throws -> Void) rethrows -> String {
    let collector = Collector()
    try $collector.withValue(collector) { try body() }
    return collector.withLock { $0 }
  }

  /// Writes all of the text. An output that takes no more, like a full disk, ends the program with a sentence.
  static func write(_ text: String) {
    if let collector {
      collector.withLock { $0 += text }
      return
    }
    check(send(text))
  }

  /// Writes all of the bytes, as `write` does text.
  static func write(_ bytes: [UInt8]) {
    // What the dashboard runs must not reach its screen.
    guard collector == nil else { return }
    check(bytes.withUnsafeBytes { send($0) })
  }

  /// Says something to the person beside what goes to standard output.
  static func note(_ sentence: String) {
    FileHandle.standardError.write(Data("ringtop: \(sentence)\n".utf8))
  }

  private static func check(_ code: Int32) {
    guard code != 0 else { return }
    let failure = Failure(
      .inputOutput, "The output cannot be written: \(String(cString: strerror(code)).lowercased()).")
    failure.report()
    exit(failure.code.rawValue)
  }

  /// Writes all of the text.
  ///
  /// - Returns: 0, else the system's number for what is wrong.
  static func send(_ text: String) -> Int32 {
    var text = text
    return text.withUTF8 { send(UnsafeRawBufferPointer($0)) }
  }

  private static func send(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    var rest = bytes
    while !rest.isEmpty {
      let count = Foundation.write(STDOUT_FILENO, rest.baseAddress, rest.count)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      } else if errno == EAGAIN {
        // A pipe that another program has set not to wait.
        var room = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        poll(&room, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  static func line(_ text: String) {
    write(text + "\n")
  }

  /// One JSON value on one line, its keys sorted so that the same data give the same bytes.
  static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// An array with one element a line: whole for a parser, readable for a person, good for `grep`.
  static func jsonArray(_ values: [some Encodable]) throws -> String {
    let lines = try values.map { try json($0) }
    return "[" + (lines.isEmpty ? "" : "\n" + lines.joined(separator: ",\n") + "\n") + "]\n"
  }
}
