package import TerminalModel

/// The drawn dashboard, and the regions that react to clicks.
package struct Frame: Sendable {
  package var grid: CellGrid
  package var regions: [HitRegion]
  package var hints: [Hint] = []
  /// The rings and charts in the frame, as they were drawn before anything else was drawn over them.
  package var pictures: [PlacedPicture] = []

  package init(grid: CellGrid, regions: [HitRegion], hints: [Hint] = [], pictures: [PlacedPicture] = []) {
    self.grid = grid
    self.regions = regions
    self.hints = hints
    self.pictures = pictures
  }
}
