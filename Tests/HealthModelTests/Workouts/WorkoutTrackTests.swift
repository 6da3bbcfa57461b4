import Foundation
import HealthModel
import Testing

@Suite("Workout tracks and speeds")
struct WorkoutTrackTests {
  private static let start = Date(timeIntervalSinceReferenceDate: 800_000_000)

  private static func point(_ second: Int, _ latitude: Double, _ longitude: Double, _ altitude: Double?) -> RoutePoint {
    var point = RoutePoint(date: start + Double(second), latitude: latitude, longitude: longitude)
    point.altitude = altitude ?? 0
    point.verticalAccuracy = altitude == nil ? -1 : 3
    return point
  }

  @Test("the length and the ascent are correct however few points are kept, even across the date line")
  func wholeWay() {
    // A hundredth of a degree a second to the east on the equator: over the date line after 50 seconds.
    var track = WorkoutTrack(count: 20_001)
    track.beginRoute()
    for second in 0...20_000 {
      let longitude = 179.5 + Double(second) / 20_000
      let hill = Double(second % 4_000 < 2_000 ? second % 2_000 : 2_000 - second % 2_000) / 10
      track.add(Self.point(second, 0, longitude > 180 ? longitude - 360 : longitude, hill))
    }
    #expect(abs(track.length - WorkoutTrack.metresPerDegree) < 1)
    #expect(track.points.count <= WorkoutTrack.mostPoints + 1)
    #expect(abs(track.ascent - 1_000) < 25 && abs(track.descent - 1_000) < 25, "\(track.ascent) \(track.descent)")
    let places = track.places
    #expect(abs((places.last?.east ?? 0) - WorkoutTrack.metresPerDegree) < 30)
    #expect(track.point(at: Self.start + 10_000).map { abs(track.points[$0].distance - track.length / 2) < 40 } == true)
    #expect(track.point(at: Self.start - 1) == nil)
  }

  @Test("routes are not joined, small altitude changes are not ascent, and unknown values are not drawn")
  func gaps() {
    var track = WorkoutTrack(count: 6)
    for (route, latitude) in [(0, 10.0), (1, 40)] {
      track.beginRoute()
      for second in 0..<3 {
        track.add(
          Self.point(route * 100 + second, latitude, Double(second) * 1e-5, second == 1 ? nil : 100 + Double(second)))
      }
    }
    track.add(Self.point(300, .nan, 0, 1))
    #expect(track.points.map(\.isFirst) == [true, false, false, true, false, false])
    #expect(track.length < 10 && track.ascent == 0 && track.descent == 0)
    #expect(track.points[1].altitude == nil && track.altitudes == 100...102)
  }
}
