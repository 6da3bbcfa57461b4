/// A CSI sequence: `ESC [`, a marker, numbers separated by semicolons, and a final byte.
struct ControlSequence: Hashable, Sendable {
  /// One of `< = > ?` at the start of the sequence; nil if absent.
  let marker: UInt8?
  /// An omitted number is 0; subparameters after a colon are in `details`.
  let numbers: [Int]
  /// The number after the first colon of each number; nil if absent.
  let details: [Int?]
  /// Intermediate bytes such as `$` before the final byte.
  let intermediates: [UInt8]
  let final: UInt8

  /// - Parameter body: the bytes between `ESC [` and the final byte.
  init(body: [UInt8], final: UInt8) {
    let hasMarker = body.first.map { (0x3C...0x3F).contains($0) } ?? false
    marker = hasMarker ? body[0] : nil
    let parameters = body.dropFirst(hasMarker ? 1 : 0).filter { (0x30...0x3B).contains($0) }
    let parts = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { parameter in
      parameter.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false).map { digits in
        digits.reduce(0) { min($0 * 10 + Int($1) - 0x30, 10_000_000) }
      }
    }
    numbers = parts.map { $0.first ?? 0 }
    details = parts.map { $0.dropFirst().first }
    intermediates = body.filter { (0x20...0x2F).contains($0) }
    self.final = final
  }

  /// Whether it marks the start or the end of a bracketed paste.
  var isPasteMark: Bool {
    marker == nil && final == UInt8(ascii: "~") && (numbers == [200] || numbers == [201])
  }
}
