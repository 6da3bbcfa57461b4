import Graphics
import TerminalModel
import Testing

@Suite struct DrawingRasterTests {
  private static let red = RGB(250, 20, 40)

  private func pixel(_ image: RasterImage, _ x: Int, _ y: Int) -> [UInt8] {
    Array(image.bytes[4 * (y * image.width + x)..<4 * (y * image.width + x) + 4])
  }

  @Test func `a rectangle covers exactly its pixels, and parts of pixels by their share`() {
    var drawing = Drawing(width: 10, height: 10)
    drawing.fill(Path(rectangle: Point(2, 3), size: Point(4.5, 2)), Self.red)
    let image = DrawingRaster.image(of: drawing, width: 10, height: 10)
    #expect(pixel(image, 2, 3) == [250, 20, 40, 255])
    #expect(pixel(image, 5, 4) == [250, 20, 40, 255])
    #expect(abs(Int(pixel(image, 6, 3)[3]) - 128) <= 1)
    #expect(pixel(image, 6, 3)[0] >= 249)
    for (x, y) in [(1, 3), (7, 3), (2, 2), (2, 5)] { #expect(pixel(image, x, y)[3] == 0, "\(x) \(y)") }
  }

  @Test func `an upright line of a whole width has sharp edges`() {
    var drawing = Drawing(width: 8, height: 8, background: RGB(0, 0, 0))
    drawing.stroke(Path(lineFrom: Point(4, 0), to: Point(4, 8)), Stroke(2, isRound: false), .color(Self.red))
    let image = DrawingRaster.image(of: drawing, width: 8, height: 8)
    for row in 0..<8 {
      #expect(pixel(image, 3, row) == [250, 20, 40, 255] && pixel(image, 4, row) == [250, 20, 40, 255])
      #expect(pixel(image, 2, row) == [0, 0, 0, 255] && pixel(image, 5, row) == [0, 0, 0, 255])
    }
  }

  @Test func `the area of a disc and of a round line is right to two thousandths`() {
    func area(_ draw: (inout Drawing) -> Void) -> Double {
      var drawing = Drawing(width: 200, height: 200)
      draw(&drawing)
      let image = DrawingRaster.image(of: drawing, width: 200, height: 200)
      return stride(from: 3, to: image.bytes.count, by: 4).reduce(0) { $0 + Double(image.bytes[$1]) / 255 }
    }
    let disc = area { $0.fill(Path(circle: Point(100, 100), radius: 80), Self.red) }
    #expect(abs(disc / (6400 * .pi) - 1) < 0.002)
    let line = area { $0.stroke(Path(lineFrom: Point(50, 60), to: Point(150, 140)), 20, Self.red) }
    let length = (100.0 * 100 + 80 * 80).squareRoot()
    #expect(abs(line / (length * 20 + 100 * .pi) - 1) < 0.002)
    let dashes = area {
      $0.stroke(
        Path(lineFrom: Point(20, 20), to: Point(120, 20)), Stroke(4, isRound: false, dash: .init(on: 5, off: 5)),
        .color(Self.red))
    }
    #expect(abs(dashes / 200 - 1) < 0.01)
  }

  @Test func `gradients have their colours at their stops, and fade with their opacity`() {
    var drawing = Drawing(width: 100, height: 4)
    drawing.fill(
      Path(rectangle: Point(), size: Point(100, 4)),
      .linear(
        from: Point(0, 0), to: Point(100, 0),
        [.init(0, Self.red), .init(0.5, RGB(0, 0, 200)), .init(1, Self.red, opacity: 0)]
      ))
    let image = DrawingRaster.image(of: drawing, width: 100, height: 4)
    #expect(pixel(image, 0, 0)[0] > 245 && pixel(image, 50, 0)[2] > 190 && pixel(image, 50, 0)[3] > 248)
    #expect(pixel(image, 99, 0)[3] < 6)
    var sweep = Drawing(width: 20, height: 20)
    sweep.fill(
      Path(circle: Point(10, 10), radius: 9),
      .sweep(
        Point(10, 10), [.init(0, RGB(0, 0, 0)), .init(0.25, RGB(0, 0, 0)), .init(0.25, Self.red), .init(1, Self.red)]))
    let wheel = DrawingRaster.image(of: sweep, width: 20, height: 20)
    #expect(pixel(wheel, 14, 6)[0] == 0 && pixel(wheel, 14, 14)[0] == 250 && pixel(wheel, 6, 6)[0] == 250)
  }

  @Test func `a group is drawn only inside its path`() {
    var drawing = Drawing(width: 10, height: 10)
    drawing.group(clip: Path(rectangle: Point(0, 0), size: Point(5, 10))) {
      $0.group(clip: Path(rectangle: Point(0, 5), size: Point(10, 5))) {
        $0.fill(Path(rectangle: Point(), size: Point(10, 10)), Self.red)
      }
    }
    let image = DrawingRaster.image(of: drawing, width: 10, height: 10)
    for y in 0..<10 { for x in 0..<10 { #expect((pixel(image, x, y)[3] == 255) == (x < 5 && y >= 5)) } }
  }

  @Test func `translucent colours of one another are mixed, and not multiplied by opacity in the image`() {
    var drawing = Drawing(width: 1, height: 1)
    let all = Path(rectangle: Point(), size: Point(1, 1))
    drawing.fill(all, .color(RGB(200, 100, 0), opacity: 0.5))
    #expect(
      pixel(DrawingRaster.image(of: drawing, width: 1, height: 1), 0, 0).prefix(3).elementsEqual(
        [199, 100, 0], by: { abs(Int($0) - $1) <= 2 }))
    drawing.fill(all, .color(RGB(0, 100, 200), opacity: 0.5))
    let mixed = pixel(DrawingRaster.image(of: drawing, width: 1, height: 1), 0, 0)
    #expect(abs(Int(mixed[0]) - 67) <= 2 && abs(Int(mixed[2]) - 133) <= 2 && abs(Int(mixed[3]) - 191) <= 2)
  }

  @Test func `text has its figures in columns, kerning, and a box for unknown characters`() {
    #expect(Typeface.width(of: "1111", size: 20) == Typeface.width(of: "8000", size: 20))
    #expect(
      Typeface.width(of: "To", size: 100) < Typeface.width(of: "T", size: 100) + Typeface.width(of: "o", size: 100))
    #expect(Typeface.width(of: "\u{1F600}", size: 10) > 0)
    var drawing = Drawing(width: 100, height: 30, background: RGB(0, 0, 0))
    drawing.write("Hill", 0, 25, RGB(255, 255, 255), size: 20)
    let image = DrawingRaster.image(of: drawing, width: 100, height: 30)
    // The capital's stem reaches from the base line to the height of capitals, not above.
    let rows = (0..<30).filter { row in (0..<12).contains { pixel(image, $0, row)[0] > 128 } }
    #expect(rows.first == 25 - Int((20 * Typeface.capHeight).rounded()) && rows.last == 24)
    var narrow = Drawing(width: 50, height: 30)
    narrow.write("a long line of words", 0, 20, RGB(255, 255, 255), size: 20, within: 40)
    guard case .text(let text) = narrow.items.first else { return #expect(Bool(false)) }
    #expect(Typeface.width(of: text.string, size: text.size) <= 40.01)
  }

  @Test(arguments: [Double.nan, .infinity, -1e300, 1e300, -1, 0])
  func `no number breaks a drawing`(value: Double) {
    var drawing = Drawing(width: 100, height: value)
    drawing = Drawing(width: 100, height: 100)
    drawing.fill(Path(circle: Point(50, value), radius: 10), Self.red)
    drawing.fill(Path(circle: Point(50, 50), radius: value), Self.red)
    drawing.fill(Path(polygon: [Point(0, 0), Point(value, 3), Point(3, 80)]), Self.red)
    drawing.stroke(Path(lineFrom: Point(0, 0), to: Point(value, 50)), 3, Self.red)
    drawing.stroke(Path(lineFrom: Point(0, 0), to: Point(50, 50)), value, Self.red)
    drawing.stroke(
      Path(lineFrom: Point(0, 0), to: Point(50, 50)), Stroke(2, dash: .init(on: value, off: value)), .color(Self.red))
    drawing.fill(
      Path(circle: Point(50, 50), radius: 10), .radial(Point(value, 0), radius: value, [.init(value, Self.red)]))
    drawing.write("text", value, 10, Self.red, size: value, within: value)
    #expect(DrawingRaster.image(of: drawing, width: 50, height: 50).bytes.count == 10_000)
    let svg = DrawingSVG.document(drawing)
    #expect(!svg.contains("nan") && !svg.contains("inf"))
  }

  @Test func `a line of many points is drawn completely`() {
    var drawing = Drawing(width: 1000, height: 20)
    drawing.stroke(
      Path(polyline: (0..<20_000).map { Point(Double($0) / 20, 10 + ($0.isMultiple(of: 2) ? 1.0 : -1)) }), 2, Self.red)
    let image = DrawingRaster.image(of: drawing, width: 1000, height: 20)
    #expect((0..<1000).allSatisfy { pixel(image, $0, 10)[3] > 200 })
  }
}
