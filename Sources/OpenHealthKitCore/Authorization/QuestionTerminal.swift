#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A terminal for showing questions and reading lines.
final class QuestionTerminal {
  private static let longestLine = 256
  private static let endOfInput: UInt8 = 4

  private let descriptor: Int32

  /// Opens a terminal; nil if there is none, or if reading from it would stop the program.
  init?(path: String) {
    descriptor = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let foreground = tcgetpgrp(descriptor)
    guard isatty(descriptor) == 1, foreground < 0 || foreground == getpgrp() else { return nil }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Shows a text and reads a line; nil at the end of input.
  func ask(_ text: String) -> String? {
    // Discards input that was typed before the question.
    tcflush(descriptor, TCIFLUSH)
    guard show(text) else { return nil }
    var line: [UInt8] = []
    while true {
      var byte: UInt8 = 0
      let count = read(descriptor, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1, byte != Self.endOfInput else { return nil }
      // If another part of the program has put the terminal into raw mode, lines end with a carriage return.
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { return String(decoding: line, as: UTF8.self) }
      if line.count < Self.longestLine { line.append(byte) }
    }
  }

  private func show(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
