import HealthAnalysis
import HealthModel
import TerminalModel

/// A panel of the workout screen.
enum WorkoutPanel: Hashable, CaseIterable {
  case rates, zones, pace, map, elevation

  /// The panels that have something to show.
  static func available(_ detail: WorkoutDetail) -> [WorkoutPanel] {
    allCases.filter { panel in
      switch panel {
      case .rates: !detail.rates.isEmpty
      case .zones: detail.zoneTimes.map { $0.origin == .workout || !detail.rates.isEmpty } ?? false
      // Steps between sets have no pace.
      case .pace:
        (detail.summary.distance ?? 0) > 0 && detail.distances.contains { $0.value > 0 && $0.end > $0.start }
      case .map: detail.track.points.count >= 2
      case .elevation: detail.track.altitudes.map { $0.upperBound - $0.lowerBound > 1 } ?? false
      }
    }
  }

  /// The minimum useful number of rows.
  ///
  /// - Parameter zones: how many zones there are.
  private func fewestRows(_ zones: Int) -> Int {
    switch self {
    case .rates: 7
    case .zones: zones + 1
    case .pace: 6
    case .map: 9
    case .elevation: 5
    }
  }

  /// The maximum useful number of rows; nil for no limit.
  private func mostRows(_ zones: Int) -> Int? {
    switch self {
    case .rates: 28
    case .zones: zones + 1
    case .pace: 24
    case .map: nil
    case .elevation: 16
    }
  }

  /// The panels that fit below each other, starting with the first, and the area of each.
  static func stack(
    _ panels: [WorkoutPanel], zones: Int, in rect: CellRect
  ) -> [(panel: WorkoutPanel, rect: CellRect)] {
    var shown: [WorkoutPanel] = []
    var used = 0
    for panel in panels {
      let more = panel.fewestRows(zones) + (shown.isEmpty ? 0 : 1)
      guard shown.isEmpty || used + more <= rect.size.rows else { continue }
      shown.append(panel)
      used += more
    }
    var rows = shown.map { $0.fewestRows(zones) }
    var left = rect.size.rows - used
    // Row by row, so that all grow evenly.
    while left > 0 {
      let before = left
      for (index, panel) in shown.enumerated() where left > 0 && rows[index] < panel.mostRows(zones) ?? .max {
        rows[index] += 1
        left -= 1
      }
      if left == before { break }
    }
    if shown.count == 1 { rows[0] = min(rect.size.rows, shown[0].mostRows(zones) ?? rect.size.rows) }
    var row = rect.origin.row
    return zip(shown, rows).map { panel, height in
      defer { row += height + 1 }
      return (
        panel, CellRect(column: rect.origin.column, row: row, columns: rect.size.columns, rows: height)
      )
    }
  }
}
