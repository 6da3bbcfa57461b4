/// Letters of straight strokes, for words in pictures that are made without any font of the system.
///
/// Lengths are in units of a tenth of a font's size: capitals are seven high, small letters five.
enum StrokeFont {
  struct Line: Hashable {
    var from: (x: Double, y: Double) { (fromX, fromY) }
    var to: (x: Double, y: Double) { (toX, toY) }
    fileprivate var fromX, fromY, toX, toY: Double
  }

  /// How long a unit is for a font of size 1.
  static let unitOfSize = 0.1

  private static let gap = 2.0
  private static let blank = 3.0
  private static let baseLine = 2.0

  static func width(of text: String) -> Double {
    max(0, text.reduce(0) { $0 + advance($1) } - gap)
  }

  /// The strokes of a text, from its left end on its base line; y grows upwards. A stroke of no length is a dot.
  static func lines(of text: String) -> [Line] {
    var lines: [Line] = []
    var left = 0.0
    for character in text {
      for stroke in strokes(character) {
        for (from, to) in zip(stroke, stroke.count > 1 ? Array(stroke.dropFirst()) : stroke) {
          lines.append(
            Line(
              fromX: left + from.x, fromY: from.y - baseLine, toX: left + to.x, toY: to.y - baseLine))
        }
      }
      left += advance(character)
    }
    return lines
  }

  private static func advance(_ character: Character) -> Double {
    guard !character.isWhitespace else { return blank + gap }
    return (strokes(character).flatMap { $0.map(\.x) }.max() ?? 0) + gap
  }

  /// What has no letter here is a box.
  private static func strokes(_ character: Character) -> [[(x: Double, y: Double)]] {
    guard !character.isWhitespace else { return [] }
    return (letters[character] ?? "02 09 49 42 02").split(separator: ";").map { stroke in
      stroke.split(separator: " ").compactMap { point in
        guard let x = point.first?.wholeNumberValue, let y = point.last?.wholeNumberValue else { return nil }
        return (Double(x), Double(y))
      }
    }
  }

  /// The strokes of each letter, and the points of each stroke: columns from the left, rows from two below the base line.
  private static let letters: [Character: String] = [
    "A": "02 29 42;15 35", "B": "02 09 29 38 37 26 06;26 36 45 43 32 02", "C": "48 39 19 08 03 12 32 43",
    "D": "02 09 29 47 44 22 02", "E": "49 09 02 42;06 36", "F": "49 09 02;06 36",
    "G": "48 39 19 08 03 12 32 43 45 25", "H": "02 09;42 49;06 46", "I": "02 09", "J": "39 33 22 12 03",
    "K": "02 09;49 05;16 42", "L": "09 02 42", "M": "02 09 35 69 62", "N": "02 09 42 49",
    "O": "19 08 03 12 32 43 48 39 19", "P": "02 09 39 48 46 35 05", "Q": "19 08 03 12 32 43 48 39 19;24 42",
    "R": "02 09 39 48 46 35 05;25 42", "S": "48 39 19 08 07 16 36 45 43 32 12 03", "T": "09 49;29 22",
    "U": "09 03 12 32 43 49", "V": "09 22 49", "W": "09 22 37 52 79", "X": "02 49;09 42", "Y": "09 26 49;26 22",
    "Z": "09 49 02 42", "a": "06 17 37 46 42;45 15 04 03 12 32 43", "b": "09 02;06 17 37 46 43 32 12 03",
    "c": "46 37 17 06 03 12 32 43", "d": "49 42;46 37 17 06 03 12 32 43", "e": "05 45 46 37 17 06 03 12 32 43",
    "f": "39 29 18 12;07 37", "g": "47 41 30 10 01;46 37 17 06 03 12 32 43", "h": "09 02;06 17 37 46 42",
    "i": "02 07;09 09", "j": "17 11 00;19 19", "k": "09 02;37 04;15 32", "l": "09 03 12",
    "m": "02 07;06 17 27 36 32;36 47 57 66 62", "n": "02 07;06 17 37 46 42", "o": "17 06 03 12 32 43 46 37 17",
    "p": "00 07;06 17 37 46 43 32 12 03", "q": "40 47;46 37 17 06 03 12 32 43", "r": "02 07;05 16 27 37",
    "s": "46 37 17 06 15 34 43 32 12 03", "t": "19 13 22 32;07 37", "u": "07 03 12 32 43;47 42", "v": "07 22 47",
    "w": "07 22 37 42 67", "x": "02 47;07 42", "y": "07 22;47 10 00", "z": "07 47 02 42",
    "0": "19 08 03 12 32 43 48 39 19", "1": "07 29 22;02 42", "2": "08 19 39 48 46 02 42",
    "3": "08 19 39 48 47 36 45 43 32 12 03;16 36", "4": "32 39 04 44", "5": "49 09 06 36 45 43 32 12 03",
    "6": "48 39 19 08 03 12 32 43 45 36 16 05", "7": "09 49 12",
    "8": "16 07 08 19 39 48 47 36 16 05 03 12 32 43 45 36", "9": "03 12 32 43 48 39 19 08 06 15 35 46", ".": "02 02",
    ",": "12 01", ":": "02 02;06 06", ";": "12 01;16 16", "-": "05 35", "+": "05 45;27 23", "=": "04 44;06 46",
    "/": "02 49", "\\": "09 42", "(": "19 07 04 12", ")": "09 17 14 02", "[": "19 09 02 12", "]": "09 19 12 02",
    "%": "02 69;08 19 28 17 08;43 54 63 52 43", "'": "09 07", "\"": "09 07;19 17", "!": "09 05;02 02",
    "?": "08 19 39 48 47 25 24;22 22", "&": "42 08 19 28 27 04 03 12 22 44", "*": "15 37;17 35;06 46",
    "#": "12 19;32 39;04 44;07 47", "_": "01 41", "|": "09 00", "~": "05 16 35 46", "<": "47 05 43", ">": "07 45 03",
    "@": "43 32 12 03 08 19 39 48 45 35 36 26 25 35", "^": "07 29 47", "`": "09 18", "{": "29 18 16 05 14 13 22",
    "}": "09 18 16 25 14 13 02", "$": "48 39 19 08 07 16 36 45 43 32 12 03;29 21", "–": "05 45", "−": "05 45",
    "·": "05 05", "…": "02 02;22 22;42 42", "²": "08 19 28 06 26", "°": "08 19 28 17 08", "×": "03 47;07 43",
  ]
}
