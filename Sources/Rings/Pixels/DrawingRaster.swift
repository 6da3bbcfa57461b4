package import TerminalModel

/// A drawing in pixels, with smooth edges: how much of a pixel a shape covers follows from the distance to its edge.
package struct DrawingRaster {
  /// Pixels to a unit.
  private let scale: Double

  package init(scale: Double) {
    self.scale = scale.isFinite ? min(8, max(0.1, scale)) : 1
  }

  /// - Complexity: O(pixels) for the background, and O(pixels within its bounds) for each shape.
  package func image(of drawing: Drawing) -> RasterImage {
    let width = Int((drawing.width * scale).rounded())
    let height = Int((drawing.height * scale).rounded())
    var image = RasterImage(width: min(8_192, max(1, width)), height: min(8_192, max(1, height)))
    let paper = drawing.background
    for pixel in stride(from: 0, to: image.bytes.count, by: 4) {
      image.bytes[pixel] = paper.red
      image.bytes[pixel + 1] = paper.green
      image.bytes[pixel + 2] = paper.blue
      image.bytes[pixel + 3] = 255
    }
    for item in drawing.items { draw(item, on: &image) }
    return image
  }

  private func draw(_ item: Drawing.Item, on image: inout RasterImage) {
    switch item.shape {
    case .rectangle(let x, let y, let width, let height, let radius):
      let half = (x: max(0, width) * scale / 2, y: max(0, height) * scale / 2)
      let center = (x: x * scale + half.x, y: y * scale + half.y)
      let corner = min(max(0, radius) * scale, half.x, half.y)
      fill(item, on: &image, center.x - half.x, center.y - half.y, center.x + half.x, center.y + half.y) { x, y in
        let away = (abs(x - center.x) - half.x + corner, abs(y - center.y) - half.y + corner)
        let outside = (max(0, away.0), max(0, away.1))
        return (outside.0 * outside.0 + outside.1 * outside.1).squareRoot() + min(0, max(away.0, away.1)) - corner
      }
    case .line(let fromX, let fromY, let toX, let toY, let width):
      stroke(item, on: &image, fromX * scale, fromY * scale, toX * scale, toY * scale, max(1, width * scale))
    case .circle(let x, let y, let radius):
      let (x, y, radius) = (x * scale, y * scale, radius * scale)
      fill(item, on: &image, x - radius, y - radius, x + radius, y + radius) { column, row in
        ((column - x) * (column - x) + (row - y) * (row - y)).squareRoot() - radius
      }
    case .text(let text, let x, let y, let size, let isBold, let anchor):
      let unit = size * StrokeFont.unitOfSize
      let start =
        switch anchor {
        case .start: x
        case .middle: x - StrokeFont.width(of: text) * unit / 2
        case .end: x - StrokeFont.width(of: text) * unit
        }
      let thickness = max(1.1, unit * (isBold ? 1.7 : 1.05) * scale)
      for line in StrokeFont.lines(of: text) {
        stroke(
          item, on: &image, (start + line.from.x * unit) * scale, (y - line.from.y * unit) * scale,
          (start + line.to.x * unit) * scale, (y - line.to.y * unit) * scale, thickness)
      }
    }
  }

  /// A line with round ends.
  private func stroke(
    _ item: Drawing.Item, on image: inout RasterImage, _ fromX: Double, _ fromY: Double, _ toX: Double, _ toY: Double,
    _ thickness: Double
  ) {
    let half = thickness / 2
    let (dx, dy) = (toX - fromX, toY - fromY)
    let square = dx * dx + dy * dy
    fill(
      item, on: &image, min(fromX, toX) - half, min(fromY, toY) - half, max(fromX, toX) + half, max(fromY, toY) + half
    ) { x, y in
      let part = square > 0 ? min(1, max(0, ((x - fromX) * dx + (y - fromY) * dy) / square)) : 0
      let (awayX, awayY) = (x - fromX - part * dx, y - fromY - part * dy)
      return (awayX * awayX + awayY * awayY).squareRoot() - half
    }
  }

  /// - Parameter distance: of a point to the edge of the shape, negative inside.
  private func fill(
    _ item: Drawing.Item, on image: inout RasterImage, _ left: Double, _ top: Double, _ right: Double,
    _ bottom: Double, distance: (Double, Double) -> Double
  ) {
    guard left.isFinite, top.isFinite, right.isFinite, bottom.isFinite else { return }
    func pixel(_ value: Double, _ limit: Int) -> Int { Int(min(Double(limit), max(0, value))) }
    let columns = pixel(left - 1, image.width)..<max(pixel(left - 1, image.width), pixel(right + 2, image.width))
    let rows = pixel(top - 1, image.height)..<max(pixel(top - 1, image.height), pixel(bottom + 2, image.height))
    for row in rows {
      for column in columns {
        let cover = 0.5 - distance(Double(column) + 0.5, Double(row) + 0.5)
        guard cover > 0 else { continue }
        let share = min(1, cover) * min(1, max(0, item.opacity))
        let place = 4 * (row * image.width + column)
        image.bytes[place] = mixed(image.bytes[place], item.color.red, share)
        image.bytes[place + 1] = mixed(image.bytes[place + 1], item.color.green, share)
        image.bytes[place + 2] = mixed(image.bytes[place + 2], item.color.blue, share)
      }
    }
  }

  private func mixed(_ below: UInt8, _ above: UInt8, _ share: Double) -> UInt8 {
    UInt8((Double(below) + (Double(above) - Double(below)) * share).rounded())
  }
}
