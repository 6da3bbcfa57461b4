import Curses
import Foundation
import Synchronization
import TerminalModel

/// Writing to standard output and standard error. Everything that is printed goes through here.
enum Output {
  /// What takes the place of standard output, for commands that the dashboard runs.
  @TaskLocal private static var collector: Collector?

  private final class Collector: Sendable {
    private let text = Mutex("")

    var collected: String { text.withLock { $0 } }

    func append(_ more: String) { text.withLock { $0 += more } }
  }

  /// What is written while the body runs, which goes nowhere else.
  static func collecting(_ body: () throws -> Void) rethrows -> String {
    let collector = Collector()
    try $collector.withValue(collector) { try body() }
    return collector.collected
  }

  /// Writes lines of text. What came from outside cannot steer the terminal, and one that shows only ASCII gets no more;
  /// but a line end in a name is for who makes lines of it to deal with, see `PrintableText.line`.
  /// An output that takes no more, like a full disk, ends the program with a sentence.
  static func write(_ text: String) {
    put(PrintableText.lines(text))
  }

  /// Writes one line, whatever the text holds.
  static func line(_ text: String) {
    put(PrintableText.line(text) + "\n")
  }

  /// Writes text that holds nothing from outside as it is: a picture with the escape sequences that colour it, drawn by
  /// `ANSIText` from cells, none of which holds one; lines that end as a format has it.
  static func write(verbatim text: String) {
    put(text)
  }

  /// Writes all of the bytes of a picture, as `write` does text.
  static func write(_ bytes: [UInt8]) {
    // What the dashboard runs must not reach its screen.
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
      .inputOutput, "The output cannot be written: \(String(cString: strerror(code)).lowercased()).")
    failure.report()
    exit(failure.code.rawValue)
  }

  /// Writes a sentence to standard error, and nothing where that cannot be written to.
  static func report(_ sentence: String) {
    let line = "ringtop: \(PrintableText.line(sentence))\n"
    _ = send(isASCIITerminal(STDERR_FILENO) ? PrintableText.ascii(line) : line, to: STDERR_FILENO)
  }

  /// Writes what is drawn over and over on standard error: text of our own, with its escape sequences.
  static func draw(progress text: String) {
    _ = send(isASCIITerminal(STDERR_FILENO) ? PrintableText.ascii(text) : text, to: STDERR_FILENO)
  }

  /// Whether a descriptor leads to a terminal that shows only ASCII. What reads a pipe or a file is given UTF-8.
  static func isASCIITerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1 && !CharacterSupport.adoptingLocale(terminal: descriptor).isUTF8
  }

  /// Writes all of the text.
  ///
  /// - Returns: 0, else the system's number for what is wrong.
  static func send(_ text: String, to descriptor: Int32 = STDOUT_FILENO) -> Int32 {
    var text = text
    return text.withUTF8 { send(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  /// Writes what a descriptor takes at once.
  ///
  /// - Returns: whether that was all.
  static func sendNow(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { Foundation.write(descriptor, $0.baseAddress, $0.count) == $0.count }
  }

  private static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var rest = bytes
    while !rest.isEmpty {
      let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      } else if errno == EAGAIN {
        // A pipe that another program has set not to wait.
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&room, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  // MARK: - JSON

  /// One JSON value on one line, its keys sorted so that the same data give the same bytes. What could steer a terminal is
  /// escaped.
  static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    guard text.unicodeScalars.contains(where: PrintableText.isUnsafe) else { return text }
    // Only strings hold such characters, so that all of the text may be looked at alike.
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

  /// An array with one element a line: whole for a parser, readable for a person, good for `grep`.
  static func jsonArray(_ values: [some Encodable]) throws -> String {
    let lines = try values.map { try json($0) }
    return "[" + (lines.isEmpty ? "" : "\n" + lines.joined(separator: ",\n") + "\n") + "]\n"
  }
}

extension Double {
  /// The number for a script; nil for what no number can be written for, as a sum that has run over. It is said to be
  /// unknown in every format: `null` in JSON, an empty field in CSV.
  var written: Double? { isFinite ? self : nil }
}
