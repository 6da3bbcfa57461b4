import CoreLocation
import Foundation
import OpenHealthKit

// example: Saving a route
func saveHike(
  _ locations: [CLLocation], from start: Date, to end: Date, in store: HKHealthStore
) async throws -> HKWorkout? {
  let types: Set<HKSampleType> = [.workoutType(), HKSeriesType.workoutRoute()]
  try await store.requestAuthorization(toShare: types, read: types)
  let configuration = HKWorkoutConfiguration()
  configuration.activityType = .hiking
  let workout = HKWorkoutBuilder(healthStore: store, configuration: configuration, device: nil)
  let route = workout.seriesBuilder(for: .workoutRoute()) as? HKWorkoutRouteBuilder
  try await workout.beginCollection(at: start)
  try await route?.insertRouteData(locations)
  try await workout.endCollection(at: end)
  return try await workout.finishWorkout()
}
// end

// example: Reading routes
func meters(of workout: HKWorkout, in store: HKHealthStore) async throws -> CLLocationDistance {
  let ofWorkout = HKQuery.predicateForObjects(from: workout)
  let routes = try await HKSampleQueryDescriptor(predicates: [.workoutRoute(ofWorkout)], sortDescriptors: [])
    .result(for: store)
  var meters = 0.0
  for route in routes {
    var last: CLLocation?
    for try await location in HKWorkoutRouteQueryDescriptor(route).results(for: store) {
      if let last { meters += location.distance(from: last) }
      last = location
    }
  }
  return meters
}
// end
