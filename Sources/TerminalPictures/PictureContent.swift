import TerminalModel
import Widgets

/// The content of an image: equal pictures of equal size share it.
struct PictureContent: Hashable {
  /// Computed once: a picture has many shapes.
  private let hash: Int
  var picture: Picture
  var size: CellSize
  /// In pixels.
  var width: Int
  var height: Int
  /// The cells of the picture that the image shows; nil for all.
  var part: CellRect?

  init(_ placed: PlacedPicture, cell: (width: Int, height: Int), part: CellRect? = nil) {
    (picture, size) = (placed.picture, placed.rect.size)
    (width, height) = (size.columns * cell.width, size.rows * cell.height)
    self.part = part
    var hasher = Hasher()
    hasher.combine(picture)
    hasher.combine(size)
    hash = hasher.finalize()
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  /// The size of what the image shows.
  var shownSize: CellSize { part?.size ?? size }

  var isOfRings: Bool { if case .rings = picture { true } else { false } }

  /// The complete picture, also for a part of it.
  var whole: RasterImage { picture.image(width: width, height: height) }

  /// Whether an image with the other content needs to change only in part to become this one.
  func isComparable(to other: PictureContent) -> Bool {
    size == other.size && width == other.width && height == other.height && part == other.part
      && picture.background == other.picture.background
  }
}

extension RasterImage {
  /// The smallest rectangle of cells outside which two images of the same size are equal; nil if they are equal.
  ///
  /// - Parameter cells: the size of the images in cells, which divides their size in pixels.
  /// - Complexity: O(*n*) in the pixels.
  func changedCells(from other: RasterImage, cells: CellSize) -> CellRect? {
    guard width == other.width, height == other.height, cells.columns > 0, cells.rows > 0 else { return nil }
    let (cellWidth, cellHeight) = (width / cells.columns, height / cells.rows)
    let rowBytes = 4 * width
    var columns: Range<Int>?
    var rows: Range<Int>?
    bytes.withUnsafeBytes { new in
      other.bytes.withUnsafeBytes { old in
        for row in 0..<height {
          let place = row * rowBytes
          let (line, oldLine) = (new[place..<place + rowBytes], old[place..<place + rowBytes])
          guard let first = zip(line, oldLine).enumerated().first(where: { $1.0 != $1.1 })?.offset else { continue }
          let last =
            rowBytes - 1 - (zip(line.reversed(), oldLine.reversed()).enumerated().first { $1.0 != $1.1 }?.offset ?? 0)
          let (from, to) = (first / 4 / cellWidth, last / 4 / cellWidth + 1)
          columns = columns.map { min($0.lowerBound, from)..<max($0.upperBound, to) } ?? from..<to
          rows = (rows?.lowerBound ?? row / cellHeight)..<(row / cellHeight + 1)
        }
      }
    }
    guard let columns, let rows else { return nil }
    return CellRect(column: columns.lowerBound, row: rows.lowerBound, columns: columns.count, rows: rows.count)
  }

  /// The part of an image in a rectangle of its cells.
  func part(_ rect: CellRect, cells: CellSize) -> RasterImage {
    guard cells.columns > 0, cells.rows > 0 else { return self }
    let (cellWidth, cellHeight) = (width / cells.columns, height / cells.rows)
    let columns = (rect.columns.lowerBound * cellWidth)..<(rect.columns.upperBound * cellWidth)
    var part: [UInt8] = []
    part.reserveCapacity(4 * columns.count * rect.size.rows * cellHeight)
    for row in (rect.rows.lowerBound * cellHeight)..<(rect.rows.upperBound * cellHeight) {
      part += bytes[4 * (row * width + columns.lowerBound)..<4 * (row * width + columns.upperBound)]
    }
    return RasterImage(width: columns.count, height: rect.size.rows * cellHeight, bytes: part)
  }
}
