package import TerminalModel

/// The drawn dashboard, and the regions that react to clicks.
package struct Frame: Sendable {
  package var grid: CellGrid
  package var regions: [HitRegion]
  package var hints: [Hint] = []
  /// The rings and charts in the frame, as they were drawn before anything else was drawn over them.
  package var pictures: [PlacedPicture] = []
  /// What the charts show, and whether some are on their way to other values.
  package var shapes: [ChartShape] = []
  package var movesCharts = false

  package init(
    grid: CellGrid, regions: [HitRegion], hints: [Hint] = [], pictures: [PlacedPicture] = [], shapes: [ChartShape] = [],
    movesCharts: Bool = false
  ) {
    self.grid = grid
    self.regions = regions
    self.hints = hints
    self.pictures = pictures
    self.shapes = shapes
    self.movesCharts = movesCharts
  }
}
