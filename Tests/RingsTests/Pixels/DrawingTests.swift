import TerminalModel
import Testing

@testable import Rings

@Suite("Drawings of simple shapes")
struct DrawingTests {
  /// How much of the picture is covered, in pixels, by shapes in black on white.
  private static func cover(_ drawing: Drawing, scale: Double = 1) -> Double {
    let image = DrawingRaster(scale: scale).image(of: drawing)
    return stride(from: 0, to: image.bytes.count, by: 4).reduce(0) { $0 + (1 - Double(image.bytes[$1]) / 255) }
  }

  private static func drawing(_ shapes: Drawing.Shape...) -> Drawing {
    var drawing = Drawing(width: 100, height: 60, background: RGB(255, 255, 255))
    for shape in shapes { drawing.add(shape, RGB(0, 0, 0)) }
    return drawing
  }

  @Test("shapes cover their area at every scale", arguments: [1.0, 2, 3.5])
  func areas(scale: Double) {
    let square = scale * scale
    let rectangle = Self.drawing(.rectangle(x: 10.25, y: 5, width: 20.5, height: 30, radius: 0))
    #expect(abs(Self.cover(rectangle, scale: scale) / square - 615) < 10)
    let circle = Self.drawing(.circle(x: 50, y: 30, radius: 12))
    #expect(abs(Self.cover(circle, scale: scale) / square - 144 * Double.pi) < 6)
    let line = Self.drawing(.line(fromX: 20, fromY: 20, toX: 80, toY: 40, width: 4))
    #expect(abs(Self.cover(line, scale: scale) / square - (4 * 63.25 + 4 * Double.pi)) < 12)
  }

  @Test("what lies outside, has no size or is no number harms nothing")
  func outside() {
    let odd = [-1e9, -3, 0, 1e-9, 59, 1e9, .nan, .infinity] as [Double]
    for x in odd {
      for size in odd {
        let drawing = Self.drawing(
          .rectangle(x: x, y: size, width: size, height: x, radius: size), .circle(x: x, y: size, radius: size),
          .line(fromX: x, fromY: size, toX: size, toY: x, width: size),
          .text("Å 1", x: x, y: size, size: min(size, 1e3), isBold: true, anchor: .middle))
        #expect(DrawingRaster(scale: x).image(of: drawing).bytes.count > 0)
      }
    }
  }

  @Test("letters differ from each other, stand on their line and are as wide as they say")
  func letters() {
    let letters = (33...126).compactMap { Unicode.Scalar($0) }.map { String(Character($0)) }
    var seen: [Set<String>: String] = [:]
    for letter in letters {
      let lines = StrokeFont.lines(of: letter)
      #expect(!lines.isEmpty)
      #expect(
        lines.allSatisfy { (-2...7.0).contains($0.from.y) && $0.from.x >= 0 && $0.to.x <= StrokeFont.width(of: letter) }
      )
      let shape = Set(lines.map { "\($0)" })
      // Capital O and zero are alike in many fonts, and nothing else is.
      if let other = seen[shape], ![other, letter].contains("0") { Issue.record("\(letter) is \(other)") }
      seen[shape] = letter
    }
    #expect(StrokeFont.width(of: "mm") > StrokeFont.width(of: "ii"))
    #expect(StrokeFont.lines(of: "字").isEmpty == false)
  }

  @Test("as SVG every text is escaped, and a hint is told")
  func svg() {
    var drawing = Self.drawing(.circle(x: 1, y: 2, radius: 3))
    drawing.write("<a & \"b\">", 1, 2, RGB(1, 2, 3))
    drawing.add(.circle(x: 9, y: 2, radius: 3), RGB(0, 0, 0), opacity: 0.5, hint: "a < b")
    let text = DrawingSVG(drawing).text
    #expect(text.contains("&lt;a &amp; &quot;b&quot;&gt;") && text.contains("<title>a &lt; b</title></circle>"))
    #expect(!text.contains("<a"))
  }
}
