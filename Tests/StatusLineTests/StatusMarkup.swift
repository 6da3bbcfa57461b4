/// What each bar shows for a line: small parsers of the bars' markup.
enum StatusMarkup {
  /// The text of Pango markup, nil if it is malformed or has other tags than a coloured span.
  static func pango(_ markup: String) -> String? {
    let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'"]
    var text = ""
    var isInSpan = false
    var rest = Substring(markup)
    while let first = rest.unicodeScalars.first {
      if first == "<" {
        guard let end = rest.unicodeScalars.firstIndex(of: ">") else { return nil }
        let tag = String(rest.unicodeScalars[rest.startIndex...end])
        rest = Substring(rest.unicodeScalars[rest.unicodeScalars.index(after: end)...])
        if tag == "</span>", isInSpan {
          isInSpan = false
        } else if tag.hasPrefix("<span foreground=\"#"), tag.hasSuffix("\">"), tag.utf8.count == 27, !isInSpan {
          isInSpan = true
        } else {
          return nil
        }
      } else if first == "&" {
        guard let end = rest.unicodeScalars.firstIndex(of: ";") else { return nil }
        let name = String(rest.unicodeScalars[rest.unicodeScalars.index(after: rest.startIndex)..<end])
        guard let character = entities[name] else { return nil }
        text += character
        rest = Substring(rest.unicodeScalars[rest.unicodeScalars.index(after: end)...])
      } else if first == ">" || first == "\"" || first == "'" {
        return nil
      } else {
        text.unicodeScalars.append(first)
        rest = Substring(rest.unicodeScalars.dropFirst())
      }
    }
    return isInSpan ? nil : text
  }

  /// The text that polybar shows; nil if a tag is not one of ours. polybar reads a tag from the first `%{` to the next
  /// `}`.
  static func polybar(_ line: String) -> String? {
    let scalars = Array(line.unicodeScalars)
    var text = ""
    var index = 0
    while index < scalars.count {
      guard scalars[index] == "%", index + 1 < scalars.count, scalars[index + 1] == "{" else {
        text.unicodeScalars.append(scalars[index])
        index += 1
        continue
      }
      guard let end = scalars[index...].firstIndex(of: "}") else { return nil }
      let tag = String(String.UnicodeScalarView(scalars[(index + 2)..<end]))
      guard tag == "F-" || (tag.hasPrefix("F#") && tag.utf8.count == 8) else { return nil }
      index = end + 1
    }
    return text
  }

  /// The text that a terminal shows; nil if an escape is not one of our colours.
  static func ansi(_ line: String) -> String? {
    var text = ""
    var pieces = line.split(separator: "\u{1b}", omittingEmptySubsequences: false)[...]
    text += pieces.removeFirst()
    for piece in pieces {
      guard let match = piece.prefixMatch(of: /\[(39|38;2;\d{1,3};\d{1,3};\d{1,3})m/) else { return nil }
      text += piece[match.range.upperBound...]
    }
    return text
  }

  /// The text of a tmux line after its two passes over `#`; nil if a style is not one of our colours, or if tmux would
  /// expand something.
  static func tmux(_ line: String) -> String? {
    let scalars = Array(line.unicodeScalars)
    var text = ""
    var index = 0
    while index < scalars.count {
      guard scalars[index] == "#" else {
        text.unicodeScalars.append(scalars[index])
        index += 1
        continue
      }
      let end = scalars[index...].firstIndex { $0 != "#" } ?? scalars.count
      let count = end - index
      index = end
      if end < scalars.count, scalars[end] == "[" {
        text += String(repeating: "#", count: count / 2)
        guard count % 2 == 1 else { continue }
        guard let close = scalars[end...].firstIndex(of: "]") else { return nil }
        let style = String(String.UnicodeScalarView(scalars[(end + 1)..<close]))
        guard style == "fg=default" || (style.hasPrefix("fg=#") && style.utf8.count == 10) else { return nil }
        index = close + 1
      } else {
        guard count % 4 == 0 else { return nil }
        text += String(repeating: "#", count: count / 4)
      }
    }
    return text
  }
}
