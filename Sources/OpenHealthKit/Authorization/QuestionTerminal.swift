#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A terminal that takes questions and gives lines.
final class QuestionTerminal {
  private static let longestLine = 256
  private static let endOfInput: UInt8 = 4

  private let descriptor: Int32

  /// Opens a terminal; nil where there is none, or where to read from it would stop the program.
  init?(path: String) {
    descriptor = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let foreground = tcgetpgrp(descriptor)
    guard isatty(descriptor) == 1, foreground < 0 || foreground == getpgrp() else { return nil }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Shows a text and waits for a line; nil where input ends.
  func ask(_ text: String) -> String? {
    // What was typed before the question is no answer to it.
    tcflush(descriptor, TCIFLUSH)
    guard show(text) else { return nil }
    var line: [UInt8] = []
    while true {
      var byte: UInt8 = 0
      let count = read(descriptor, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1, byte != Self.endOfInput else { return nil }
      // A terminal that another part of the program has put into raw mode ends lines with a carriage return.
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
