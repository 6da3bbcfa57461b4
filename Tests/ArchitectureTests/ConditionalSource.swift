/// The lines of a source file that a platform compiles.
///
/// Conditions that do not depend on the platform count as both true and false. Comments are removed.
struct ConditionalSource {
  enum Platform {
    case apple
    case linux

    fileprivate func value(of term: Substring) -> Bool? {
      switch term {
      case "canImport(Darwin)", "os(macOS)", "os(OSX)", "defined(__APPLE__)", "__APPLE__": self == .apple
      case "canImport(Glibc)", "canImport(Musl)", "os(Linux)", "defined(__linux__)", "__linux__": self == .linux
      case "os(iOS)", "os(watchOS)", "os(tvOS)", "os(visionOS)", "os(Windows)", "os(Android)", "false", "0": false
      case "true", "1": true
      default: nil
      }
    }
  }

  private(set) var lines: [(number: Int, text: String)] = []

  init(_ source: String, on platform: Platform) {
    // For each open condition: whether one of its branches was certainly compiled, and whether this one may be.
    var open: [(isTaken: Bool, mayCompile: Bool)] = []
    var isInComment = false
    let ends = UInt8(ascii: "\n")
    for (index, line) in source.utf8.split(separator: ends, omittingEmptySubsequences: false).enumerated() {
      let text = Self.withoutComments(Substring(line), &isInComment)
      let code = Substring(text.utf8.drop { $0 == UInt8(ascii: " ") })
      guard code.utf8.first == UInt8(ascii: "#") else {
        if open.allSatisfy(\.mayCompile) { lines.append((index + 1, text)) }
        continue
      }
      let words = code.dropFirst().split(separator: " ", maxSplits: 1)
      let condition = words.count > 1 ? words[1] : ""
      switch words.first {
      case "if": open.append(Self.branch(Self.evaluate(condition, platform), after: false))
      case "ifdef": open.append(Self.branch(platform.value(of: condition), after: false))
      case "ifndef": open.append(Self.branch(platform.value(of: condition).map { !$0 }, after: false))
      case "elseif", "elif":
        guard let before = open.popLast() else { break }
        open.append(Self.branch(Self.evaluate(condition, platform), after: before.isTaken))
      case "else":
        guard let before = open.popLast() else { break }
        open.append(Self.branch(true, after: before.isTaken))
      case "endif": _ = open.popLast()
      default: if open.allSatisfy(\.mayCompile) { lines.append((index + 1, text)) }
      }
    }
  }

  private static func branch(_ value: Bool?, after isTaken: Bool) -> (isTaken: Bool, mayCompile: Bool) {
    (isTaken || value == true, !isTaken && value != false)
  }

  /// `||` binds weaker than `&&`, and that weaker than `!`; nil is unknown.
  private static func evaluate(_ condition: Substring, _ platform: Platform) -> Bool? {
    let condition = condition.trimmed
    let alternatives = parts(of: condition, between: "||")
    if alternatives.count > 1 {
      let values = alternatives.map { evaluate($0, platform) }
      return values.contains(true) ? true : values.contains(nil) ? nil : false
    }
    let conjuncts = parts(of: condition, between: "&&")
    if conjuncts.count > 1 {
      let values = conjuncts.map { evaluate($0, platform) }
      return values.contains(false) ? false : values.contains(nil) ? nil : true
    }
    if condition.first == "!" { return evaluate(condition.dropFirst(), platform).map { !$0 } }
    if condition.first == "(", condition.last == ")" { return evaluate(condition.dropFirst().dropLast(), platform) }
    return platform.value(of: condition)
  }

  /// Divides at an operator outside of parentheses.
  private static func parts(of condition: Substring, between separator: String) -> [Substring] {
    var depth = 0
    var start = condition.startIndex
    var parts: [Substring] = []
    for index in condition.indices {
      if condition[index] == "(" { depth += 1 }
      if condition[index] == ")" { depth -= 1 }
      guard depth == 0, index >= start, condition[index...].hasPrefix(separator) else { continue }
      parts.append(condition[start..<index])
      start = condition.index(index, offsetBy: separator.count)
    }
    return parts + [condition[start...]]
  }

  private static func withoutComments(_ line: Substring, _ isInComment: inout Bool) -> String {
    guard isInComment || line.utf8.contains(UInt8(ascii: "/")) else { return String(line) }
    if !isInComment, line.utf8.first(where: { $0 != UInt8(ascii: " ") }) == UInt8(ascii: "/"), line.contains("//") {
      return ""
    }
    var (text, isInString) = ("", false)
    var rest = line
    while let first = rest.first {
      if isInComment {
        if rest.hasPrefix("*/") {
          isInComment = false
          rest = rest.dropFirst()
        }
      } else if isInString {
        text.append(first)
        if first == "\\", let escaped = rest.dropFirst().first {
          text.append(escaped == "\"" ? " " : escaped)
          rest = rest.dropFirst()
        } else {
          isInString = first != "\""
        }
      } else if rest.hasPrefix("//") {
        break
      } else if rest.hasPrefix("/*") {
        isInComment = true
        rest = rest.dropFirst()
      } else {
        isInString = first == "\""
        text.append(first)
      }
      rest = rest.dropFirst()
    }
    return text
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var rest = drop { $0 == " " }
    while rest.last == " " { rest = rest.dropLast() }
    return rest
  }
}
