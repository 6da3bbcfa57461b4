import CZlib
import Rings
import TerminalModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The rings as pixels, 8x16 per cell, for programs that read pictures. Round ends and shadows are omitted.
struct RingBitmap {
  let width: Int
  let height: Int
  /// Red, green, blue, row by row.
  private var bytes: [UInt8] = []

  init(_ rings: RingSet, size: CellSize, palette: RingPalette = .standard) {
    let geometry = RingGeometry(size: size, cellAspect: 2, count: rings.form.rings.count)
    width = size.columns * 8
    height = size.rows * 16
    bytes.reserveCapacity(width * height * 3)
    for y in 0..<height {
      for x in 0..<width {
        let color = Self.color(
          x: Double(x) + 0.5 - geometry.centerX, y: Double(y) + 0.5 - geometry.centerY, rings, geometry, palette)
        bytes += [color.red, color.green, color.blue]
      }
    }
  }

  private static func color(
    x: Double, y: Double, _ rings: RingSet, _ geometry: RingGeometry, _ palette: RingPalette
  ) -> RGB {
    let distance = (x * x + y * y).squareRoot()
    for (ring, band) in zip(rings.form.rings, geometry.bands) where abs(distance - band.radius) <= band.thickness / 2 {
      let colors = palette.colors(of: ring, isPaused: rings.isPaused)
      var turn = atan2(x, -y) / (2 * .pi)
      if turn < 0 { turn += 1 }
      guard turn < rings[ring] ?? 0 else { return colors.track }
      let mix = { (from: UInt8, to: UInt8) in UInt8(Double(from) + (Double(to) - Double(from)) * turn) }
      return RGB(
        mix(colors.start.red, colors.end.red), mix(colors.start.green, colors.end.green),
        mix(colors.start.blue, colors.end.blue))
    }
    return palette.background
  }

  /// Writes it as PNG.
  func write(to path: String) throws {
    var rows: [UInt8] = []
    for row in 0..<height { rows += [0] + bytes[row * width * 3..<(row + 1) * width * 3] }
    var packed = [UInt8](repeating: 0, count: Int(compressBound(uLong(rows.count))))
    var length = uLongf(packed.count)
    guard compress2(&packed, &length, rows, uLong(rows.count), 6) == Z_OK, let file = fopen(path, "wb") else {
      throw BenchmarkError("\(path) cannot be written")
    }
    defer { fclose(file) }
    let header = Self.big(width) + Self.big(height) + [8, 2, 0, 0, 0]
    let png =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", header)
      + Self.chunk("IDAT", Array(packed.prefix(Int(length)))) + Self.chunk("IEND", [])
    fwrite(png, 1, png.count, file)
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    return big(content.count) + body + big(Int(crc32(0, body, uInt(body.count))))
  }

  private static func big(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
