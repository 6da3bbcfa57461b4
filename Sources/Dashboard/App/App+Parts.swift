package import HealthAnalysis
import HealthModel
package import TerminalModel
package import Widgets

/// Parts of screens as frames of their own, for cards.
extension App {
  /// The stages of a night.
  package func hypnogram(_ night: SleepDays.Night, size: CellSize) -> Frame {
    part(size) { Hypnogram(night: night, formatting: context.formatting).draw(on: &$0, in: $0.grid.bounds) }
  }

  /// The route of a workout with its heart rate or elevation below if there is room, else its heart rate; nil if neither was recorded.
  package func picture(of workout: WorkoutDetail, size: CellSize) -> Frame? {
    let hasRoute = workout.track.places.count > 1
    guard hasRoute || !workout.rates.isEmpty else { return nil }
    return part(size) { canvas in
      let charts = WorkoutCharts(detail: workout, mark: nil, context: context)
      guard hasRoute else { return charts.drawRates(on: &canvas, in: canvas.grid.bounds) }
      let map = RouteMap(detail: workout, mark: nil, context: context)
      guard size.rows >= 24, !workout.rates.isEmpty else { return map.draw(on: &canvas, in: canvas.grid.bounds) }
      let (upper, lower) = canvas.grid.bounds.split(top: size.rows * 2 / 3)
      map.draw(on: &canvas, in: upper)
      charts.drawRates(on: &canvas, in: lower.split(top: 1).rest)
    }
  }

  private func part(_ size: CellSize, _ draw: (inout Canvas) -> Void) -> Frame {
    var canvas = Canvas(size: size, appearance: context.appearance, recordsPictures: true)
    draw(&canvas)
    return Frame(grid: canvas.grid, regions: [], pictures: canvas.pictures)
  }
}
