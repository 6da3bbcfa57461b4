import Graphics
import Rings
import TerminalModel

/// Three concentric rings for a terminal: as cells, as ANSI text, as plain text, as SVG, and as pixels.
///
/// ```swift
/// let rings = TerminalRings(move: 0.8, exercise: 1.4, stand: 0.5)
/// print(rings.ansi(columns: 40, rows: 20))
/// ```
///
/// Drawing is a pure function of these values: it does not access the terminal, the environment or the clock.
public struct TerminalRings: Hashable, Sendable {
  /// The symbols that the terminal draws without gaps.
  public enum Symbols: Hashable, Sendable, CaseIterable {
    /// ASCII letters and punctuation.
    case ascii
    /// Halves, quadrants and eighths of blocks, which every terminal supports.
    case blocks
    /// Also sextants and wedges, in terminals that draw these symbols themselves.
    case sextants
    /// Also octants, from Unicode 16.
    case octants
  }

  /// The number of colours that the terminal shows.
  public enum Colors: Hashable, Sendable, CaseIterable {
    /// No colours: the rings are distinguished by their symbols.
    case none
    /// The user's 16 colours.
    case palette16
    /// The fixed 256 colours.
    case palette256
    /// 8 bits each for red, green and blue.
    case trueColor
  }

  /// Value / goal of each ring, outermost first, not clamped: 1.4 is a full turn and another 40%. nil draws an empty
  /// track; a fraction that is not finite counts as nil, and a negative one as 0.
  public var move: Double?
  /// The part of the Exercise goal that is done; nil for an empty track.
  public var exercise: Double?
  /// The part of the Stand goal that is done; nil for an empty track.
  public var stand: Double?
  /// Whether only Move is drawn.
  public var isMoveOnly = false
  /// Whether they are grey, for a day that does not count.
  public var isPaused = false
  /// The symbols that the terminal draws well.
  public var symbols = Symbols.blocks
  /// The colours that the terminal has.
  public var colors = Colors.trueColor
  /// The height of a cell divided by its width, from 0.5 to 5.
  public var cellAspect = 2.0
  /// Whether the background is light.
  public var isOnLight = false

  /// Rings with three fractions.
  public init(move: Double?, exercise: Double?, stand: Double?) {
    self.move = move
    self.exercise = exercise
    self.stand = stand
  }

  /// The maximum number of columns and of rows that are drawn; larger values are limited to it.
  public static let largestSide = 1_000

  // MARK: - Drawing

  /// The rings in the centre of a rectangle of cells, as large as fits, row by row from the top.
  ///
  /// - Complexity: O(columns × rows).
  public func cells(columns: Int, rows: Int) -> [[RingCell]] {
    let grid = grid(columns, rows)
    return (0..<grid.size.rows).map { row in grid.row(row).map { RingCell($0) } }
  }

  /// The same as text with the escape sequences of ECMA-48, one line per row, without a newline at the end.
  public func ansi(columns: Int, rows: Int) -> String {
    ANSIText(colors: colors.level, trimsTrailingBlanks: true).text(of: grid(columns, rows))
  }

  /// The same as text without colours.
  public func text(columns: Int, rows: Int) -> String {
    var plain = self
    plain.colors = .none
    return PlainText().text(of: plain.grid(columns, rows))
  }

  /// The rings as an SVG document with a square image. The terminal's symbols and colours do not affect it.
  ///
  /// - Parameter side: the side of the image, in user units.
  public func svg(side: Double = 400) -> String {
    let side = min(max(side.isFinite ? side : 400, 1), 1e6)
    return DrawingSVG.document(set.drawing(palette: palette, width: side, height: side))
  }

  /// The rings in pixels, with smooth edges; transparent where there is no ring. At most 8192 pixels per side.
  ///
  /// - Complexity: O(width × height).
  public func pixels(width: Int, height: Int) -> RingPixels {
    let image = set.image(palette: palette, width: width, height: height)
    return RingPixels(width: image.width, height: image.height, rgba: image.bytes)
  }

  // MARK: -

  private var palette: RingPalette { isOnLight ? .light : .standard }

  private var set: RingSet {
    func fraction(_ value: Double?) -> Double? { value.flatMap { $0.isFinite ? min(max($0, 0), 1e6) : nil } }
    return RingSet(
      move: fraction(move), exercise: fraction(exercise), stand: fraction(stand), isPaused: isPaused,
      form: isMoveOnly ? .moveOnly : .three)
  }

  private func grid(_ columns: Int, _ rows: Int) -> CellGrid {
    let size = CellSize(
      columns: min(max(columns, 0), Self.largestSide), rows: min(max(rows, 0), Self.largestSide))
    let aspect = cellAspect.isFinite ? min(max(cellAspect, 0.5), 5) : 2
    var grid = CellGrid(size: size)
    guard size.columns > 0, size.rows > 0 else { return grid }
    RingRenderer(glyphs: symbols.level, colors: colors.level, cellAspect: aspect, palette: palette)
      .draw(set, in: CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows), on: &grid)
    return grid
  }
}

/// A terminal cell: a symbol with a foreground and a background colour.
public struct RingCell: Hashable, Sendable {
  /// A colour of a terminal.
  public enum Color: Hashable, Sendable {
    /// The terminal's default colour.
    case terminal
    /// An entry of the terminal's palette.
    case palette(UInt8)
    /// Red, green and blue.
    case rgb(red: UInt8, green: UInt8, blue: UInt8)
  }

  /// The symbol.
  public let symbol: Unicode.Scalar
  /// The colour of the symbol.
  public let foreground: Color
  /// The colour behind it.
  public let background: Color

  init(_ cell: Cell) {
    symbol = cell.scalar
    let isReversed = cell.style.attributes.contains(.reverse)
    foreground = Color(isReversed ? cell.style.background : cell.style.foreground)
    background = Color(isReversed ? cell.style.foreground : cell.style.background)
  }
}

/// An image with 8 bits per channel.
public struct RingPixels: Hashable, Sendable {
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Red, green, blue and alpha of each pixel, row by row from the top. Colours are not premultiplied by alpha.
  public let rgba: [UInt8]
}

extension RingCell.Color {
  fileprivate init(_ color: CellColor) {
    switch color {
    case .terminalDefault: self = .terminal
    case .palette(let entry): self = .palette(entry)
    case .rgb(let color): self = .rgb(red: color.red, green: color.green, blue: color.blue)
    }
  }
}

extension TerminalRings.Symbols {
  fileprivate var level: GlyphLevel {
    switch self {
    case .ascii: .ascii
    case .blocks: .block
    case .sextants: .legacy
    case .octants: .octant
    }
  }
}

extension TerminalRings.Colors {
  fileprivate var level: ColorLevel {
    switch self {
    case .none: .none
    case .palette16: .ansi16
    case .palette256: .ansi256
    case .trueColor: .truecolor
    }
  }
}
