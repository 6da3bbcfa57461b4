public import Foundation
import HealthModel

/// A sample that is made of a series of measurements.
open class HKSeriesSample: HKSample, @unchecked Sendable {
  /// How many measurements it has.
  public let count: Int

  init(type: HKSeriesType, count: Int, start: Date, end: Date, header: ObjectHeader) {
    self.count = count
    super.init(type: type, start: start, end: end, header: header)
  }

  init(checked type: HKSeriesType, count: Int, start: Date, end: Date, device: HKDevice?, metadata: [String: Any]?) {
    self.count = count
    super.init(checked: type, start: start, end: end, device: device, metadata: metadata)
  }

  public required init?(coder: NSCoder) {
    count = coder.decodeInteger(forKey: "count")
    super.init(coder: coder)
  }

  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(count, forKey: "count")
  }
}

/// The way that a workout took. Made by ``HKWorkoutRouteBuilder``; its locations are asked for with
/// ``HKWorkoutRouteQuery``.
///
/// ``HKSeriesSample/count`` is 0 where an export names a route whose file was not there. It has the points once the file
/// is imported with it.
public final class HKWorkoutRoute: HKSeriesSample, @unchecked Sendable {
  /// Of a route that is not saved yet.
  let points: RoutePoints?

  /// Takes the values as they are, for samples from a store.
  init(count: Int, start: Date, end: Date, header: ObjectHeader) {
    points = nil
    super.init(type: .workoutRoute(), count: count, start: start, end: end, header: header)
  }

  /// A new route, which is checked like every sample.
  init(_ points: RoutePoints, from start: Date, to end: Date, device: HKDevice?, metadata: [String: Any]?) {
    self.points = points
    super.init(
      checked: .workoutRoute(), count: points.count, start: start, end: end, device: device, metadata: metadata)
  }

  public required init?(coder: NSCoder) {
    points = nil
    super.init(coder: coder)
  }
}
