import Graphics
import TerminalModel
import Testing

@Suite struct DrawingSVGTests {
  private static let black = RGB(0, 0, 0)

  @Test func `all text is escaped, and a hint is a title`() {
    var drawing = Drawing(width: 100, height: 60, background: RGB(255, 255, 255))
    drawing.words = ["1 < 2", "A sentence."]
    drawing.write("<a & \"b\"\u{7}>", 1, 2, RGB(1, 2, 3))
    drawing.group(hint: "a < b") { $0.fill(Path(circle: Point(9, 2), radius: 3), Self.black) }
    let text = DrawingSVG.document(drawing)
    #expect(text.contains("&lt;a &amp; &quot;b&quot;&gt;</text>") && text.contains("<title>a &lt; b</title>"))
    #expect(text.contains("<desc>1 &lt; 2. A sentence.</desc>") && !text.contains("<a"))
  }

  @Test func `the typeface is included only for text, and each weight only if it is used`() {
    var drawing = Drawing(width: 100, height: 60)
    drawing.fill(Path(circle: Point(9, 2), radius: 3), Self.black)
    #expect(DrawingSVG.document(drawing).utf8.count < 1000)
    drawing.write("a", 1, 2, Self.black, weight: .semibold)
    let text = DrawingSVG.document(drawing)
    #expect(text.ranges(of: "@font-face").count == 1 && text.contains("font-weight=\"600\""))
  }

  @Test func `a gradient around a point is drawn in sectors behind a mask`() {
    var drawing = Drawing(width: 100, height: 100)
    drawing.stroke(
      Path(circle: Point(50, 50), radius: 40), Stroke(10),
      .sweep(Point(50, 50), [.init(0, RGB(200, 0, 0)), .init(1, RGB(0, 0, 200))]))
    let text = DrawingSVG.document(drawing)
    #expect(text.ranges(of: "<mask").count == 1 && text.ranges(of: "<linearGradient").count == 8)
    #expect(text.contains("stop-color=\"#c80000\"") && text.contains("stop-color=\"#0000c8\""))
  }
}
