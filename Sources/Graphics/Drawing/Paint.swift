package import TerminalModel

/// What a shape is filled with.
package enum Paint: Hashable, Sendable {
  case color(RGB, opacity: Double = 1)
  /// Changes from one point to another; the same at all points beside this line.
  case linear(from: Point, to: Point, [Stop])
  /// Changes with the distance from a point; the last stop is at the radius.
  case radial(Point, radius: Double, [Stop])
  /// Changes with the angle around a point, in turns clockwise from the top.
  case sweep(Point, [Stop])

  /// A colour at a place of a gradient, 0...1. Stops are in order.
  package struct Stop: Hashable, Sendable {
    package var place: Double
    package var color: RGB
    package var opacity: Double

    package init(_ place: Double, _ color: RGB, opacity: Double = 1) {
      self.place = place
      self.color = color
      self.opacity = opacity
    }
  }

  func transformed(_ transform: Transform) -> Paint {
    switch self {
    case .color: self
    case .linear(let from, let to, let stops): .linear(from: transform(from), to: transform(to), stops)
    case .radial(let center, let radius, let stops):
      .radial(transform(center), radius: radius * transform.factor, stops)
    case .sweep(let center, let stops): .sweep(transform(center), stops)
    }
  }

  /// The stops of a gradient; empty for a colour.
  var stops: [Stop] {
    switch self {
    case .color: []
    case .linear(_, _, let stops), .radial(_, _, let stops), .sweep(_, let stops): stops
    }
  }
}

extension [Paint.Stop] {
  /// The channels and the opacity at a place, 0...255, with colours multiplied by opacity.
  func premultiplied(at place: Double) -> SIMD4<Double> {
    func value(_ stop: Paint.Stop) -> SIMD4<Double> {
      let opacity = Swift.min(1, Swift.max(0, stop.opacity))
      return SIMD4(Double(stop.color.red), Double(stop.color.green), Double(stop.color.blue), 255) * opacity
    }
    guard let next = firstIndex(where: { $0.place >= place }) else { return last.map(value) ?? SIMD4() }
    guard next > 0 else { return value(self[0]) }
    let (before, after) = (self[next - 1], self[next])
    let share = (place - before.place) / Swift.max(1e-9, after.place - before.place)
    return value(before) * (1 - share) + value(after) * share
  }
}

/// How a line is drawn.
package struct Stroke: Hashable, Sendable {
  package struct Dash: Hashable, Sendable {
    package var on: Double
    package var off: Double

    package init(on: Double, off: Double) {
      self.on = on
      self.off = off
    }
  }

  package var width: Double
  /// Whether ends and corners are round; otherwise ends are cut off at the last point, and corners are sharp.
  package var isRound: Bool
  package var dash: Dash?

  package init(_ width: Double, isRound: Bool = true, dash: Dash? = nil) {
    self.width = width
    self.isRound = isRound
    self.dash = dash
  }

  func scaled(by factor: Double) -> Stroke {
    Stroke(width * factor, isRound: isRound, dash: dash.map { Dash(on: $0.on * factor, off: $0.off * factor) })
  }
}
