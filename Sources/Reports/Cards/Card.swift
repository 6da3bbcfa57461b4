package import Graphics
import HealthModel
import Rings
import TerminalModel

/// The sizes of a picture for sharing.
package enum CardSize: String, CaseIterable, Sendable {
  /// 1200 by 630: what chats and pages show beside a link.
  case link
  /// 1080 by 1350: the tallest post of social networks.
  case post
  /// 1080 by 1920: a phone's screen. Its top and bottom stay free for what apps lay over it.
  case story
  /// 2560 by 1440: a desktop's background.
  case wallpaper

  var width: Double {
    switch self {
    case .link: 1_200
    case .post, .story: 1_080
    case .wallpaper: 2_560
    }
  }

  var height: Double {
    switch self {
    case .link: 630
    case .post: 1_350
    case .story: 1_920
    case .wallpaper: 1_440
    }
  }

  /// The free space at the left and right, and above and below.
  fileprivate var margin: Point {
    switch self {
    case .link: Point(60, 60)
    case .post: Point(80, 90)
    case .story: Point(90, 250)
    case .wallpaper: Point(320, 220)
    }
  }

  /// The size of text relative to that of a link.
  fileprivate var scale: Double {
    switch self {
    case .link: 1
    case .post: 1.5
    case .story: 1.65
    case .wallpaper: 1.9
    }
  }
}

/// A picture for sharing, set like a poster: a title, a picture, and a few values.
package struct Card {
  /// A value with its name.
  struct Fact {
    var name: String
    var value: String
    /// At the right of the name, such as a percentage.
    var note: String?
    /// Nil for the colour of the text.
    var color: RGB?
  }

  var title: String
  var subtitle: String
  var facts: [Fact] = []
  /// What the picture shows, for those who do not see it.
  var words: [String] = []
  var colors: CardColors
  /// The width of the picture divided by its height. One that is not much wider than high stands beside the text of a wide card.
  var shape: ClosedRange<Double>
  /// The picture in a rectangle of this width and height.
  var picture: (_ width: Double, _ height: Double) -> Drawing

  /// The card as a drawing whose unit is a pixel.
  package func drawing(_ size: CardSize = .link) -> Drawing {
    var drawing = Drawing(width: size.width, height: size.height, background: colors.paper)
    let room = Area(origin: size.margin, size: Point(size.width, size.height) - 2 * size.margin)
    drawing.words.append(subtitle.isEmpty ? title : "\(title), \(subtitle)")
    if size.width > size.height, shape.upperBound <= 1.3 {
      let side = room.size.y * min(1, shape.upperBound)
      let picture = Area(origin: room.origin, size: Point(side, room.size.y))
      let left = side + 80 * size.scale
      let text = Area(origin: room.origin + Point(left, 0), size: room.size - Point(left, 0))
      place(in: picture, on: &drawing)
      let top = Point(0, writeTitle(at: text, size.scale, on: &drawing) + 20 * size.scale)
      writeFacts(
        facts.prefix(6), in: Area(origin: text.origin + top, size: text.size - top), columns: facts.count > 4 ? 2 : 1,
        size.scale, on: &drawing)
    } else {
      let top = writeTitle(at: room, size.scale, on: &drawing)
      let columns = size == .story ? (facts.count > 4 ? 2 : 1) : facts.count == 4 ? 2 : min(3, max(1, facts.count))
      let isWide = size.width > size.height
      // A link has room for one row of values, the first ones.
      let most = size == .link ? 4 : 6
      let bottom = writeFacts(
        facts.prefix(most), in: room,
        columns: isWide && (size == .link || facts.count <= 4) ? max(1, min(most, facts.count)) : columns, size.scale,
        on: &drawing)
      let gap = 44 * size.scale
      let origin = Point(room.origin.x, room.origin.y + top + gap)
      place(in: Area(origin: origin, size: Point(room.size.x, room.size.y - top - bottom - 2 * gap)), on: &drawing)
    }
    drawing.words += words
    return drawing
  }

  package func svg(_ size: CardSize = .link) -> String { DrawingSVG.document(drawing(size)) }

  private struct Area {
    var origin: Point
    var size: Point
  }

  /// Draws the picture in the middle of an area.
  private func place(in area: Area, on drawing: inout Drawing) {
    var size = pointwiseMax(area.size, Point(1, 1))
    size = Point(min(size.x, size.y * shape.upperBound), min(size.y, size.x / shape.lowerBound))
    drawing.place(picture(size.x, size.y), at: area.origin + (area.size - size) / 2, size: size)
  }

  /// - Returns: the height.
  @discardableResult
  private func writeTitle(at area: Area, _ scale: Double, on drawing: inout Drawing) -> Double {
    let (left, top) = (area.origin.x, area.origin.y)
    drawing.write(
      title, left, top + 46 * scale, colors.ink, size: 64 * scale, weight: .semibold, within: area.size.x)
    drawing.write(
      subtitle, left, top + 90 * scale, colors.ink, size: 28 * scale, opacity: 0.6, within: area.size.x)
    return 98 * scale
  }

  /// Writes the facts at the lower edge of an area, the values of all in one size.
  ///
  /// - Returns: the height.
  @discardableResult
  private func writeFacts(
    _ facts: ArraySlice<Fact>, in area: Area, columns: Int, _ scale: Double, on drawing: inout Drawing
  ) -> Double {
    guard !facts.isEmpty else { return 0 }
    let rows = (facts.count + columns - 1) / columns
    let gap = 40 * scale
    let width = (area.size.x - gap * Double(columns - 1)) / Double(columns)
    let most = facts.map { Typeface.width(of: $0.value, size: 46 * scale, weight: .semibold) }.max() ?? 0
    let size = 46 * scale * min(1, width / max(1, most))
    let hasNotes = facts.allSatisfy { fact in
      let name = Typeface.width(of: fact.name + "  ", size: 26 * scale, weight: .semibold)
      return Typeface.width(of: fact.note ?? "", size: 26 * scale) <= width - name
    }
    // The last value stands on the lower edge.
    let pitch = min(126 * scale, (area.size.y - size - 34 * scale) / Double(max(1, rows - 1)))
    for (index, fact) in facts.enumerated() {
      let x = area.origin.x + Double(index % columns) * (width + gap)
      let base = area.origin.y + area.size.y - Double(rows - 1 - index / columns) * pitch
      let name = base - 8 * scale - size
      drawing.write(
        fact.name, x, name, fact.color ?? colors.ink, size: 26 * scale, weight: .semibold,
        opacity: fact.color == nil ? 0.6 : 1, within: width)
      if let note = fact.note, hasNotes {
        drawing.write(note, x + width, name, colors.ink, size: 26 * scale, anchor: .end, opacity: 0.6)
      }
      drawing.write(fact.value, x, base, colors.ink, size: size, weight: .semibold)
      drawing.words.append("\(fact.name) \(fact.value)" + (fact.note.map { ", \($0)" } ?? ""))
    }
    return Double(rows - 1) * pitch + size + 34 * scale
  }
}

/// The colours of a card.
package struct CardColors {
  let palette: RingPalette
  let ink: RGB
  let paper: RGB

  /// A theme's own background stays; others are a shade softer than black and white.
  init(_ palette: RingPalette) {
    self.palette = palette
    let isDark = palette.background.relativeLuminance < 0.2
    let isOwn = ![RingPalette.standard, .light].map(\.background).contains(palette.background)
    paper = isOwn ? palette.background : isDark ? RGB(12, 12, 14) : RGB(252, 252, 253)
    ink = isDark ? RGB(240, 240, 244) : RGB(24, 24, 28)
  }

  /// The end of a ring's gradient that stands out more from the background.
  func color(of ring: HealthModel.Ring, isPaused: Bool = false) -> RGB {
    guard let drawn = Rings.Ring(rawValue: ring.rawValue) else { return ink }
    return color(palette.colors(of: drawn, isPaused: isPaused))
  }

  func color(_ colors: RingColors) -> RGB {
    let paper = self.paper.relativeLuminance
    return abs(colors.end.relativeLuminance - paper) > abs(colors.start.relativeLuminance - paper)
      ? colors.end : colors.start
  }
}
