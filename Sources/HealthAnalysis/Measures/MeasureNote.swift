package import HealthModel

/// What there is to say of a value, with numbers that are written as the reader writes them.
///
/// An interpolated number needs its decimals: `"above \(38.5, decimals: 1)"`, and a duration its unit: `"\(seconds: 90)"`.
/// Everything else but days is text.
package struct MeasureNote: Hashable, Sendable, ExpressibleByStringInterpolation {
  package enum Part: Hashable, Sendable {
    case text(String)
    case number(Double, decimals: Int)
    /// A duration in seconds.
    case duration(Double)
    case day(Day)
  }

  package var parts: [Part]

  package var isEmpty: Bool { parts.isEmpty }

  package init(_ text: String) { self.init(stringLiteral: text) }

  package init(stringLiteral text: String) { parts = text.isEmpty ? [] : [.text(text)] }

  package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { appendInterpolation(literal) }

    package mutating func appendInterpolation(_ value: Double, decimals: Int) {
      parts.append(.number(value, decimals: decimals))
    }

    package mutating func appendInterpolation(seconds: Double) { parts.append(.duration(seconds)) }

    package mutating func appendInterpolation(_ day: Day) { parts.append(.day(day)) }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      guard !value.description.isEmpty else { return }
      // Equal notes have equal parts.
      if case .text(let before)? = parts.last {
        parts[parts.count - 1] = .text(before + value.description)
      } else {
        parts.append(.text(value.description))
      }
    }
  }
}
