import Foundation
package import HealthModel
package import Presentation
import Processes

/// A number with or without a unit, as typed by users: `120kcal`, `1,200 kcal`, `2.5 km`, `30`.
package struct Amount {
  package let value: Double
  /// nil if none was typed.
  package let unit: HealthUnit?

  /// - Parameters:
  ///   - example: a valid amount, for the error message.
  ///   - formatting: the separators of thousands and decimals.
  /// - Throws: a usage error that names the invalid text.
  package init(_ text: String, example: String, formatting: Formatting) throws {
    let text = text.trimmingCharacters(in: .whitespaces)
    let end = text.firstIndex { !($0.isNumber || ".,-+'".contains($0)) } ?? text.endIndex
    // A blank between thousands is followed by digits, one before a unit is not.
    guard let number = Self.number(String(text[..<end]), formatting), number.isFinite else {
      throw Failure(.usage, "\"\(text.prefix(40))\" is not an amount. Try \(example).")
    }
    guard number >= 0 else { throw Failure(.usage, "An amount must not be negative.") }
    value = number
    let unitText = text[end...].trimmingCharacters(in: .whitespaces)
    unit = unitText.isEmpty ? nil : try Self.unit(unitText)
  }

  /// The amount in a unit; nil if the dimensions differ. Without its own unit it is in this one.
  ///
  /// People write 97%, and HealthKit's percentages are fractions.
  package func value(in other: HealthUnit) -> Double? {
    if unit == .percent, other == .percent { return value / 100 }
    return unit.map { $0.convert(value, to: other) } ?? value
  }

  private static func number(_ text: String, _ formatting: Formatting) -> Double? {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    var text = text.replacing("'", with: "")
    let isCommaDecimal = formatting.decimalSeparator == ","
    if text.contains(","), text.contains(".") {
      // The last of the two is the decimal separator.
      let isCommaLast = text.lastIndex(of: ",") ?? text.startIndex > text.lastIndex(of: ".") ?? text.startIndex
      text = text.replacing(isCommaLast ? "." : ",", with: "")
    } else if let separator = text.first(where: { $0 == "," || $0 == "." }) {
      let groups = text.split(separator: separator, omittingEmptySubsequences: false)
      let isGrouped = groups.count > 1 && groups.dropFirst().allSatisfy { $0.count == 3 } && groups[0] != "0"
      let isDecimal = (separator == ",") == isCommaDecimal
      if isGrouped, !isDecimal {
        text = text.replacing(String(separator), with: "")
      } else if separator == ",", !isCommaDecimal {
        return nil
      }
    }
    return Double(text.replacing(",", with: "."))
  }

  /// - Throws: a usage error if the text is not a unit.
  package static func unit(_ text: String) throws -> HealthUnit {
    // Common spellings beside HealthKit's.
    let familiar = [
      "h": "hr", "hour": "hr", "hours": "hr", "minutes": "min", "minute": "min", "mins": "min", "steps": "count",
      "bpm": "count/min", "kilometers": "km", "miles": "mi", "cal": "kcal", "calories": "kcal",
    ]
    do {
      return try HealthUnit(parsing: familiar[text.lowercased()] ?? (text.lowercased() == "kj" ? "kJ" : text))
    } catch {
      throw Failure(.usage, "\"\(text.prefix(40))\" is not a unit. A unit looks like kcal, min, count or km.")
    }
  }
}
