package import TerminalModel

/// What a part of an area needs in columns or in rows.
package struct Length: Hashable {
  package var least: Int
  package var most: Int
  /// Its share of what remains, relative to the other parts; 0 takes nothing.
  package var weight: Int
  /// The order in which parts are omitted if there is no room for all: the highest first. 0 is never omitted.
  package var rank: Int

  package static func fixed(_ length: Int, rank: Int = 0) -> Length {
    Length(least: length, most: length, weight: 0, rank: rank)
  }

  package static func share(_ weight: Int = 1, from least: Int = 0, to most: Int = .max, rank: Int = 0) -> Length {
    Length(least: least, most: most, weight: weight, rank: rank)
  }

  /// The lengths of the parts in their order; nil for a part that is omitted.
  ///
  /// - Parameter gap: the space between two parts.
  /// - Complexity: O(*n*²) in the parts.
  package static func solve(_ parts: [Length], in room: Int, gap: Int) -> [Int?] {
    var shown = parts.indices.filter { parts[$0].least >= 0 }
    func need() -> Int { shown.reduce(0) { $0 + parts[$1].least } + gap * max(0, shown.count - 1) }
    while need() > room, let last = shown.max(by: { parts[$0].rank < parts[$1].rank }), parts[last].rank > 0 {
      shown.removeAll { $0 == last }
    }
    var rest = room - need()
    var lengths = parts.map(\.least)
    if rest < 0 {
      // The first parts keep what they need.
      var left = max(0, room - gap * max(0, shown.count - 1))
      for index in shown {
        lengths[index] = min(lengths[index], left)
        left -= lengths[index]
      }
    }
    // Parts at their most give what they do not need to the others.
    var growing = shown.filter { parts[$0].weight > 0 && parts[$0].most > lengths[$0] }
    while rest > 0, !growing.isEmpty {
      var weights = growing.reduce(0) { $0 + parts[$1].weight }
      for index in growing {
        let share = min(rest * parts[index].weight / max(1, weights), parts[index].most - lengths[index])
        weights -= parts[index].weight
        lengths[index] += share
        rest -= share
      }
      growing.removeAll { lengths[$0] >= parts[$0].most }
    }
    return parts.indices.map { shown.contains($0) ? lengths[$0] : nil }
  }
}

extension CellRect {
  /// Parts beside each other, with a gap between them; nil for what does not fit.
  package func beside(_ parts: [Length], gap: Int = 0) -> [CellRect?] {
    var column = origin.column
    return Length.solve(parts, in: size.columns, gap: gap).map { length in
      guard let length else { return nil }
      defer { column += length + gap }
      return CellRect(column: column, row: origin.row, columns: length, rows: size.rows)
    }
  }

  /// Parts below each other, with a gap between them; nil for what does not fit.
  package func below(_ parts: [Length], gap: Int = 0) -> [CellRect?] {
    var row = origin.row
    return Length.solve(parts, in: size.rows, gap: gap).map { length in
      guard let length else { return nil }
      defer { row += length + gap }
      return CellRect(column: origin.column, row: row, columns: size.columns, rows: length)
    }
  }

  /// Equal parts, row by row.
  package func grid(columns: Int, rows: Int, gap: Int) -> [CellRect] {
    below(Array(repeating: .share(), count: rows)).compactMap(\.self).flatMap { row in
      row.beside(Array(repeating: .share(), count: columns), gap: gap).compactMap(\.self)
    }
  }
}
