package import CoreLocation
package import HealthModel

extension CLLocation {
  convenience init(_ point: RoutePoint) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: point.latitude, longitude: point.longitude),
      altitude: point.altitude, horizontalAccuracy: point.horizontalAccuracy, verticalAccuracy: point.verticalAccuracy,
      course: point.course, courseAccuracy: point.courseAccuracy, speed: point.speed,
      speedAccuracy: point.speedAccuracy, timestamp: point.date)
  }
}

extension RoutePoint {
  package init(_ location: CLLocation) {
    self.init(
      date: location.timestamp, latitude: location.coordinate.latitude, longitude: location.coordinate.longitude)
    altitude = location.altitude
    horizontalAccuracy = location.horizontalAccuracy
    verticalAccuracy = location.verticalAccuracy
    speed = location.speed
    speedAccuracy = location.speedAccuracy
    course = location.course
    courseAccuracy = location.courseAccuracy
  }
}
