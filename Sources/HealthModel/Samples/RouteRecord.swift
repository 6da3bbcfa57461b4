/// A route of a workout: a sample of its own, with points.
package struct RouteRecord: Sendable {
  /// Its dates, provenance and metadata; it has no value.
  package var sample: SampleRecord
  /// The path of its file inside the export; nil if its points are inline.
  package var path: String?
  package var points: RoutePoints

  package init(sample: SampleRecord, path: String? = nil, points: RoutePoints = RoutePoints()) {
    self.sample = sample
    self.path = path
    self.points = points
  }
}

/// How many routes of a file, and how many of their points, were stored.
package struct RouteCounts: Hashable, Sendable {
  package var stored = 0
  package var alreadyPresent = 0
  /// Points that were added to the store.
  package var storedPoints = 0
  /// Points that were already there.
  package var alreadyPresentPoints = 0
  /// Points of routes that the store rejected, or whose workout it rejected.
  package var refusedPoints = 0

  package init() {}

  package static func += (left: inout RouteCounts, right: RouteCounts) {
    left.stored += right.stored
    left.alreadyPresent += right.alreadyPresent
    left.storedPoints += right.storedPoints
    left.alreadyPresentPoints += right.alreadyPresentPoints
    left.refusedPoints += right.refusedPoints
  }
}
