import TerminalModel

/// A terminal emulator that shows its input on a grid of cells, with the part of xterm that curses uses.
///
/// Unknown sequences are recorded in `unknown`, so that a test does not pass by ignoring them.
struct VirtualTerminal {
  private(set) var cells: [Cell]
  private(set) var unknown: [String] = []
  /// The modes that are set, by their DEC numbers; 7 is wrapping at the right margin.
  private(set) var modes: Set<Int> = [7]
  /// The modes in the order in which they were set and reset, as `+25` and `-25`.
  private(set) var modeChanges: [String] = []
  let size: CellSize
  /// Whether joined emoji, flags and syllables are one character, as in kitty; otherwise only marks join letters.
  var joinsCharacters = true

  private var column = 0
  private var row = 0
  /// Whether the last column was written, so that the next character goes to the next row.
  private var wraps = false
  private var style = CellStyle()
  private var lastScalar: Unicode.Scalar = " "
  /// The scroll region.
  private var region: Range<Int>
  /// Whether curses has set one.
  private var hasRegion = false
  private var pending: [UInt8] = []
  private var saved = (column: 0, row: 0, wraps: false, style: CellStyle())

  init(size: CellSize) {
    self.size = size
    cells = Array(repeating: .blank, count: size.columns * size.rows)
    region = 0..<size.rows
  }

  subscript(column: Int, row: Int) -> Cell { cells[row * size.columns + column] }

  /// The symbols of a row.
  func text(row: Int) -> String {
    var text = ""
    for column in 0..<size.columns where self[column, row] != .wideTail {
      text += self[column, row].text.string
    }
    return text
  }

  mutating func receive(_ bytes: [UInt8]) {
    var rest = (pending + bytes)[...]
    pending = []
    while let first = rest.first {
      if first == 0x1B {
        guard let length = Self.escapeLength(rest) else {
          pending = Array(rest)
          return
        }
        escape(Array(rest.prefix(length)))
        rest = rest.dropFirst(length)
      } else if first < 0x20 {
        control(first)
        rest = rest.dropFirst()
      } else {
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        if let scalar = String(decoding: rest.prefix(length), as: UTF8.self).unicodeScalars.first { put(scalar) }
        rest = rest.dropFirst(length)
      }
    }
  }

  private static func escapeLength(_ bytes: ArraySlice<UInt8>) -> Int? {
    let bytes = Array(bytes)
    guard bytes.count > 1 else { return nil }
    switch bytes[1] {
    case UInt8(ascii: "["):
      return bytes.dropFirst(2).firstIndex { (0x40...0x7E).contains($0) }.map { $0 + 1 }
    case UInt8(ascii: "("), UInt8(ascii: ")"):
      return bytes.count > 2 ? 3 : nil
    default:
      return 2
    }
  }

  private mutating func control(_ byte: UInt8) {
    wraps = false
    switch byte {
    case 0x08: column = max(0, column - 1)
    case 0x0A: lineFeed()
    case 0x0D: column = 0
    case 0x00, 0x07, 0x0F: break
    default: unknown.append("control \(byte)")
    }
  }

  /// Adds a scalar to the character before the cursor; false if it starts a character of its own.
  private mutating func join(_ scalar: Unicode.Scalar) -> Bool {
    guard joinsCharacters || TextWidth.columns(of: scalar) == 0 else { return false }
    var head = wraps ? column : column - 1
    while head > 0, self[head, row].isWideTail { head -= 1 }
    guard head >= 0 else { return false }
    let text = self[head, row].text.string + String(scalar)
    guard text.count == 1, let character = text.first else { return false }
    let joined = CellText(character)
    cells[row * size.columns + head].text = joined
    for tail in 1..<max(2, joined.columns) where tail < joined.columns { set(head + tail, .wideTail) }
    column = max(column, min(size.columns - 1, head + joined.columns))
    return true
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    if join(scalar) { return }
    let width = TextWidth.columns(of: scalar)
    if wraps || column + width > size.columns {
      wraps = false
      column = 0
      lineFeed()
    }
    set(column, Cell(scalar, style: style))
    if width == 2 { set(column + 1, .wideTail) }
    lastScalar = scalar
    wraps = column + width >= size.columns && modes.contains(7)
    column = min(size.columns - 1, column + width)
  }

  private mutating func set(_ column: Int, _ cell: Cell) {
    guard (0..<size.columns).contains(column) else { return }
    let index = row * size.columns + column
    // What is left of a wide character of which a part is overwritten disappears.
    if !cell.isWideTail, cells[index].isWideTail, column > 0 { cells[index - 1].text = " " }
    var tail = column + 1
    while tail < size.columns, self[tail, row].isWideTail {
      cells[row * size.columns + tail].text = " "
      tail += 1
    }
    cells[index] = cell
  }

  /// Erased cells get the current background, as the descriptions say (`bce`).
  private mutating func erase(_ range: Range<Int>) {
    for index in range.clamped(to: 0..<cells.count) {
      cells[index] = Cell(" ", style: CellStyle(background: style.background))
    }
  }

  private var blankLine: [Cell] {
    Array(repeating: Cell(" ", style: CellStyle(background: style.background)), count: size.columns)
  }

  private mutating func lineFeed() {
    if row == region.upperBound - 1 {
      scroll(region, by: 1)
    } else {
      row = min(size.rows - 1, row + 1)
    }
  }

  /// Scrolls rows up, or down by a negative number, and inserts blank ones.
  private mutating func scroll(_ rows: Range<Int>, by count: Int) {
    var lines = rows.map { Array(cells[$0 * size.columns..<($0 + 1) * size.columns]) }
    for _ in 0..<min(abs(count), lines.count) {
      if count > 0 {
        lines.removeFirst()
        lines.append(blankLine)
      } else {
        lines.removeLast()
        lines.insert(blankLine, at: 0)
      }
    }
    cells.replaceSubrange(rows.lowerBound * size.columns..<rows.upperBound * size.columns, with: lines.joined())
  }

  private mutating func escape(_ bytes: [UInt8]) {
    guard bytes[1] == UInt8(ascii: "[") else {
      if bytes[1] == UInt8(ascii: "M") {
        if row == region.lowerBound { scroll(region, by: -1) } else { row = max(0, row - 1) }
      } else if bytes[1] == UInt8(ascii: "7") {
        saved = (column, row, wraps, style)
      } else if bytes[1] == UInt8(ascii: "8") {
        (column, row, wraps, style) = saved
      } else if !"=>()".utf8.contains(bytes[1]) {
        unknown.append(String(decoding: bytes, as: UTF8.self))
      }
      return
    }
    var body = String(decoding: bytes.dropFirst(2).dropLast(), as: UTF8.self)
    let final = Character(Unicode.Scalar(bytes[bytes.count - 1]))
    let isPrivate = body.hasPrefix("?")
    if isPrivate { body.removeFirst() }
    let numbers = body.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    if isPrivate, final == "h" || final == "l" {
      for number in numbers {
        if final == "h" { modes.insert(number) } else { modes.remove(number) }
        modeChanges.append((final == "h" ? "+" : "-") + String(number))
      }
    } else if !isPrivate {
      sequence(final, numbers)
    } else {
      unknown.append("?\(body)\(final)")
    }
  }

  private mutating func sequence(_ final: Character, _ numbers: [Int]) {
    let count = max(1, numbers.first ?? 1)
    let start = row * size.columns
    if !"mbhl".contains(final) { wraps = false }
    switch final {
    case "H":
      row = min(size.rows, count) - 1
      column = min(size.columns, max(1, numbers.count > 1 ? numbers[1] : 1)) - 1
    case "A": row = max(0, row - count)
    case "B": row = min(size.rows - 1, row + count)
    case "C": column = min(size.columns - 1, column + count)
    case "D": column = max(0, column - count)
    case "G": column = min(size.columns, count) - 1
    case "d": row = min(size.rows, count) - 1
    case "X": erase(start + column..<start + min(size.columns, column + count))
    case "K":
      switch numbers.first ?? 0 {
      case 0: erase(start + min(column, size.columns)..<start + size.columns)
      case 1: erase(start..<start + column + 1)
      default: erase(start..<start + size.columns)
      }
    case "J":
      switch numbers.first ?? 0 {
      case 0: erase(start + column..<cells.count)
      case 1: erase(0..<start + column + 1)
      default: erase(0..<cells.count)
      }
    case "P", "@":
      var line = Array(cells[start..<start + size.columns])
      let blanks = Array(repeating: Cell(" ", style: CellStyle(background: style.background)), count: count)
      if final == "P" {
        line.removeSubrange(column..<min(size.columns, column + count))
        line += blanks
      } else {
        line.insert(contentsOf: blanks, at: column)
      }
      cells.replaceSubrange(start..<start + size.columns, with: line.prefix(size.columns))
    case "b": for _ in 0..<count { put(lastScalar) }
    case "m": select(numbers)
    case "S": scroll(region, by: count)
    case "T": scroll(region, by: -count)
    case "M" where region.contains(row): scroll(row..<region.upperBound, by: count)
    case "L" where region.contains(row): scroll(row..<region.upperBound, by: -count)
    case "r":
      let end = numbers.count > 1 ? numbers[1] : size.rows
      // At its start curses sets the region for the lines of the description. These tests then give it their size, at which
      // a real terminal would have all of its lines again.
      region = count - 1..<(hasRegion ? min(size.rows, end) : size.rows)
      hasRegion = true
      (column, row) = (0, 0)
    case "t", "l", "h": break
    default: unknown.append("[\(numbers)\(final)")
    }
  }

  private mutating func select(_ numbers: [Int]) {
    var rest = (numbers.isEmpty ? [0] : numbers)[...]
    while let number = rest.popFirst() {
      switch number {
      case 0: style = CellStyle()
      case 1: style.attributes.insert(.bold)
      case 2: style.attributes.insert(.dim)
      case 4: style.attributes.insert(.underline)
      case 7: style.attributes.insert(.reverse)
      case 22: style.attributes.subtract([.bold, .dim])
      case 24: style.attributes.remove(.underline)
      case 27: style.attributes.remove(.reverse)
      case 30...37: style.foreground = .palette(UInt8(number - 30))
      case 90...97: style.foreground = .palette(UInt8(number - 82))
      case 40...47: style.background = .palette(UInt8(number - 40))
      case 100...107: style.background = .palette(UInt8(number - 92))
      case 39: style.foreground = .terminalDefault
      case 49: style.background = .terminalDefault
      case 38, 48:
        guard let color = Self.color(&rest) else { return unknown.append("color \(numbers)") }
        if number == 38 { style.foreground = color } else { style.background = color }
      default: unknown.append("select \(number)")
      }
    }
  }

  private static func color(_ rest: inout ArraySlice<Int>) -> CellColor? {
    switch rest.popFirst() {
    case 5: return rest.popFirst().flatMap { UInt8(exactly: $0) }.map(CellColor.palette)
    case 2:
      let channels = (0..<3).compactMap { _ in rest.popFirst().flatMap { UInt8(exactly: $0) } }
      return channels.count == 3 ? .rgb(RGB(channels[0], channels[1], channels[2])) : nil
    default: return nil
    }
  }
}
