/// A version as numbers, compared from the left: `0.40.1`, `379`, `20240203`.
package struct TerminalVersion: Hashable, Sendable, Comparable, CustomStringConvertible, ExpressibleByArrayLiteral {
  package let numbers: [Int]

  package init(arrayLiteral numbers: Int...) {
    self.numbers = numbers
  }

  /// The numbers at the start of a text, up to the first character that is neither a digit nor a period; nil if there
  /// are none.
  package init?(_ text: some StringProtocol) {
    let head = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let numbers = head.split(separator: ".").compactMap { Int($0) }
    guard !numbers.isEmpty else { return nil }
    self.numbers = numbers
  }

  package static func < (first: TerminalVersion, second: TerminalVersion) -> Bool {
    first.numbers.lexicographicallyPrecedes(second.numbers)
  }

  package var description: String { numbers.map(String.init).joined(separator: ".") }
}
