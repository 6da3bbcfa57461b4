/// Tracks the line of the current tag and the next line break, finding every line break once.
struct XMLLineCounter {
  private var line = 1
  /// The start of the current line; negative if it has left the window.
  private var lineStart = 0
  /// The first line break at or after the current tag, or the end of the bytes if there is none.
  private(set) var newline = -1
  /// Up to here there is no line break other than `newline`.
  private var searched = 0

  /// Moves to the tag at `start`.
  @inline(__always)
  mutating func advance(to start: Int, in bytes: UnsafeRawBufferPointer) {
    while true {
      if newline < searched, newline >= 0 {
        // A line break that has already been found.
        if newline >= start { return }
        line += 1
        lineStart = newline + 1
        find(from: newline + 1, in: bytes)
      } else {
        // There was none in the earlier bytes; there may be new ones.
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
  ///   - end: the end of the previous tag.
  ///   - sawText: whether there is anything but white space between the two.
  @inline(__always)
  func position(of start: Int, after end: Int, sawText: Bool) -> XMLPosition {
    XMLPosition(line: line, column: start - lineStart, startsLine: lineStart >= end && !sawText)
  }

  /// Adjusts to that many bytes having been removed from the front of the window.
  mutating func moved(by count: Int) {
    lineStart -= count
    newline = newline < 0 ? newline : newline - count
    searched -= count
  }
}
