import Rings
import TerminalModel
import Testing

@Suite("Drawings of simple shapes")
struct DrawingSVGTests {
  private static func drawing(_ shapes: Drawing.Shape...) -> Drawing {
    var drawing = Drawing(width: 100, height: 60, background: RGB(255, 255, 255))
    for shape in shapes { drawing.add(shape, RGB(0, 0, 0)) }
    return drawing
  }

  @Test("in SVG all text is escaped, and a hint is a title element")
  func svg() {
    var drawing = Self.drawing(.circle(x: 1, y: 2, radius: 3))
    drawing.write("<a & \"b\">", 1, 2, RGB(1, 2, 3))
    drawing.add(.circle(x: 9, y: 2, radius: 3), RGB(0, 0, 0), opacity: 0.5, hint: "a < b")
    let text = DrawingSVG(drawing).text
    #expect(text.contains("&lt;a &amp; &quot;b&quot;&gt;") && text.contains("<title>a &lt; b</title></circle>"))
    #expect(!text.contains("<a"))
  }
}
