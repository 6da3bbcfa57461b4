import CMeasure
import Foundation
import Graphics
import Rings
import TerminalModel

/// One frame of rings, compared with a chafa process that gets the same rings as a picture.
struct RingsSuite {
  let materials: Materials
  let rounds: Int

  private static let size = CellSize(columns: 40, rows: 20)
  private static let pictures = [
    RingSet(move: 0.83, exercise: 1.4, stand: 0.5), RingSet(move: 0.12, exercise: 0.99, stand: 2.3),
    RingSet(move: 0, exercise: 0.03, stand: 1),
  ]

  func run(_ report: inout Report) throws {
    try runPixels(&report)
    let picture = materials.path("rings.png")
    try RingBitmap(Self.pictures[0], size: Self.size).write(to: picture)
    for (glyphs, symbols) in [(GlyphLevel.block, "block+border+space-wedge"), (.legacy, "block+sextant+wedge+space")] {
      note("rings: \(glyphs.rawValue)")
      let chafa = try Program(
        "chafa",
        ["--format", "symbols", "--size", "40x20", "--colors", "full", "--symbols", symbols, picture])
      var ours: [Double] = []
      var theirs: [Run] = []
      for round in 0...(rounds * 4) {
        let seconds = frames(glyphs)
        let run = try chafa.run()
        // The first round fills caches.
        if round > 0 {
          ours.append(seconds)
          theirs.append(run)
        }
      }
      let cost = Cost(of: theirs)
      report.compare(
        "rings, one frame of 40x20, \(glyphs.rawValue)", Figure.time(median(ours)), to: "chafa: \(cost.text)",
        ratio: median(ours) / cost.seconds, atMost: 1.0 / 8)
    }
  }

  /// The same rings in pixels, compared with the program that draws our own SVG.
  private func runPixels(_ report: inout Report) throws {
    note("rings: pixels")
    let document = materials.path("rings.svg")
    try DrawingSVG.document(
      Self.pictures[0].drawing(palette: .standard, width: 400, height: 400)
    ).write(toFile: document, atomically: true, encoding: .utf8)
    let converter = try Program(
      "rsvg-convert", ["--width", "400", "--height", "400", "--output", materials.path("rings-svg.png"), document])
    var ours: [Double] = []
    var theirs: [Run] = []
    for round in 0...(rounds * 4) {
      let started = measure_now()
      for rings in Self.pictures { _ = rings.image(palette: .standard, width: 400, height: 400) }
      let seconds = (measure_now() - started) / Double(Self.pictures.count)
      let run = try converter.run()
      // The first round fills caches.
      if round > 0 {
        ours.append(seconds)
        theirs.append(run)
      }
    }
    let cost = Cost(of: theirs)
    report.compare(
      "rings in pixels, 40x20 cells of 10x20", Figure.time(median(ours)), to: "rsvg-convert: \(cost.text)",
      ratio: median(ours) / cost.seconds, atMost: 1.0 / 5)
  }

  /// The seconds per frame, the mean of the three pictures.
  private func frames(_ glyphs: GlyphLevel) -> Double {
    let renderer = RingRenderer(glyphs: glyphs, colors: .truecolor)
    let started = measure_now()
    for rings in Self.pictures {
      var grid = CellGrid(size: Self.size)
      renderer.draw(rings, in: grid.bounds, on: &grid)
    }
    return (measure_now() - started) / Double(Self.pictures.count)
  }
}
