import Curses
import Foundation
import HealthModel
import Synchronization
import TerminalModel

/// Writes to standard output and standard error. All output of the program goes through here.
package enum Output {
  /// Replaces standard output for commands that the dashboard runs.
  @TaskLocal private static var collector: Collector?

  private final class Collector: Sendable {
    private let text = Mutex("")

    var collected: String { text.withLock { $0 } }

    func append(_ more: String) { text.withLock { $0 += more } }
  }

  /// Captures the output of the body.
  package static func collecting(_ body: () throws -> Void) rethrows -> String {
    let collector = Collector()
    try $collector.withValue(collector) { try body() }
    return collector.collected
  }

  /// Writes lines of text. Untrusted text in them cannot control the terminal, and a terminal that shows only ASCII
  /// gets only ASCII; but line breaks in names must be escaped by the caller, see `PrintableText.line`. If the output
  /// fails, for example on a full disk, the program ends with an error message.
  package static func write(_ text: String) {
    put(PrintableText.lines(text))
  }

  /// Writes a single line, with line breaks in the text escaped.
  package static func line(_ text: String) {
    put(PrintableText.line(text) + "\n")
  }

  /// Writes trusted text unchanged: frames with escape sequences, which `ANSIText` creates from sanitized cells, or
  /// lines in a format with its own line ends.
  package static func write(verbatim text: String) {
    put(text)
  }

  /// Writes all bytes of an image, with the same error handling as `write`.
  package static func write(_ bytes: [UInt8]) {
    // Commands run by the dashboard must not draw on its screen.
    guard collector == nil else { return }
    check(bytes.withUnsafeBytes { send($0, to: STDOUT_FILENO) })
  }

  private static func put(_ text: String) {
    if let collector {
      collector.append(text)
      return
    }
    check(send(isASCIITerminal(STDOUT_FILENO) ? PrintableText.ascii(text) : text))
  }

  private static func check(_ code: Int32) {
    guard code != 0 else { return }
    let failure = Failure(
      .inputOutput, "The output cannot be written: \(SystemError.text(code)).")
    failure.report()
    exit(failure.code.rawValue)
  }

  /// Writes a sentence to standard error; ignores errors.
  package static func report(_ sentence: String) {
    let line = "ringtop: \(PrintableText.line(sentence))\n"
    _ = send(isASCIITerminal(STDERR_FILENO) ? PrintableText.ascii(line) : line, to: STDERR_FILENO)
  }

  /// Writes text of another program, which a `PrintableStream` has made harmless, to standard output or standard error.
  static func relay(_ text: String, to descriptor: Int32) {
    let code = send(isASCIITerminal(descriptor) ? PrintableText.ascii(text) : text, to: descriptor)
    // Without standard error there is no place for a message about it.
    if descriptor == STDOUT_FILENO { check(code) }
  }

  /// Writes repeatedly drawn text to standard error: trusted text with escape sequences.
  package static func draw(progress text: String) {
    _ = send(isASCIITerminal(STDERR_FILENO) ? PrintableText.ascii(text) : text, to: STDERR_FILENO)
  }

  /// Whether a descriptor is a terminal that shows only ASCII. Pipes and files get UTF-8.
  package static func isASCIITerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1 && !CharacterSupport.adoptingLocale(terminal: descriptor).isUTF8
  }

  /// Writes all of the text.
  ///
  /// - Returns: 0, or the error number.
  package static func send(_ text: String, to descriptor: Int32 = STDOUT_FILENO) -> Int32 {
    var text = text
    return text.withUTF8 { send(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  /// Writes as much as possible without blocking.
  ///
  /// - Returns: whether everything was written.
  package static func sendNow(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { Foundation.write(descriptor, $0.baseAddress, $0.count) == $0.count }
  }

  /// - Returns: 0, or the error's number.
  package static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var rest = bytes
    while !rest.isEmpty {
      let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      } else if errno == EAGAIN {
        // Another program has set the pipe to non-blocking mode.
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&room, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  // MARK: - JSON

  /// One JSON value on one line, with sorted keys, so that equal data gives equal bytes. Characters that could control
  /// a terminal are escaped.
  package static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    guard text.unicodeScalars.contains(where: PrintableText.isUnsafe) else { return text }
    // Only strings can contain such characters, so the whole text is treated alike.
    var escaped = ""
    for scalar in text.unicodeScalars {
      guard PrintableText.isUnsafe(scalar) else {
        escaped.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        escaped += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      }
    }
    return escaped
  }

  /// A value on one line, or an array with one element per line.
  package static func json(report value: any Encodable) throws -> String {
    try (value as? [any Encodable]).map(jsonArray) ?? json(value) + "\n"
  }

  /// An array with one element per line: valid JSON, readable, and suitable for `grep`.
  package static func jsonArray(_ values: [any Encodable]) throws -> String {
    let lines = try values.map { try json($0) }
    return "[" + (lines.isEmpty ? "" : "\n" + lines.joined(separator: ",\n") + "\n") + "]\n"
  }
}

extension Double {
  /// The number for scripts; nil if it is not finite, for example after an overflow. Such a number is unknown in every
  /// format: `null` in JSON, an empty field in CSV.
  package var written: Double? { isFinite ? self : nil }
}
