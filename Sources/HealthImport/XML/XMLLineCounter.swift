/// Knows the line of the tag being read and the next line break, finding every line break once.
struct XMLLineCounter {
  private var line = 1
  /// Where the current line begins; negative when that has left the window.
  private var lineStart = 0
  /// The first line break at or after the tag being read, or the end of the bytes where there is none.
  private(set) var newline = -1
  /// Up to here there is no line break that `newline` does not know.
  private var searched = 0

  /// Moves to the tag at `start`.
  @inline(__always)
  mutating func advance(to start: Int, in bytes: UnsafeRawBufferPointer) {
    while true {
      if newline < searched, newline >= 0 {
        // A break that is known.
        if newline >= start { return }
        line += 1
        lineStart = newline + 1
        find(from: newline + 1, in: bytes)
      } else {
        // None was known in the bytes seen so far; there may be new ones.
        guard searched < bytes.count else { return }
        find(from: searched, in: bytes)
        if newline == bytes.count { return }
      }
    }
  }

  private mutating func find(from index: Int, in bytes: UnsafeRawBufferPointer) {
    if let found = bytes.firstIndex(of: UInt8(ascii: "\n"), from: index) {
      newline = found
      searched = found + 1
    } else {
      newline = bytes.count
      searched = bytes.count
    }
  }

  /// - Parameters:
  ///   - end: where the tag before it ended.
  ///   - sawText: whether anything but blanks stands between the two.
  @inline(__always)
  func position(of start: Int, after end: Int, sawText: Bool) -> XMLPosition {
    XMLPosition(line: line, column: start - lineStart, startsLine: lineStart >= end && !sawText)
  }

  /// The window has lost that many bytes at its front.
  mutating func moved(by count: Int) {
    lineStart -= count
    newline = newline < 0 ? newline : newline - count
    searched -= count
  }
}
