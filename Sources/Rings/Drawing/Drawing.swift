package import TerminalModel

/// A picture of simple shapes on a background, measured in units from its upper left corner: one layout for every format
/// of files.
package struct Drawing: Hashable, Sendable {
  package enum Anchor: String, Hashable, Sendable {
    case start, middle, end
  }

  package enum Shape: Hashable, Sendable {
    case rectangle(x: Double, y: Double, width: Double, height: Double, radius: Double)
    case line(fromX: Double, fromY: Double, toX: Double, toY: Double, width: Double)
    case circle(x: Double, y: Double, radius: Double)
    /// On its base line.
    case text(String, x: Double, y: Double, size: Double, isBold: Bool, anchor: Anchor)
  }

  package struct Item: Hashable, Sendable {
    package var shape: Shape
    package var color: RGB
    /// From 0 to 1.
    package var opacity: Double
    /// What a viewer that shows it tells of the shape; empty for nothing.
    package var hint: String
  }

  package let width: Double
  package let height: Double
  package let background: RGB
  /// The first lies below the others.
  package private(set) var items: [Item] = []

  package init(width: Double, height: Double, background: RGB) {
    self.width = width
    self.height = height
    self.background = background
  }

  package mutating func add(_ shape: Shape, _ color: RGB, opacity: Double = 1, hint: String = "") {
    items.append(Item(shape: shape, color: color, opacity: opacity, hint: hint))
  }

  package mutating func write(
    _ text: String, _ x: Double, _ y: Double, _ color: RGB, size: Double = 13, isBold: Bool = false,
    anchor: Anchor = .start
  ) {
    guard !text.isEmpty else { return }
    add(.text(text, x: x, y: y, size: size, isBold: isBold, anchor: anchor), color)
  }
}
