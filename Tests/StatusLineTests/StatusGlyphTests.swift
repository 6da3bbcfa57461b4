import HealthModel
import StatusLine
import Testing

@Suite("Symbols for progress")
struct StatusGlyphTests {
  @Test("the small ring grows with progress and is full only when closed")
  func glyphs() throws {
    let template = try StatusTemplate(parsing: "{move.glyph}")
    let expected = [
      (0.0, "○"), (12.4, "○"), (12.5, "◔"), (37.4, "◔"), (37.5, "◑"), (62.4, "◑"), (62.5, "◕"), (99.99, "◕"),
      (100, "●"),
      (100.9, "●"), (101, "●+"), (230, "●+"),
    ]
    for (value, glyph) in expected {
      let snapshot = StatusSnapshot(
        summary: StatusDays.summary(
          move: RingValue(value: value, goal: 100), exercise: RingValue(), stand: RingValue()))
      #expect(snapshot.line(format: .plain, style: StatusStyle(), template: template) == glyph, "\(value)")
    }
  }
}
