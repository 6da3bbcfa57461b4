/// Passthrough sequences: tmux forwards the wrapped content to the outer terminal if `allow-passthrough` is on.
package enum Passthrough {
  /// Wraps each sequence, terminated by ST or BEL, separately, because tmux limits the length of a sequence.
  package static func tmux(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 50 + 64)
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = sequenceEnd(bytes, from: start)
      result += Array("\u{1B}Ptmux;".utf8)
      for byte in bytes[start..<end] {
        if byte == 0x1B { result.append(byte) }
        result.append(byte)
      }
      result += [0x1B, UInt8(ascii: "\\")]
      start = end
    }
    return result
  }

  /// The index after the next ST or BEL.
  private static func sequenceEnd(_ bytes: [UInt8], from start: Int) -> Int {
    var place = start
    while place < bytes.endIndex {
      if bytes[place] == 0x07 { return place + 1 }
      if bytes[place] == UInt8(ascii: "\\"), place > start, bytes[place - 1] == 0x1B { return place + 1 }
      place += 1
    }
    return bytes.endIndex
  }
}
