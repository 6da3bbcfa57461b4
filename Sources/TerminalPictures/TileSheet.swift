import TerminalModel

/// What a cell of an image looks like: equal pixels have equal tiles.
struct Tile: Hashable {
  /// 0 if nothing is drawn.
  let hash: UInt64

  var isEmpty: Bool { hash == 0 }

  /// Differs between runs, so that no data can make two tiles equal on purpose.
  private static let seed = UInt64.random(in: 1...UInt64.max)

  /// The tile of some pixels.
  ///
  /// - Parameters:
  ///   - start: the offset of the first byte.
  ///   - stride: the bytes of a row of the image.
  @inline(__always)
  fileprivate init(_ bytes: UnsafeRawBufferPointer, start: Int, stride: Int, width: Int, height: Int) {
    var (hash, opacity) = (Self.seed ^ UInt64(truncatingIfNeeded: width << 16 | height), UInt64(0))
    @inline(__always)
    func mix(_ value: UInt64) {
      opacity |= value
      let product = (hash ^ value).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
      hash = product.high ^ product.low
    }
    for row in 0..<height {
      let first = start + row * stride
      for pair in 0..<(width / 2) {
        mix(bytes.loadUnaligned(fromByteOffset: first + 8 * pair, as: UInt64.self).littleEndian)
      }
      if width % 2 == 1 {
        mix(UInt64(bytes.loadUnaligned(fromByteOffset: first + 4 * (width - 1), as: UInt32.self).littleEndian))
      }
    }
    self.hash = opacity & 0xFF00_0000_FF00_0000 == 0 ? 0 : max(1, hash)
  }
}

extension RasterImage {
  /// The tiles of an image that cells of this size fill, row by row; empty if they do not fill it.
  ///
  /// - Complexity: O(*n*) in the pixels.
  func tiles(cell: (width: Int, height: Int)) -> [Tile] {
    guard cell.width > 0, cell.height > 0, width % cell.width == 0, height % cell.height == 0 else { return [] }
    return bytes.withUnsafeBytes { bytes in
      (0..<(height / cell.height)).flatMap { row in
        (0..<(width / cell.width)).map { column in
          Tile(
            bytes, start: 4 * (row * cell.height * width + column * cell.width), stride: 4 * width, width: cell.width,
            height: cell.height)
        }
      }
    }
  }
}

/// An image that consists of cells of pictures, in any order.
struct TileSheet {
  let id: UInt32
  let cell: (width: Int, height: Int)
  let isOfRings: Bool
  private(set) var tiles: [Tile] = []
  private var bytes: [UInt8] = []

  /// The cells of a row. Nearly all marks of these rows and columns have two bytes.
  static let columns = 128
  /// The maximum number of cells.
  static let capacity = 512

  init(id: UInt32, cell: (width: Int, height: Int), isOfRings: Bool) {
    (self.id, self.cell, self.isOfRings) = (id, cell, isOfRings)
  }

  var isFull: Bool { tiles.count >= Self.capacity }

  /// Adds a cell of an image.
  mutating func append(_ tile: Tile, of image: RasterImage, column: Int, row: Int) {
    let stride = 4 * Self.columns * cell.width
    let place = tiles.count % Self.columns
    if place == 0 { bytes += [UInt8](repeating: 0, count: stride * cell.height) }
    let length = 4 * cell.width
    let (first, top) = (tiles.count / Self.columns * cell.height, row * cell.height)
    for line in 0..<cell.height {
      let (target, source) = (
        (first + line) * stride + place * length, 4 * (top + line) * image.width + column * length
      )
      bytes.replaceSubrange(target..<(target + length), with: image.bytes[source..<(source + length)])
    }
    tiles.append(tile)
  }

  static func size(count: Int) -> CellSize {
    CellSize(columns: min(count, columns), rows: (count + columns - 1) / columns)
  }

  /// The maximum number of its colours: a palette is not compressed, and with few colours the pixels are shorter too. The
  /// gradients of large rings show steps with fewer.
  var colors: Int { isOfRings ? tiles.count > Self.columns ? 256 : 64 : 32 }

  var size: CellSize { Self.size(count: tiles.count) }

  var image: RasterImage {
    let whole = RasterImage(width: Self.columns * cell.width, height: size.rows * cell.height, bytes: bytes)
    return size.columns == Self.columns
      ? whole
      : whole.part(
        CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows),
        cells: CellSize(columns: Self.columns, rows: size.rows))
  }
}
