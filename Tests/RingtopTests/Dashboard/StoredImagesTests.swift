import Graphics
import TerminalModel
import TestSupport
import Testing

@testable import TerminalPictures
@testable import Widgets

/// Pictures that consist of the cells of stored images.
@Suite("Stored images")
struct StoredImagesTests {
  private static let cell = (width: 5, height: 6)

  /// A terminal that stores what is sent.
  private struct Terminal {
    var stored = StoredImages()
    var images: [UInt32: TileSheet] = [:]
    var shown: PictureContent?
    var frame = 0

    /// Shows a picture; returns the cells that were sent.
    mutating func show(_ content: PictureContent) -> Int {
      frame += 1
      var sheets: [TileSheet] = []
      if !stored.contains(content) { stored.add(content, insteadOf: shown, to: &sheets, frame: frame) }
      for sheet in sheets {
        images[sheet.id] = sheet
        stored.noteSent(sheet.id)
        #expect(stored.receive(id: sheet.id, isShown: true) == .held)
      }
      stored.use(content, frame: frame)
      shown = content
      for id in stored.evict(frame: frame) { images[id] = nil }
      return sheets.reduce(0) { $0 + $1.tiles.count }
    }

    /// What the terminal shows; nil if it lacks an image.
    func picture(_ content: PictureContent) -> RasterImage? {
      var result = RasterImage(width: content.width, height: content.height)
      for (index, place) in stored.places(of: content).enumerated() {
        guard let place else { continue }
        guard let sheet = images[place.image], place.number < sheet.tiles.count else { return nil }
        let part = sheet.image.part(
          CellRect(column: place.column, row: place.row, columns: 1, rows: 1), cells: sheet.size)
        let (column, row) = (index % content.size.columns, index / content.size.columns)
        for y in 0..<cell.height {
          let target = 4 * ((row * cell.height + y) * content.width + column * cell.width)
          result.bytes.replaceSubrange(
            target..<(target + 4 * cell.width), with: part.bytes[(4 * y * cell.width)..<(4 * (y + 1) * cell.width)])
        }
      }
      return result
    }
  }

  /// A chart with bars at the edges of cells, whose ends vary.
  private static func content(
    _ size: CellSize, _ heights: [Int], ink: RGB = RGB(250, 60, 90)
  ) -> PictureContent {
    var drawing = Drawing(width: Double(size.columns * cell.width), height: Double(size.rows * cell.height))
    for (index, height) in heights.enumerated() {
      drawing.fill(
        Path(
          rectangle: Point(Double(index * 2 * cell.width), drawing.height - Double(height)),
          size: Point(Double(cell.width), Double(height))), .color(ink))
    }
    let rect = CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows)
    return PictureContent(
      PlacedPicture(.chart(drawing, background: RGB(0, 0, 0)), rect: rect, cells: CellGrid(size: size)), cell: cell)
  }

  @Test("show every picture pixel by pixel, whatever was sent, shown, lost and removed before", arguments: 1...12)
  func pictures(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let size = CellSize(
      columns: Int.random(in: 4...150, using: &random), rows: Int.random(in: 1...8, using: &random))
    var terminal = Terminal()
    var heights = (0..<(size.columns / 2)).map { _ in Int.random(in: 0...40, using: &random) }
    for _ in 0..<120 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: heights = heights.map { _ in Int.random(in: 0...40, using: &random) }
      case 1: heights = Array(heights.dropFirst()) + [Int.random(in: 0...40, using: &random)]
      case 2:
        // The terminal has dropped an image.
        if let id = terminal.images.keys.sorted().randomElement(using: &random), let shown = terminal.shown {
          _ = terminal.stored.confirm([shown])
          if terminal.stored.receive(id: id, isShown: false) == .lost {
            terminal.images[id] = nil
            if !terminal.stored.contains(shown) { terminal.shown = nil }
          }
        }
      default: heights[Int.random(in: 0..<heights.count, using: &random)] = Int.random(in: 0...40, using: &random)
      }
      let content = Self.content(size, heights)
      _ = terminal.show(content)
      #expect(terminal.stored.isHeld(content, orSent: false))
      #expect(terminal.picture(content) == content.whole)
    }
  }

  @Test("are sent once: a cell that was elsewhere, moves along or comes back is not sent again")
  func once() throws {
    let size = CellSize(columns: 60, rows: 4)
    var terminal = Terminal()
    let heights = (0..<30).map { 3 + $0 % 20 }
    #expect(terminal.show(Self.content(size, heights)) > 0)
    var other = heights
    other[7] = 24
    #expect(terminal.show(Self.content(size, other)) == 0)
    #expect(terminal.show(Self.content(size, heights)) == 0)
    // One bar to the left, without the first.
    #expect(terminal.show(Self.content(size, Array(heights.dropFirst()))) == 0)
    #expect(terminal.show(Self.content(size, [])) == 0)
    #expect(terminal.show(Self.content(size, heights, ink: RGB(60, 250, 90))) > 60)
  }

  @Test("remain few, however many pictures were shown")
  func eviction() throws {
    let size = CellSize(columns: 100, rows: 8)
    var terminal = Terminal()
    var random = SplitMix(seed: 4)
    for index in 0..<300 {
      let content = Self.content(
        size, (0..<50).map { _ in Int.random(in: 0...48, using: &random) }, ink: RGB(UInt8(index % 250), 90, 200))
      _ = terminal.show(content)
    }
    #expect(terminal.images.count <= 160)
    #expect(terminal.images.values.reduce(0) { $0 + $1.tiles.count } <= 32_768)
    #expect(Set(terminal.stored.ids).isSuperset(of: terminal.images.keys))
  }
}
