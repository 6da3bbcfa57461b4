import HealthAnalysis
import HealthModel
import TerminalModel
import Widgets

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

  /// The maximum useful number of rows.
  private func mostRows(_ zones: Int) -> Int {
    switch self {
    case .zones: zones + 1
    case .elevation: 16
    case .rates, .pace, .map: .max
    }
  }

  /// The panels that fit below each other, starting with the first, and the area of each.
  static func stack(
    _ panels: [WorkoutPanel], zones: Int, in rect: CellRect
  ) -> [(panel: WorkoutPanel, rect: CellRect)] {
    let lengths = panels.enumerated().map { index, panel in
      Length.share(from: panel.fewestRows(zones), to: panel.mostRows(zones), rank: index)
    }
    return zip(panels, rect.below(lengths, gap: 1)).compactMap { panel, rect in rect.map { (panel, $0) } }
  }
}
