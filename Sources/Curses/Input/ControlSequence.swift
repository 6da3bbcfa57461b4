/// `ESC [`, a marker, numbers parted by semicolons, and a final byte.
struct ControlSequence: Hashable, Sendable {
  /// One of `< = > ?`, where the sequence begins with one.
  let marker: UInt8?
  /// An omitted number is 0; what follows a colon in a number is left out.
  let numbers: [Int]
  /// Bytes such as `$` before the final one.
  let intermediates: [UInt8]
  let final: UInt8

  /// - Parameter body: What lies between `ESC [` and the final byte.
  init(body: [UInt8], final: UInt8) {
    let hasMarker = body.first.map { (0x3C...0x3F).contains($0) } ?? false
    marker = hasMarker ? body[0] : nil
    let parameters = body.dropFirst(hasMarker ? 1 : 0).filter { (0x30...0x3B).contains($0) }
    numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { digits in
      digits.prefix { $0 != UInt8(ascii: ":") }.reduce(0) { min($0 * 10 + Int($1) - 0x30, 1_000_000) }
    }
    intermediates = body.filter { (0x20...0x2F).contains($0) }
    self.final = final
  }
}
