/// Words of a command line that changes the store.
package enum ShellWord {
  /// The word in double quotes, with backslashes before quotes and backslashes.
  static func quoted(_ word: String) -> String {
    "\"" + word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// Splits a line into words: blanks separate them, except between double quotes, where a backslash escapes the next
  /// character.
  package static func words(of line: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isQuoted = false
    var isEscaped = false
    var isWord = false
    for character in line {
      if isEscaped {
        word.append(character)
        isEscaped = false
      } else if character == "\\", isQuoted {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
        isWord = true
      } else if character == " ", !isQuoted {
        if isWord { words.append(word) }
        (word, isWord) = ("", false)
      } else {
        word.append(character)
        isWord = true
      }
    }
    if isWord { words.append(word) }
    return words
  }
}
