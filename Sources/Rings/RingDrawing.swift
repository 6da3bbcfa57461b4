package import Graphics
package import TerminalModel

extension RingSet {
  /// The rings as a drawing, centred and as large as possible.
  ///
  /// - Parameter glow: how much lighter an arc is along its middle than at its edges, 0...1.
  package func drawing(palette: RingPalette, width: Double, height: Double, glow: Double = 0.1) -> Drawing {
    var drawing = Drawing(width: width, height: height)
    let geometry = RingGeometry(width: drawing.width, height: drawing.height, count: form.rings.count)
    for (ring, band) in zip(form.rings, geometry.bands) where band.thickness > 0 {
      let arc = DrawnArc(
        band: band, center: Point(geometry.centerX, geometry.centerY), progress: RingStroke.drawn(self[ring]),
        light: flourish[ring], colors: palette.colors(of: ring, isPaused: isPaused), glow: glow)
      arc.draw(on: &drawing)
    }
    return drawing
  }

  /// The rings in pixels, transparent where there is no ring.
  package func image(palette: RingPalette, width: Int, height: Int, glow: Double = 0.1) -> RasterImage {
    DrawingRaster.image(
      of: drawing(palette: palette, width: Double(width), height: Double(height), glow: glow), width: width,
      height: height)
  }
}

private struct DrawnArc {
  let band: RingGeometry.Band
  let center: Point
  /// Nil draws only the track.
  let progress: Double?
  /// The position of the running light, in turns.
  let light: Double?
  let colors: RingColors
  let glow: Double

  func draw(on drawing: inout Drawing) {
    let circle = Path(circle: center, radius: band.radius)
    guard let progress else { return drawing.stroke(circle, Stroke(band.thickness), .color(colors.track)) }
    let cap = band.thickness / 2 * RingStroke.capShare(progress)
    let isFull = progress >= 1
    let turn = progress - progress.rounded(.down)
    let line = isFull ? circle : Path(arc: center, radius: band.radius, from: 0, to: progress)
    // An arc that has just begun is as thick as its ends, which grow into the ring.
    let stroke = Stroke(isFull ? band.thickness : cap * 2)
    if cap < band.thickness / 2 {
      drawing.stroke(circle, Stroke(band.thickness), .color(colors.track))
    } else if !isFull {
      // Not below the arc, at whose edges it would be visible.
      drawing.stroke(
        Path(arc: center, radius: band.radius, from: progress, to: 1), Stroke(band.thickness, isRound: false),
        .color(colors.track))
    }
    let head = center + band.radius * Point(turns: turn)
    guard progress > 0 else {
      return drawing.fill(Path(circle: head, radius: cap), .color(colors.start))
    }
    drawing.stroke(line, stroke, .sweep(center, isFull ? lapStops(progress) : arcStops(progress)))
    drawHead(head, cap: cap, turn: turn, progress, line, stroke, on: &drawing)
    if let light, (0...1).contains(light) {
      drawing.stroke(line, stroke, .sweep(center, Self.lightStops(light)))
    }
    if glow > 0 {
      let (inner, outer) = (band.radius - band.thickness / 2, band.radius + band.thickness / 2)
      let stops = (0...8).map { step in
        let across = Double(step) / 4 - 1
        return Paint.Stop(
          (inner + (outer - inner) * Double(step) / 8) / outer, .white, opacity: glow * (1 - across * across))
      }
      drawing.stroke(line, stroke, .radial(center, radius: outer, stops))
    }
  }

  /// The head above what it covers of its own ring, with its shadow.
  private func drawHead(
    _ head: Point, cap: Double, turn: Double, _ progress: Double, _ line: Path, _ stroke: Stroke,
    on drawing: inout Drawing
  ) {
    let reach = band.thickness * RingStroke.shadowShare
    // Only an arc that is about to close is within its own head's shadow.
    guard progress + (reach + 2 * cap) / (2 * .pi * band.radius) > 1 else { return }
    let (heading, outward) = (Point(turns: turn + 0.25), Point(turns: turn))
    let far = cap + reach
    let ahead = Path(polygon: [
      head - outward * far, head - outward * far + heading * far, head + outward * far + heading * far,
      head + outward * far,
    ])
    let stops = (0...16).map { step in
      let offset = Double(step) / 16
      let nearness = 1 - offset * offset
      return Paint.Stop(
        (cap + reach * offset) / far, colors.shadow, opacity: nearness * nearness * band.shadowDepth)
    }
    drawing.group(clip: ahead) { $0.stroke(line, stroke, .radial(head, radius: far, stops)) }
    drawing.fill(Path(circle: head, radius: cap), .color(color(min(progress, 1))))
  }

  /// The colour at a place along the arc, 0...1.
  private func color(_ place: Double) -> RGB { colors.start.mixed(with: colors.end, share: place) }

  /// Up to the head, then its colour, and before the start that of the start.
  private func arcStops(_ progress: Double) -> [Paint.Stop] {
    let middle = (1 + progress) / 2
    return stops(from: 0, to: progress)
      + [Paint.Stop(middle, color(progress)), Paint.Stop(middle, colors.start), Paint.Stop(1, colors.start)]
  }

  /// Up to the head the last lap is on top, beyond it the previous one.
  private func lapStops(_ progress: Double) -> [Paint.Stop] {
    let turn = progress - 1
    guard turn < 1 else { return [Paint.Stop(0, colors.end)] }
    return [Paint.Stop(0, colors.end), Paint.Stop(turn, colors.end)] + stops(from: turn, to: 1)
  }

  /// The colours of a part of the arc, with those at sixteenths of a turn: colours are rounded, and all would change with
  /// those of the ends.
  private func stops(from start: Double, to end: Double) -> [Paint.Stop] {
    let steps = (0...16).map { Double($0) / 16 }.filter { $0 > start && $0 < end }
    return ([start] + steps + [end]).map { Paint.Stop($0, color($0)) }
  }

  private static func lightStops(_ light: Double) -> [Paint.Stop] {
    let strength = 0.6 * 4 * light * (1 - light)
    return (0...128).map { step in
      let place = Double(step) / 128
      let distance = min(abs(place - light), 1 - abs(place - light))
      let nearness = max(0, 1 - distance * distance / Double(RingStroke.lightReach * RingStroke.lightReach))
      return Paint.Stop(place, .white, opacity: nearness * nearness * strength)
    }
  }
}

extension RGB {
  fileprivate static let white = RGB(255, 255, 255)
}
