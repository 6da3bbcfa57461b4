package import TerminalModel

/// SVG syntax for numbers, colours and text.
package enum SVGText {
  /// A number with at most three decimals and a decimal point in every locale.
  package static func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "0" }
    let thousandths = Int((value * 1000).rounded())
    let digits = String(abs(thousandths) % 1000 + 1000).dropFirst()
    var text = (thousandths < 0 ? "-" : "") + String(abs(thousandths) / 1000)
    let decimals = digits.reversed().drop { $0 == "0" }
    if !decimals.isEmpty { text += "." + String(decimals.reversed()) }
    return text
  }

  package static func color(_ color: RGB) -> String { color.hexadecimal }

  /// Text with XML's special characters escaped and control characters removed.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case _ where scalar.properties.generalCategory == .control: continue
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
