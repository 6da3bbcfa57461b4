import CoreLocation
import Foundation
import Testing

/// Passes on what a manager reports.
private final class Delegate: CLLocationManagerDelegate {
  let statuses: AsyncStream<CLAuthorizationStatus>.Continuation
  let errors: AsyncStream<CLError?>.Continuation

  init(_ statuses: AsyncStream<CLAuthorizationStatus>.Continuation, _ errors: AsyncStream<CLError?>.Continuation) {
    (self.statuses, self.errors) = (statuses, errors)
  }

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    statuses.yield(manager.authorizationStatus)
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    errors.yield(error as? CLError)
  }
}

@Suite("A location manager without sensors")
struct CLLocationManagerTests {
  @Test("the delegate hears that locations are denied, whatever the program asks for")
  func denied() async throws {
    let (statuses, status) = AsyncStream<CLAuthorizationStatus>.makeStream()
    let (errors, error) = AsyncStream<CLError?>.makeStream()
    let manager = CLLocationManager()
    let delegate = Delegate(status, error)
    manager.delegate = delegate
    manager.desiredAccuracy = kCLLocationAccuracyKilometer
    manager.requestWhenInUseAuthorization()
    manager.startUpdatingLocation()
    manager.requestLocation()
    manager.stopUpdatingLocation()
    var known = statuses.makeAsyncIterator()
    for _ in 0..<2 { #expect(await known.next() == .denied) }
    var failures = errors.makeAsyncIterator()
    for _ in 0..<2 { #expect(await failures.next() == CLError(.denied)) }
    #expect(manager.location == nil && !CLLocationManager.locationServicesEnabled())
    #expect(manager.desiredAccuracy == 1_000)
    withExtendedLifetime(delegate) {}
  }
}
