import HealthModel
import Presentation

/// Symbols for a ring's progress.
enum StatusGlyph {
  /// A ring that fills with progress, without the mark for more than one lap.
  ///
  /// Below an eighth the ring is empty; otherwise it is the nearest of a quarter, a half and three quarters. The full
  /// ring is reserved for closed rings, so that an open ring never looks closed.
  static func ring(_ value: RingValue, ascii: Bool) -> String {
    let steps = ascii ? [".", ":", "o", "O", "@"] : ["○", "◔", "◑", "◕", "●"]
    if value.isClosed { return steps[4] }
    switch value.progress {
    case 0.625...: return steps[3]
    case 0.375...: return steps[2]
    case 0.125...: return steps[1]
    default: return steps[0]
    }
  }

  /// `+` if the displayed percentage is above 100.
  static func mark(_ value: RingValue) -> String {
    (value.shownPercent ?? 0) > 100 ? "+" : ""
  }

  /// A bar of this number of cells in eighths of a cell, on a shaded track. Full only if the ring is closed.
  static func bar(_ value: RingValue, cells: Int, ascii: Bool) -> String {
    let perCell = ascii ? 1 : 8
    let filled = steps(of: value, in: cells * perCell)
    let whole = filled / perCell
    let part = filled % perCell
    var text = String(repeating: ascii ? "#" : "█", count: whole)
    if part > 0 { text += ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][part] }
    return text + String(repeating: ascii ? "." : "░", count: cells - whole - (part > 0 ? 1 : 0))
  }

  /// One cell that fills from below. Full only if the ring is closed.
  static func column(_ value: RingValue, ascii: Bool) -> String {
    guard !ascii else { return ring(value, ascii: true) }
    return ["▁", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"][steps(of: value, in: 8)]
  }

  /// Progress in whole steps, rounded down; the last step is reserved for a closed ring.
  private static func steps(of value: RingValue, in total: Int) -> Int {
    if value.isClosed { return total }
    let progress = value.progress
    guard progress > 0 else { return 0 }
    return min(total - 1, Int((progress * Double(total)).rounded(.down)))
  }
}
