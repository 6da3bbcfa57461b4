import Synchronization
package import TerminalModel

/// Draws a drawing in pixels.
package enum DrawingRaster {
  /// The maximum width and height in pixels; larger values are clamped.
  package static let largestSide = 8192

  /// An image that the drawing fills; transparent where nothing is drawn and the drawing has no background.
  ///
  /// - Complexity: O(*n*) in the pixels of the boxes around the shapes.
  package static func image(of drawing: Drawing, width: Int, height: Int) -> RasterImage {
    var canvas = Canvas(
      width: min(max(0, width), largestSide), height: min(max(0, height), largestSide), background: drawing.background)
    guard drawing.width > 0, drawing.height > 0, canvas.width > 0, canvas.height > 0 else {
      return RasterImage(width: canvas.width, height: canvas.height)
    }
    let transform = Transform(
      scale: Point(Double(canvas.width) / drawing.width, Double(canvas.height) / drawing.height))
    canvas.draw(drawing.items, transform, clip: nil)
    return canvas.image
  }
}

/// Pixels whose colours are multiplied by their opacity: red in the lowest byte, alpha in the highest.
private struct Canvas {
  let width: Int
  let height: Int
  private var pixels: [UInt32]

  init(width: Int, height: Int, background: RGB?) {
    self.width = width
    self.height = height
    let color = background.map { UInt32($0.red) | UInt32($0.green) << 8 | UInt32($0.blue) << 16 | 0xFF00_0000 }
    pixels = Array(repeating: color ?? 0, count: width * height)
  }

  /// The image with colours that are not multiplied.
  var image: RasterImage {
    let bytes = [UInt8](unsafeUninitializedCapacity: 4 * pixels.count) { bytes, count in
      UnsafeMutableRawBufferPointer(bytes).withMemoryRebound(to: UInt32.self) { result in
        for index in 0..<pixels.count {
          let pixel = pixels[index]
          let alpha = pixel >> 24
          guard alpha > 0, alpha < 255 else {
            result[index] = pixel.littleEndian
            continue
          }
          @inline(__always)
          func channel(_ shift: UInt32) -> UInt32 {
            min(255, ((pixel >> shift & 0xFF) * 255 + alpha / 2) / alpha) << shift
          }
          result[index] = (channel(0) | channel(8) | channel(16) | alpha << 24).littleEndian
        }
      }
      count = 4 * pixels.count
    }
    return RasterImage(width: width, height: height, bytes: bytes)
  }

  mutating func draw(_ items: [Drawing.Item], _ transform: Transform, clip: CoverageMask?) {
    for item in items {
      switch item {
      case .fill(let path, let paint): fill(path, paint, transform, clip)
      case .stroke(let path, let stroke, let paint):
        let margin = stroke.width * transform.factor / 2
        guard margin.isFinite, var mask = mask(path, transform, margin: margin * (stroke.isRound ? 1 : 4)) else {
          continue
        }
        FreeType.shared.withLock { $0.stroke(path, stroke, transform, into: &mask) }
        draw(mask, paint.transformed(transform), clip)
      case .text(let text):
        fill(Typeface.path(of: text), .color(text.color, opacity: text.opacity), transform, clip)
      case .group(let items, let path, _):
        guard let path else {
          draw(items, transform, clip: clip)
          continue
        }
        guard var inner = mask(path, transform) else { continue }
        FreeType.shared.withLock { $0.fill(path, transform, into: &inner) }
        if let clip { inner.clip(to: clip) }
        draw(items, transform, clip: inner)
      }
    }
  }

  private func mask(_ path: Path, _ transform: Transform, margin: Double = 0) -> CoverageMask? {
    CoverageMask(path, transform, margin: margin, within: (width, height))
  }

  private mutating func fill(_ path: Path, _ paint: Paint, _ transform: Transform, _ clip: CoverageMask?) {
    guard var mask = mask(path, transform) else { return }
    FreeType.shared.withLock { $0.fill(path, transform, into: &mask) }
    draw(mask, paint.transformed(transform), clip)
  }

  private mutating func draw(_ mask: CoverageMask, _ paint: Paint, _ clip: CoverageMask?) {
    var mask = mask
    if let clip { mask.clip(to: clip) }
    switch paint {
    case .color(let color, let opacity):
      let color = PaintTable.packed([Paint.Stop(0, color, opacity: opacity)].premultiplied(at: 0))
      blend(mask) { _, _ in color }
    case .linear(let from, let to, let stops):
      let table = PaintTable(stops)
      let direction = to - from
      let step = direction / max(1e-9, (direction * direction).sum())
      blend(mask) { x, y in
        table[Float((x - from.x) * step.x + (y - from.y) * step.y)]
      }
    case .radial(let center, let radius, let stops):
      let table = PaintTable(stops)
      let scale = 1 / max(1e-9, radius)
      blend(mask) { x, y in
        let (dx, dy) = (x - center.x, y - center.y)
        return table[Float((dx * dx + dy * dy).squareRoot() * scale)]
      }
    case .sweep(let center, let stops):
      let table = PaintTable(stops)
      blend(mask) { x, y in
        table[Self.turns(Float(x - center.x), Float(center.y - y))]
      }
    }
  }

  /// The angle of a vector, 0...1, where y increases upwards: a polynomial for the arc tangent, exact to a thousandth of a
  /// pixel.
  @inline(__always)
  private static func turns(_ x: Float, _ y: Float) -> Float {
    let (ax, ay) = (abs(x), abs(y))
    let ratio = min(ax, ay) / max(ax, ay, 1e-6)
    let s = ratio * ratio
    let low = (((-0.01172120 * s + 0.05265332) * s - 0.11643287) * s + 0.19354346) * s
    var turns = ((low - 0.33262347) * s + 0.99997726) * ratio * Float(0.5 / Double.pi)
    if ax > ay { turns = 0.25 - turns }
    if y < 0 { turns = 0.5 - turns }
    return x < 0 ? 1 - turns : turns
  }

  /// - Parameter color: the colour at the centre of a pixel.
  @inline(__always)
  private mutating func blend(_ mask: CoverageMask, _ color: (Double, Double) -> UInt32) {
    let width = width
    pixels.withUnsafeMutableBufferPointer { pixels in
      mask.coverage.withUnsafeBufferPointer { coverage in
        for row in 0..<mask.height {
          let y = Double(mask.top + row) + 0.5
          let start = (mask.top + row) * width + mask.left
          for column in 0..<mask.width {
            let share = UInt32(coverage[row * mask.width + column])
            guard share > 0 else { continue }
            var source = color(Double(mask.left + column) + 0.5, y)
            if share < 255 { source = Self.times(source, share) }
            let rest = 255 - source >> 24
            pixels[start + column] = rest == 0 ? source : source &+ Self.times(pixels[start + column], rest)
          }
        }
      }
    }
  }

  /// All four channels times a share of 255, two at a time.
  @inline(__always)
  private static func times(_ pixel: UInt32, _ share: UInt32) -> UInt32 {
    @inline(__always)
    func two(_ value: UInt32) -> UInt32 {
      let product = (value & 0xFF_00FF) &* share &+ 0x80_0080
      return ((product &+ (product >> 8 & 0xFF_00FF)) >> 8) & 0xFF_00FF
    }
    return two(pixel) | two(pixel >> 8) << 8
  }
}

/// The colours of a gradient at even places.
private struct PaintTable {
  private let colors: [UInt32]
  private static let count = 1024

  init(_ stops: [Paint.Stop]) {
    colors = (0..<Self.count).map { Self.packed(stops.premultiplied(at: Double($0) / Double(Self.count - 1))) }
  }

  @inline(__always)
  subscript(place: Float) -> UInt32 {
    let index = place * Float(Self.count - 1) + 0.5
    return colors[index >= Float(Self.count) ? Self.count - 1 : index > 0 ? Int(index) : 0]
  }

  static func packed(_ color: SIMD4<Double>) -> UInt32 {
    let bytes = SIMD4<UInt32>(truncatingIfNeeded: SIMD4<Int32>(color.rounded(.toNearestOrEven)))
    return bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24
  }
}
