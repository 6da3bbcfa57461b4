public import Foundation
package import HealthModel

/// A sample that consists of a series of measurements.
open class HKSeriesSample: HKSample, @unchecked Sendable {
  /// The number of measurements.
  public let count: Int

  init(type: HKSeriesType, count: Int, start: Date, end: Date, header: ObjectHeader) {
    self.count = count
    super.init(type: type, start: start, end: end, header: header)
  }

  init(checked type: HKSeriesType, count: Int, start: Date, end: Date, device: HKDevice?, metadata: [String: Any]?) {
    self.count = count
    super.init(checked: type, start: start, end: end, device: device, metadata: metadata)
  }

  /// Decodes an archived object; nil if something is missing or invalid.
  public required init?(coder: NSCoder) {
    count = coder.decodeInteger(forKey: "count")
    super.init(coder: coder)
  }

  /// Encodes the object. Archives are compatible only with this library.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(count, forKey: "count")
  }
}

/// The route of a workout. Created with ``HKWorkoutRouteBuilder``; query its locations with ``HKWorkoutRouteQuery``.
///
/// ``HKSeriesSample/count`` is 0 if an export refers to a route whose file was missing. The points are added when the
/// file is imported later.
public final class HKWorkoutRoute: HKSeriesSample, @unchecked Sendable {
  /// The locations of a route that is not saved yet.
  let points: RoutePoints?

  /// Takes the values as they are, for samples from a store.
  init(count: Int, start: Date, end: Date, header: ObjectHeader) {
    points = nil
    super.init(type: .workoutRoute(), count: count, start: start, end: end, header: header)
  }

  /// A new route, which is validated like every sample.
  package init(_ points: RoutePoints, from start: Date, to end: Date, device: HKDevice?, metadata: [String: Any]?) {
    self.points = points
    super.init(
      checked: .workoutRoute(), count: points.count, start: start, end: end, device: device, metadata: metadata)
  }

  /// Decodes an archived object; nil if something is missing or invalid.
  public required init?(coder: NSCoder) {
    points = nil
    super.init(coder: coder)
  }
}
