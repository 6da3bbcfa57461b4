/// A route of a workout: a sample of its own, with points.
package struct RouteRecord: Sendable {
  /// Its dates, provenance and metadata; it has no value.
  package var sample: SampleRecord
  /// The path of its file inside the export; nil where its points stand beside it.
  package var path: String?
  package var points: RoutePoints

  package init(sample: SampleRecord, path: String? = nil, points: RoutePoints = RoutePoints()) {
    self.sample = sample
    self.path = path
    self.points = points
  }
}

/// What became of the routes of a file and of their points.
package struct RouteCounts: Hashable, Sendable {
  package var stored = 0
  package var alreadyPresent = 0
  /// Points that are in the store now and were not before.
  package var storedPoints = 0
  /// Points that were there already.
  package var alreadyPresentPoints = 0
  /// Points of routes that the store refused, or whose workout it refused.
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
