import HealthModel
import Presentation
import TerminalModel

/// One form of the status line, from long to short.
private struct StatusVariant {
  enum Label { case word, letter, none }
  enum Figure { case ring, ringUnmarked, bar(Int), column, none }
  enum Number { case percent, bare, none }

  var label = Label.none
  var figure = Figure.none
  var number = Number.none
  var gap = 1
  /// The number of rings, from Move inwards.
  var rings = Ring.allCases.count
}

extension StatusFigure {
  /// The variants from the longest to the shortest: first without labels, then without digits, then without marks and
  /// gaps, then without some rings. A number is omitted instead of truncated, because a truncated number is wrong.
  fileprivate var variants: [StatusVariant] {
    let tiny = [StatusVariant(figure: .ringUnmarked, gap: 0), StatusVariant(figure: .ringUnmarked, gap: 0, rings: 1)]
    switch self {
    case .rings:
      return [
        StatusVariant(label: .word, figure: .ring, number: .percent, gap: 2),
        StatusVariant(label: .letter, figure: .ring, number: .percent),
        StatusVariant(figure: .ring, number: .bare),
        StatusVariant(figure: .ring),
      ] + tiny
    case .digits:
      return [
        StatusVariant(label: .word, number: .percent, gap: 2),
        StatusVariant(label: .letter, number: .percent),
        StatusVariant(number: .percent),
        StatusVariant(number: .bare),
      ] + tiny
    case .bars:
      return [
        StatusVariant(label: .word, figure: .bar(8), number: .percent, gap: 2),
        StatusVariant(label: .letter, figure: .bar(5), number: .percent),
        StatusVariant(figure: .bar(3), number: .bare),
        StatusVariant(figure: .bar(5)),
        StatusVariant(figure: .bar(3)),
        StatusVariant(figure: .column, gap: 0),
        StatusVariant(figure: .column, gap: 0, rings: 1),
      ]
    }
  }
}

/// Writes a snapshot in the longest form that fits.
struct StatusVariants {
  var snapshot: StatusSnapshot
  var style: StatusStyle

  /// The longest form of at most `width` display cells; empty if there is no room at all.
  func text(width: Int) -> StatusText {
    if let summary = snapshot.known {
      let fullest = fullest(summary)
      for variant in style.figure.variants where write(variant, fullest).columns <= width {
        let text = write(variant, summary)
        if text.columns <= width { return text }
      }
      if width > 0, let mark = connectionMark(StatusVariant()) { return StatusText(mark) }
    } else {
      let texts = snapshot.problem?.texts ?? factTexts + ["no data today", "no data", "-"]
      for text in texts where text.utf8.count <= width {
        return StatusText(text, color: style.colors ? style.palette.muted : nil)
      }
    }
    return StatusText()
  }

  /// From all facts down to the first.
  private var factTexts: [String] {
    snapshot.facts.indices.reversed().map { snapshot.facts[...$0].joined(separator: ", ") }
  }

  /// The day with three digits and a mark for every ring. A form is chosen for its maximum width, so that it does not
  /// change as the numbers of a day grow.
  private func fullest(_ summary: DaySummary) -> DaySummary {
    let ring = RingValue(value: 199, goal: 100)
    var fullest = summary
    fullest.move = ring
    fullest.exercise = ring
    fullest.stand = ring
    return fullest
  }

  private func write(_ variant: StatusVariant, _ summary: DaySummary) -> StatusText {
    var text = StatusText()
    if let mark = connectionMark(variant) {
      text.append(mark + " ", color: style.colors ? style.palette.muted : nil)
    }
    if summary.isPaused, let mark = pauseMark(variant) {
      text.append(mark + " ", color: color(.move, summary))
    }
    for (index, ring) in Ring.allCases.prefix(variant.rings).enumerated() {
      if index > 0 { text.append(String(repeating: " ", count: variant.gap)) }
      let isMissing = summary.lacks(ring)
      let parts =
        isMissing
        ? [label(variant, ring), "-"]
        : [label(variant, ring), figure(variant, summary[ring]), number(variant, summary[ring])]
      text.append(parts.filter { !$0.isEmpty }.joined(separator: " "), color: color(ring, summary))
    }
    return text
  }

  private func color(_ ring: Ring, _ summary: DaySummary) -> RGB? {
    guard style.colors else { return nil }
    return summary.isPaused ? style.palette.muted : style.palette[ring]
  }

  /// A mark for the last known state of a server that cannot be read.
  private func connectionMark(_ variant: StatusVariant) -> String? {
    guard snapshot.problem == .offline || snapshot.problem == .refused else { return nil }
    guard variant.label == .word else { return "!" }
    return snapshot.problem == .offline ? "offline" : "wrong token"
  }

  private func pauseMark(_ variant: StatusVariant) -> String? {
    switch (variant.label, variant.number) {
    case (.word, _): "paused"
    case (_, .none): nil
    default: style.isASCII ? "||" : "‖"
    }
  }

  private func label(_ variant: StatusVariant, _ ring: Ring) -> String {
    switch variant.label {
    case .word: ring.name
    case .letter: String(ring.name.prefix(1))
    case .none: ""
    }
  }

  private func figure(_ variant: StatusVariant, _ value: RingValue) -> String {
    switch variant.figure {
    case .ring: StatusGlyph.ring(value, ascii: style.isASCII) + StatusGlyph.mark(value)
    case .ringUnmarked: StatusGlyph.ring(value, ascii: style.isASCII)
    case .bar(let cells): StatusGlyph.bar(value, cells: cells, ascii: style.isASCII)
    case .column: StatusGlyph.column(value, ascii: style.isASCII)
    case .none: ""
    }
  }

  private func number(_ variant: StatusVariant, _ value: RingValue) -> String {
    guard variant.number != .none else { return "" }
    guard let percent = value.shownPercent else { return "-" }
    return variant.number == .percent ? "\(percent)%" : "\(percent)"
  }
}
