/// The terminator of a comment, a CDATA section or a processing instruction.
enum XMLTerminator: Int, CaseIterable {
  case comment = 0
  case section = 1
  case instruction = 2

  /// The bytes before the closing `>`.
  var lead: StaticString {
    switch self {
    case .comment: "--"
    case .section: "]]"
    case .instruction: "?"
    }
  }
}

/// Searches for terminators and remembers where there are none, so that a file full of openings takes linear time.
struct XMLTerminatorSearch {
  /// By terminator: there is no closing `>` of its kind before this offset, from `cleanFrom` on.
  private var cleanUntil = [0, 0, 0]
  private var cleanFrom = [Int.max, Int.max, Int.max]

  /// - Returns: the offset after the terminator, or nil if it is not in `bytes` from `start` on.
  mutating func end(of terminator: XMLTerminator, from start: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    let lead = terminator.lead
    let length = lead.utf8CodeUnitCount
    let row = terminator.rawValue
    var index = start + length
    if cleanFrom[row] <= start { index = max(index, cleanUntil[row]) }
    while let close = bytes.firstIndex(of: UInt8(ascii: ">"), from: index) {
      if bytes.part(close - length, close).equals(lead) { return close + 1 }
      index = close + 1
    }
    if cleanFrom[row] > start || cleanUntil[row] < start { cleanFrom[row] = start }
    cleanUntil[row] = max(cleanUntil[row], bytes.count)
    return nil
  }

  mutating func moved(by count: Int) {
    for row in cleanUntil.indices {
      cleanUntil[row] = max(cleanUntil[row] - count, 0)
      if cleanFrom[row] != .max { cleanFrom[row] -= count }
    }
  }
}
