import TerminalModel

/// The SVG elements of one ring.
struct RingSVGStroke {
  let band: RingGeometry.Band
  let center: Double
  /// Nil draws only the track.
  let progress: Double?
  let colors: RingColors
  /// A prefix that distinguishes the ring's definitions from the other rings'.
  let name: String

  /// How far a piece extends under the next one, in turns: enough to hide the joint in small pictures. Where pieces lie
  /// over each other, the smoothed edge of the arc is drawn more than once, which makes it jagged.
  private static let overlap = 0.004
  /// The greatest length of a piece, in turns.
  private static let longest = 0.25

  var elements: String {
    var text = "<g fill=\"none\" stroke-width=\"\(SVGText.number(band.thickness))\">\n"
    text += circle(radius: band.radius, "stroke=\"\(SVGText.color(colors.track))\"")
    if let progress { text += progress >= 1 ? laps(progress) : arc(progress) }
    return text + "</g>\n"
  }

  private func arc(_ progress: Double) -> String {
    let cap = band.thickness / 2 * RingStroke.capShare(progress)
    var text = disc(at: 0, radius: cap, color: color(at: 0))
    guard progress > 0 else { return text }
    let line = pieces(from: 0, to: progress, beyond: 0.5 / circumference, laps: 0)
    // An arc that has just begun is as thick as its ends, which grow into the ring.
    text += cap < band.thickness / 2 ? "<g stroke-width=\"\(SVGText.number(cap * 2))\">\n\(line)</g>\n" : line
    // Only an arc that is about to close is within its own head's shadow.
    if progress + shadowTurns + cap / circumference > 1 {
      let clip = "clip-\(name)"
      let start = Turns.direction(0)
      text += "<clipPath id=\"\(clip)\"><circle cx=\"\(SVGText.number(center + start.x * band.radius))\" "
      text += "cy=\"\(SVGText.number(center + start.y * band.radius))\" r=\"\(SVGText.number(cap))\"/>"
      text += "<rect x=\"\(SVGText.number(center))\" y=\"0\" width=\"\(SVGText.number(center))\" "
      text += "height=\"\(SVGText.number(center))\"/></clipPath>\n"
      text += shadow(progress, cap: cap, clip: clip)
    }
    return text + end(at: progress, radius: cap, color: color(at: progress))
  }

  private func laps(_ progress: Double) -> String {
    let whole = progress.rounded(.down)
    let head = progress - whole
    var text = pieces(from: head, to: 1, beyond: Self.overlap, laps: whole - 1)
    text += pieces(from: 0, to: head, beyond: 0.5 / circumference, laps: whole)
    text += shadow(head, cap: band.thickness / 2, clip: nil)
    return text + end(at: head, radius: band.thickness / 2, color: color(at: 1))
  }

  /// The arc between two turns, divided into single-colour pieces, because SVG has no gradient along a path: one for each
  /// colour that can be told apart.
  ///
  /// Each piece extends under the next one, and the last one beyond the end, so that nothing shows through the joints.
  private func pieces(from start: Double, to end: Double, beyond: Double, laps: Double) -> String {
    guard end > start else { return "" }
    let change = SIMD3<Float>(color(at: end + laps)) - SIMD3<Float>(color(at: start + laps))
    let colors = Double(max(abs(change.x), abs(change.y), abs(change.z)))
    let count = Int(max(colors, (end - start) / Self.longest).rounded(.up)) + 1
    let step = (end - start) / Double(count)
    var text = ""
    for index in 0..<count {
      let first = start + Double(index) * step
      let last = min(end + beyond, first + step + Self.overlap)
      let path = SVGText.arc(center: center, radius: band.radius, from: first, to: last)
      text += "<path d=\"\(path)\" stroke=\"\(SVGText.color(color(at: first + step / 2 + laps)))\"/>\n"
    }
    return text
  }

  /// The round end of an arc: half a disc ahead of it, so that the gradient behind stays unchanged.
  private func end(at turns: Double, radius: Double, color: RGB) -> String {
    let out = Turns.direction(turns)
    let outer = band.radius + radius
    let inner = band.radius - radius
    return "<path d=\"M\(SVGText.number(center + out.x * outer)) \(SVGText.number(center + out.y * outer))"
      + "A\(SVGText.number(radius)) \(SVGText.number(radius)) 0 0 1 "
      + "\(SVGText.number(center + out.x * inner)) \(SVGText.number(center + out.y * inner))Z\" "
      + "fill=\"\(SVGText.color(color))\" stroke=\"none\"/>\n"
  }

  /// The shadow that the head casts ahead, limited by the clip path.
  private func shadow(_ head: Double, cap: Double, clip: String?) -> String {
    let middle = Turns.direction(head)
    let reach = cap + band.thickness * RingStroke.shadowShare
    var text = "<radialGradient id=\"shadow-\(name)\" gradientUnits=\"userSpaceOnUse\" "
    text += "cx=\"\(SVGText.number(center + middle.x * band.radius))\" "
    text += "cy=\"\(SVGText.number(center + middle.y * band.radius))\" r=\"\(SVGText.number(reach))\">"
    for step in 0...8 {
      let share = Double(step) / 8
      let depth = band.shadowDepth * (1 - share * share) * (1 - share * share)
      let offset = (cap + share * (reach - cap)) / reach
      text += "<stop offset=\"\(SVGText.number(offset))\" stop-color=\"\(SVGText.color(colors.shadow))\" "
      text += "stop-opacity=\"\(SVGText.number(depth))\"/>"
    }
    text += "</radialGradient>\n"
    // It begins under the head, so that the joint is not visible.
    let path = SVGText.arc(
      center: center, radius: band.radius, from: head + 1.5 / circumference, to: head + min(0.5, shadowTurns))
    let clipping = clip.map { " clip-path=\"url(#\($0))\"" } ?? ""
    return text + "<path d=\"\(path)\" stroke=\"url(#shadow-\(name))\"\(clipping)/>\n"
  }

  private func disc(at turns: Double, radius: Double, color: RGB) -> String {
    let middle = Turns.direction(turns)
    return "<circle cx=\"\(SVGText.number(center + middle.x * band.radius))\" "
      + "cy=\"\(SVGText.number(center + middle.y * band.radius))\" r=\"\(SVGText.number(radius))\" "
      + "fill=\"\(SVGText.color(color))\" stroke=\"none\"/>\n"
  }

  private func circle(radius: Double, _ attributes: String) -> String {
    let middle = SVGText.number(center)
    return "<circle cx=\"\(middle)\" cy=\"\(middle)\" r=\"\(SVGText.number(radius))\" \(attributes)/>\n"
  }

  /// The colour after a number of turns; it is constant after the first turn.
  private func color(at turns: Double) -> RGB {
    let share = Float(min(max(turns, 0), 1))
    let start = SIMD3<Float>(colors.start)
    return (start + (SIMD3(colors.end) - start) * share).rgb
  }

  private var circumference: Double { max(1e-6, band.radius * 2 * .pi) }
  private var shadowTurns: Double { band.thickness * (0.5 + RingStroke.shadowShare) / circumference }
}
