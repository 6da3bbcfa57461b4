import FoundationEssentials
import TerminalModel

/// Writes a drawing as an SVG document.
package struct DrawingSVG {
  private var body = ""
  private var definitions = ""
  private var count = 0
  private var weights: Set<Typeface.Weight> = []
  private init() {}

  /// A complete document; it contains the typeface if it has text.
  package static func document(_ drawing: Drawing) -> String {
    let size = "\(number(drawing.width)) \(number(drawing.height))"
    var writer = DrawingSVG()
    if let background = drawing.background {
      writer.body += "<rect width=\"100%\" height=\"100%\" fill=\"\(SVGText.color(background))\"/>\n"
    }
    writer.append(drawing.items)
    var svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size)\" width=\"\(number(drawing.width))\" "
      + "height=\"\(number(drawing.height))\">\n"
    let words = drawing.words.map { $0.hasSuffix(".") ? $0 : $0 + "." }.joined(separator: " ")
    if !words.isEmpty { svg += "<desc>\(SVGText.escaped(words))</desc>\n" }
    if !writer.weights.isEmpty { svg += writer.style }
    if !writer.definitions.isEmpty { svg += "<defs>\n\(writer.definitions)</defs>\n" }
    return svg + writer.body + "</svg>\n"
  }

  private static func number(_ value: Double) -> String { SVGText.number(value) }

  private var style: String {
    var text = "<style>\ntext{font-family:Inter,system-ui,sans-serif;font-feature-settings:\"tnum\"}\n"
    for (weight, value) in [(Typeface.Weight.regular, 400), (.semibold, 600)] where weights.contains(weight) {
      text +=
        "@font-face{font-family:Inter;font-weight:\(value);src:url(data:font/otf;base64,\(Data(weight.data).base64EncodedString()))}\n"
    }
    return text + "</style>\n"
  }

  // MARK: - Items

  private mutating func append(_ items: [Drawing.Item]) {
    for item in items {
      switch item {
      case .fill(let path, .sweep(let center, let stops)):
        appendSweep(center, stops, mask: "fill=\"#fff\"", path)
      case .fill(let path, let paint): body += "<path d=\"\(data(path))\"\(attributes("fill", paint))/>\n"
      case .stroke(let path, let stroke, .sweep(let center, let stops)):
        appendSweep(center, stops, mask: "fill=\"none\" stroke=\"#fff\"\(attributes(stroke))", path)
      case .stroke(let path, let stroke, let paint):
        body += "<path d=\"\(data(path))\" fill=\"none\"\(attributes("stroke", paint))\(attributes(stroke))/>\n"
      case .text(let text): append(text)
      case .group(let items, let clip, let hint):
        var id: String?
        if let clip {
          let name = newID()
          definitions += "<clipPath id=\"\(name)\"><path d=\"\(data(clip))\"/></clipPath>\n"
          id = name
        }
        body += "<g\(id.map { " clip-path=\"url(#\($0))\"" } ?? "")>"
        if !hint.isEmpty { body += "<title>\(SVGText.escaped(hint))</title>" }
        body += "\n"
        append(items)
        body += "</g>\n"
      }
    }
  }

  private mutating func append(_ text: Drawing.Text) {
    weights.insert(text.weight)
    var attributes = "x=\"\(Self.number(text.place.x))\" y=\"\(Self.number(text.place.y))\" "
    attributes += "font-size=\"\(Self.number(text.size))\" fill=\"\(SVGText.color(text.color))\""
    if text.weight == .semibold { attributes += " font-weight=\"600\"" }
    if text.anchor != .start { attributes += " text-anchor=\"\(text.anchor.rawValue)\"" }
    if text.opacity < 1 { attributes += " fill-opacity=\"\(Self.number(text.opacity))\"" }
    if text.string.hasPrefix(" ") || text.string.hasSuffix(" ") || text.string.contains("  ") {
      attributes += " xml:space=\"preserve\""
    }
    body += "<text \(attributes)>\(SVGText.escaped(text.string))</text>\n"
  }

  private mutating func newID() -> String {
    count += 1
    return "d\(count)"
  }

  private func data(_ path: Path) -> String {
    func point(_ point: Point) -> String { "\(Self.number(point.x)) \(Self.number(point.y))" }
    return path.elements.map { element in
      switch element {
      case .move(let end): "M\(point(end))"
      case .line(let end): "L\(point(end))"
      case .curve(let first, let second, let end): "C\(point(first)) \(point(second)) \(point(end))"
      case .close: "Z"
      }
    }.joined()
  }

  private func attributes(_ stroke: Stroke) -> String {
    var text = " stroke-width=\"\(Self.number(stroke.width))\""
    if stroke.isRound { text += " stroke-linecap=\"round\" stroke-linejoin=\"round\"" }
    if let dash = stroke.dash { text += " stroke-dasharray=\"\(Self.number(dash.on)) \(Self.number(dash.off))\"" }
    return text
  }

  /// - Parameter name: `fill` or `stroke`.
  private mutating func attributes(_ name: String, _ paint: Paint) -> String {
    switch paint {
    case .color(let color, let opacity):
      return " \(name)=\"\(SVGText.color(color))\""
        + (opacity < 1 ? " \(name)-opacity=\"\(Self.number(opacity))\"" : "")
    case .linear(let from, let to, let stops):
      let id = newID()
      definitions +=
        "<linearGradient id=\"\(id)\" gradientUnits=\"userSpaceOnUse\" x1=\"\(Self.number(from.x))\" "
        + "y1=\"\(Self.number(from.y))\" x2=\"\(Self.number(to.x))\" y2=\"\(Self.number(to.y))\">"
        + elements(stops) + "</linearGradient>\n"
      return " \(name)=\"url(#\(id))\""
    case .radial(let center, let radius, let stops):
      let id = newID()
      definitions +=
        "<radialGradient id=\"\(id)\" gradientUnits=\"userSpaceOnUse\" cx=\"\(Self.number(center.x))\" "
        + "cy=\"\(Self.number(center.y))\" r=\"\(Self.number(radius))\">" + elements(stops) + "</radialGradient>\n"
      return " \(name)=\"url(#\(id))\""
    case .sweep(_, let stops): return attributes(name, stops.first.map { .color($0.color) } ?? .color(RGB(0, 0, 0)))
    }
  }

  private func elements(_ stops: [Paint.Stop]) -> String {
    stops.map { stop in
      "<stop offset=\"\(Self.number(stop.place))\" stop-color=\"\(SVGText.color(stop.color))\""
        + (stop.opacity < 1 ? " stop-opacity=\"\(Self.number(stop.opacity))\"" : "") + "/>"
    }.joined()
  }

  /// SVG has no gradient around a point: sectors with linear gradients, seen through the shape as a mask. Each extends under
  /// the next one, so that no gap is visible between them.
  private mutating func appendSweep(_ center: Point, _ stops: [Paint.Stop], mask attributes: String, _ path: Path) {
    guard let first = stops.first, let last = stops.last, let bounds = path.bounds else { return }
    let margin = (bounds.high - bounds.low).max()
    let reach = pointwiseMax(pointwiseMax(bounds.high - center, center - bounds.low), Point())
    let radius = reach.sum() + margin
    let id = newID()
    let low = bounds.low - margin
    let size = bounds.high + margin - low
    definitions +=
      "<mask id=\"\(id)\" maskUnits=\"userSpaceOnUse\" x=\"\(Self.number(low.x))\" y=\"\(Self.number(low.y))\" "
      + "width=\"\(Self.number(size.x))\" height=\"\(Self.number(size.y))\"><path d=\"\(data(path))\" \(attributes)/></mask>\n"
    body += "<g mask=\"url(#\(id))\">\n"
    // A sector for each eighth of a turn between two stops, and flat ones before and after.
    var places: [Double] = [0]
    for place in stops.map(\.place) + [1] where place > (places.last ?? 0) + 1e-6 {
      let start = places.last ?? 0
      let isFlat = place <= first.place || start >= last.place
      let count = isFlat ? 1 : max(1, Int(((place - start) * 8).rounded(.up)))
      for part in 1...count { places.append(start + (place - start) * Double(part) / Double(count)) }
    }
    for (start, end) in zip(places, places.dropFirst()) {
      func stop(_ place: Double, _ offset: Double) -> Paint.Stop {
        let color = stops.premultiplied(at: place)
        let channels = color / max(1e-9, color.w / 255)
        return Paint.Stop(
          offset, SIMD3<Float>(Float(channels.x), Float(channels.y), Float(channels.z)).rgb, opacity: color.w / 255)
      }
      let isTranslucent = stops.contains { $0.opacity < 1 }
      let sector = Path(
        sector: center, radius: radius, from: start, to: min(start + 1, end + (isTranslucent ? 0 : 0.004)))
      let ends = [start, end].map { center + radius / 2 * Point(turns: $0) }
      append([
        .fill(sector, .linear(from: ends[0], to: ends[1], [stop(start + 1e-9, 0), stop(end, 1)]))
      ])
    }
    body += "</g>\n"
  }
}
