package import TerminalModel

/// A picture of shapes and text, measured in units from its upper left corner. It knows no output: it becomes pixels, cells
/// of a terminal, SVG or words.
package struct Drawing: Hashable, Sendable {
  package indirect enum Item: Hashable, Sendable {
    case fill(Path, Paint)
    case stroke(Path, Stroke, Paint)
    case text(Text)
    /// Other items, shown only inside the path; the hint is what a viewer that can point at it tells.
    case group([Item], clip: Path?, hint: String)
  }

  /// A line of text.
  package struct Text: Hashable, Sendable {
    package enum Anchor: String, Hashable, Sendable {
      case start, middle, end
    }

    package var string: String
    /// The position of the anchor on the base line.
    package var place: Point
    package var size: Double
    package var weight = Typeface.Weight.regular
    package var anchor = Anchor.start
    package var color: RGB
    package var opacity = 1.0
  }

  package let width: Double
  package let height: Double
  /// Nil is transparent.
  package var background: RGB?
  /// The values that the picture shows, for readers who do not see it.
  package var words: [String] = []
  /// The first lies below the others.
  package private(set) var items: [Item] = []

  package init(width: Double, height: Double, background: RGB? = nil) {
    self.width = width.isFinite ? min(max(0, width), 1e6) : 0
    self.height = height.isFinite ? min(max(0, height), 1e6) : 0
    self.background = background
  }

  package mutating func fill(_ path: Path, _ paint: Paint) {
    items.append(.fill(path, paint))
  }

  package mutating func fill(_ path: Path, _ color: RGB) { fill(path, .color(color)) }

  package mutating func stroke(_ path: Path, _ stroke: Stroke, _ paint: Paint) {
    items.append(.stroke(path, stroke, paint))
  }

  package mutating func stroke(_ path: Path, _ width: Double, _ color: RGB) {
    stroke(path, Stroke(width), .color(color))
  }

  /// Writes a line of text on a base line, and makes it smaller if it is longer than the width.
  package mutating func write(
    _ text: String, _ x: Double, _ y: Double, _ color: RGB, size: Double = 13, weight: Typeface.Weight = .regular,
    anchor: Text.Anchor = .start, opacity: Double = 1, within width: Double = .infinity
  ) {
    guard !text.isEmpty else { return }
    var size = size
    if width < .infinity { size *= min(1, width / max(1, Typeface.width(of: text, size: size, weight: weight))) }
    items.append(
      .text(
        Text(
          string: text, place: Point(x, y), size: size, weight: weight, anchor: anchor, color: color, opacity: opacity))
    )
  }

  /// Adds what the closure draws as a group.
  package mutating func group(clip: Path? = nil, hint: String = "", _ draw: (inout Drawing) -> Void) {
    var inner = Drawing(width: width, height: height)
    draw(&inner)
    guard !inner.items.isEmpty else { return }
    if clip == nil, hint.isEmpty {
      items += inner.items
    } else {
      items.append(.group(inner.items, clip: clip, hint: hint))
    }
    words += inner.words
  }

  /// Draws another drawing, without its background, so that it fills a rectangle.
  package mutating func place(_ other: Drawing, at origin: Point, size: Point) {
    guard other.width > 0, other.height > 0 else { return }
    let transform = Transform(scale: size / Point(other.width, other.height), offset: origin)
    items += other.items.map { $0.transformed(transform) }
    words += other.words
  }
}

extension Drawing.Item {
  func transformed(_ transform: Transform) -> Self {
    switch self {
    case .fill(let path, let paint): return .fill(path.transformed(transform), paint.transformed(transform))
    case .stroke(let path, let stroke, let paint):
      return .stroke(path.transformed(transform), stroke.scaled(by: transform.factor), paint.transformed(transform))
    case .text(var text):
      text.place = transform(text.place)
      text.size *= transform.factor
      return .text(text)
    case .group(let items, let clip, let hint):
      return .group(items.map { $0.transformed(transform) }, clip: clip?.transformed(transform), hint: hint)
    }
  }
}
