import Rings
import TerminalModel
import Testing

@Suite struct RingSVGTests {
  private func count(_ part: String, in text: String) -> Int { text.ranges(of: part).count }

  @Test(arguments: [RingPalette.standard, .light], [0.02, 0.5, 0.99, 1, 1.4, 7])
  func `the colours of adjacent pieces of an arc differ by at most one level`(
    palette: RingPalette, progress: Double
  ) throws {
    let rings = RingSet(move: progress, exercise: nil, stand: nil, form: .moveOnly)
    let text = RingSVG(palette: palette).document(rings)
    let colors = text.matches(of: /<path [^>]*stroke="#([0-9a-f]{6})"/).compactMap { Int($0.output.1, radix: 16) }
    #expect(!colors.isEmpty)
    for (color, next) in zip(colors, colors.dropFirst()) {
      for shift in [0, 8, 16] { #expect(abs((color >> shift & 255) - (next >> shift & 255)) <= 1) }
    }
    // Overlapping pieces make the edge jagged: every part of the arc is covered at most twice.
    #expect(colors.count <= 2 * max(Set(colors).count, 4))
  }

  @Test func `a shadow is drawn only if a head overlaps its ring`() {
    #expect(!RingSVG().document(RingSamples.all(0.5)).contains("radialGradient"))
    #expect(count("<radialGradient", in: RingSVG().document(RingSamples.all(1.4))) == 3)
    #expect(count("<clipPath", in: RingSVG().document(RingSamples.all(0.99))) == 3)
  }

  @Test func `no data draws only the tracks, and zero adds a dot to each`() {
    #expect(count("<circle", in: RingSVG().document(RingSamples.all(nil))) == 3)
    #expect(count("<circle", in: RingSVG().document(RingSamples.all(0))) == 6)
    #expect(!RingSVG().document(RingSamples.all(0)).contains("<path"))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, -1, 1e300])
  func `every fraction and size gives valid numbers`(value: Double) {
    for side in [value, 400] {
      let text = RingSVG(side: side).document(RingSamples.all(value))
      #expect(!text.contains("nan") && !text.contains("inf") && !text.contains("e+"))
      #expect(count("<g", in: text) == count("</g>", in: text))
    }
  }

  @Test(arguments: [0.001, 0.005, 0.0099])
  func `a line that has just begun is no thicker than its ends`(progress: Double) throws {
    let svg = RingSVG().document(RingSet(move: progress, exercise: nil, stand: nil))
    let radius = try #require(svg.firstMatch(of: /r="([0-9.]+)" fill=/)?.output.1).description
    let width = try #require(svg.firstMatch(of: /<g stroke-width="([0-9.]+)">\n<path/)?.output.1).description
    #expect(abs((Double(width) ?? 0) - 2 * (Double(radius) ?? 0)) < 0.01)
  }

  @Test func `a card shows its texts and escapes them`() {
    let card = RingCard(
      title: "Tue <14>", subtitle: "a & \"b\"", lines: [.init(ring: .move, label: "Move", value: "498\u{7} kcal")])
    let text = RingSVG().document(RingSamples.pictures[0], card: card)
    #expect(text.contains(">Tue &lt;14&gt;</text>"))
    #expect(text.contains(">a &amp; &quot;b&quot;</text>"))
    #expect(text.contains(">498 kcal</text>"))
    #expect(text.contains("#ff5c96"))
  }

  @Test func `a background is drawn only if requested`() {
    #expect(!RingSVG().document(RingSamples.pictures[0]).contains("<rect"))
    #expect(
      RingSVG(palette: .light, hasBackground: true).document(RingSamples.pictures[0]).contains("fill=\"#ffffff\""))
  }
}
