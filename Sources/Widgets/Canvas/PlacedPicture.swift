package import Graphics
package import Rings
package import TerminalModel

/// What a terminal that shows images can draw in pixels.
package enum Picture: Hashable, Sendable {
  case rings(RingSet, RingPalette)
  case chart(Drawing, background: RGB)

  /// The colour under it.
  package var background: RGB {
    switch self {
    case .rings(_, let palette): palette.background
    case .chart(_, let background): background
    }
  }

  /// The picture in a rectangle of this size.
  package func drawing(width: Double, height: Double) -> Drawing {
    switch self {
    case .rings(let rings, let palette): return rings.drawing(palette: palette, width: width, height: height)
    case .chart(let chart, _):
      var drawing = Drawing(width: width, height: height)
      drawing.place(chart, at: Point(), size: Point(width, height))
      return drawing
    }
  }

  /// The maximum width and height in pixels.
  package static var largestSide: Int { DrawingRaster.largestSide }

  /// The picture in pixels, transparent where nothing is drawn.
  package func image(width: Int, height: Int) -> RasterImage {
    switch self {
    case .rings(let rings, let palette): rings.image(palette: palette, width: width, height: height)
    case .chart(let chart, _): DrawingRaster.image(of: chart, width: width, height: height)
    }
  }
}

/// A picture at a position in a frame, for terminals that draw it in pixels.
package struct PlacedPicture: Hashable, Sendable {
  package var picture: Picture
  package var rect: CellRect
  /// The rectangle as drawn with symbols.
  package var cells: CellGrid
  /// What lies over it, also where that is as blank as the picture.
  package var covers: [CellRect] = []

  /// A cell of a picture that the terminal shows, instead of the symbol.
  package static let awaited = Cell(text: CellText(pictureRow: 0, column: 0))

  package init(_ picture: Picture, rect: CellRect, cells: CellGrid) {
    (self.picture, self.rect, self.cells) = (picture, rect, cells)
  }

  /// Whether nothing is drawn over one of its cells.
  package func isUncovered(_ column: Int, _ row: Int, on grid: CellGrid) -> Bool {
    let place = CellPoint(column: rect.origin.column + column, row: rect.origin.row + row)
    return grid[place.column, place.row] == cells[column, row] && !covers.contains { $0.contains(place) }
  }
}

/// What a chart is drawn for. Both have the same layout, in units of which a cell has 8 by 16.
package enum ChartDetail {
  /// Edges lie on the eighths that symbols can draw, and nothing is rounded.
  case cells
  case pixels

  /// The nearest position of an edge.
  func snapped(_ y: Double) -> Double { self == .cells ? (y / 2).rounded() * 2 : y }

  package static let cell = Point(8, 16)
}

extension Canvas {
  /// Draws a chart into a rectangle.
  ///
  /// - Parameter overCells: draws symbols that stand for shapes in pixels.
  package mutating func paint(
    in rect: CellRect, overCells: (inout Canvas) -> Void = { _ in }, _ draw: (ChartDetail) -> Drawing
  ) {
    guard rect.size.columns > 0, rect.size.rows > 0 else { return }
    let background = appearance.background
    if showsPicture(rect) {
      grid.fill(rect, with: PlacedPicture.awaited)
    } else {
      let cells = DrawingCells(glyphs: appearance.glyphLevel, colors: appearance.colors, background: background)
      charts.draw(draw(.cells), in: rect, on: &grid, with: cells)
      overCells(&self)
    }
    record(.chart(draw(.pixels), background: background), in: rect)
  }

  /// Shows what is drawn in a rectangle in pixels, where the terminal can.
  package mutating func record(_ picture: @autoclosure () -> Picture, in rect: CellRect) {
    guard recordsPictures else { return }
    pictures.append(PlacedPicture(picture(), rect: rect, cells: grid.copy(of: rect)))
  }
}

extension Appearance {
  /// The colour of a cell's ink in pictures.
  package func rgb(_ color: CellColor) -> RGB {
    switch color {
    case .rgb(let rgb): rgb
    case .palette(let entry): RGB(paletteEntry: entry)
    case .terminalDefault: ink
    }
  }

  /// The colours of text, and of lines behind values.
  package var ink: RGB { background.isDark ? RGB(230, 230, 230) : RGB(40, 40, 40) }
  package var faintInk: RGB { ink.mixed(with: background, share: 0.78) }
}

/// The drawn cells of charts, so that a frame in which another part changes draws none again. Not thread-safe.
package final class ChartPictures {
  private struct Key: Hashable {
    var drawing: Drawing
    var size: CellSize
    var cells: DrawingCells
  }

  private var known: [Key: CellGrid] = [:]
  private var used: [Key: CellGrid] = [:]
  private let fitted = FittedCells()

  package init() {}

  package func draw(_ drawing: Drawing, in rect: CellRect, on grid: inout CellGrid, with cells: DrawingCells) {
    let key = Key(drawing: drawing, size: rect.size, cells: cells)
    let picture =
      known[key]
      ?? {
        var picture = CellGrid(size: rect.size)
        cells.draw(drawing, in: picture.bounds, on: &picture, fitted: fitted)
        return picture
      }()
    used[key] = picture
    for row in 0..<rect.size.rows {
      for column in 0..<rect.size.columns where picture[column, row] != .blank {
        grid[rect.origin.column + column, rect.origin.row + row] = picture[column, row]
      }
    }
  }

  /// Forgets what the last frame did not show.
  package func finishFrame() {
    (known, used) = (used, [:])
  }
}
