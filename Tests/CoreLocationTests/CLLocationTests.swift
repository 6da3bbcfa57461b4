import CoreLocation
import Foundation
import Testing

@Suite("Locations")
struct CLLocationTests {
  @Test("distances on the earth's surface are those on its ellipsoid")
  func distance() {
    func metres(_ from: (Double, Double), _ to: (Double, Double)) -> Double {
      CLLocation(latitude: from.0, longitude: from.1).distance(from: CLLocation(latitude: to.0, longitude: to.1))
    }
    // A degree on the equator, a degree of the meridian there and at the pole, a quarter of the meridian.
    #expect(abs(metres((0, 0), (0, 1)) - 111_319.491) < 0.001)
    #expect(abs(metres((0, 0), (1, 0)) - 110_574.389) < 0.001)
    #expect(abs(metres((89, 0), (90, 0)) - 111_693.865) < 0.001)
    #expect(abs(metres((0, 0), (90, 0)) - 10_001_965.729) < 0.001)
    #expect(metres((48.5, 9), (48.5, 9)) == 0)
    #expect(abs(metres((48.5, 9), (48.6, 9.1)) - metres((48.6, 9.1), (48.5, 9))) < 1e-6)
    #expect(abs(metres((10, 179.9), (10, -179.9)) - metres((10, 0), (10, 0.2))) < 1e-3)
    // Nearly antipodal points: half of the circumference, within one per cent.
    #expect(abs(metres((0, 0), (0.3, 179.7)) / 20_003_931 - 1) < 0.01)
    #expect(metres((.nan, 0), (0, 0)).isNaN)
  }

  @Test("a coordinate is valid from pole to pole and from -180 to 180 degrees of longitude")
  func validity() {
    for (latitude, longitude, isValid) in [
      (90.0, 180.0, true), (-90, -180, true), (90.001, 0, false), (0, 180.1, false), (.nan, 0, false),
    ] {
      #expect(CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(latitude, longitude)) == isValid)
    }
    #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
  }

  @Test("an unknown value has an accuracy below 0, and archiving preserves everything")
  func archive() throws {
    let plain = CLLocation(latitude: 1, longitude: 2)
    #expect(plain.verticalAccuracy == -1 && plain.speed == -1 && plain.course == -1 && plain.floor == nil)
    let location = CLLocation(
      coordinate: CLLocationCoordinate2D(latitude: 48.25, longitude: -9.5), altitude: 300, horizontalAccuracy: 4,
      verticalAccuracy: 5, course: 120, courseAccuracy: 6, speed: 2.5, speedAccuracy: 0.5,
      timestamp: Date(timeIntervalSinceReferenceDate: 123.25))
    let data = try NSKeyedArchiver.archivedData(withRootObject: location, requiringSecureCoding: true)
    let again = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CLLocation.self, from: data))
    #expect(again.description == location.description)
    #expect(again.altitude == 300 && again.verticalAccuracy == 5 && again.courseAccuracy == 6)
    #expect(again.speedAccuracy == 0.5 && again.timestamp == location.timestamp)
  }
}
