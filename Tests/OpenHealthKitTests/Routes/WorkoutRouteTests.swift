import CoreLocation
import Foundation
import HealthDatabase
import HealthImport
import HealthModel
import HealthQueries
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

/// Routes of workouts through the public classes.
@Suite("Workout routes")
struct WorkoutRouteTests {
  /// A location each second from 06:00 on, from a seed.
  static func locations(_ count: Int, seed: UInt64 = 1) -> [CLLocation] {
    var random = SplitMix(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    return (0..<count).map { index in
      CLLocation(
        coordinate: CLLocationCoordinate2D(latitude: number(-90...90), longitude: number(-180...180)),
        altitude: number(-100...4_000), horizontalAccuracy: number(1...20), verticalAccuracy: number(1...20),
        course: number(0...360), courseAccuracy: number(0...20), speed: number(0...9), speedAccuracy: number(0...1),
        timestamp: TestTime.at(6).addingTimeInterval(Double(index)))
    }
  }

  private static func numbers(_ locations: [CLLocation]) -> [[Double]] {
    locations.map { location in
      [
        location.coordinate.latitude, location.coordinate.longitude, location.altitude, location.horizontalAccuracy,
        location.verticalAccuracy, location.course, location.courseAccuracy, location.speed, location.speedAccuracy,
        location.timestamp.timeIntervalSinceReferenceDate,
      ]
    }
  }

  private func read(_ route: HKWorkoutRoute, in store: HKHealthStore) async throws -> [CLLocation] {
    var locations: [CLLocation] = []
    for try await location in HKWorkoutRouteQueryDescriptor(route).results(for: store) { locations.append(location) }
    return locations
  }

  private func routes(of workout: HKWorkout? = nil, in store: HKHealthStore) async throws -> [HKWorkoutRoute] {
    let predicate = workout.map { HKQuery.predicateForObjects(from: $0) }
    return try await HKSampleQueryDescriptor(
      predicates: [.workoutRoute(predicate)], sortDescriptors: [SortDescriptor(\.startDate)]
    ).result(for: store)
  }

  @Test("a builder's locations are found with its workout, bit for bit, in batches that indicate the last one")
  func builder() async throws {
    let test = try TestHealthStore()
    let store = test.store
    let run = TestSample.run(from: TestTime.at(6), to: TestTime.at(7))
    let other = TestSample.run(from: TestTime.at(8), to: TestTime.at(9))
    try await store.save([run, other])
    let locations = Self.locations(1_300)
    let builder = HKWorkoutRouteBuilder(healthStore: store, device: HKDevice.local())
    try await builder.insertRouteData(Array(locations[..<700]))
    try await builder.addMetadata(["colour": "blue", "kept": 1])
    try await builder.insertRouteData(Array(locations[700...]))
    let saved = try await builder.finishRoute(with: run, metadata: ["colour": "red"])
    #expect(saved.count == 1_300)
    let found = try #require(try await routes(of: run, in: test.second()).first)
    #expect(found == saved && found.count == 1_300)
    #expect(found.startDate == TestTime.at(6) && found.endDate == TestTime.at(6).addingTimeInterval(1_299))
    #expect(found.metadata?["colour"] as? String == "red" && found.metadata?["kept"] as? Int == 1)
    #expect(found.device == HKDevice.local())
    #expect(found.sampleType == HKSeriesType.workoutRoute())
    #expect(try await routes(of: other, in: store) == [])
    #expect(try await Self.numbers(read(found, in: store)) == Self.numbers(locations))

    let calls = Calls<(numbers: [[Double]], isDone: Bool)>()
    let query = HKWorkoutRouteQuery(route: found) { _, locations, isDone, _ in
      calls.add((Self.numbers(locations ?? []), isDone))
    }
    store.execute(query)
    var numbers: [[Double]] = []
    var batches = 0
    while true {
      let call = try await calls.next()
      numbers += call.numbers
      batches += 1
      if call.isDone { break }
    }
    #expect(batches == 3 && calls.count == 3)
    #expect(numbers == Self.numbers(locations))
    let part = Calls<Int>()
    let interval = DateInterval(start: TestTime.at(6).addingTimeInterval(10), duration: 5)
    store.execute(
      HKWorkoutRouteQuery(route: found, dateInterval: interval) { _, found, _, _ in part.add(found?.count ?? -1) })
    #expect(try await part.next() == 6)
  }

  @Test("a builder refuses invalid locations, and can be finished once")
  func refusals() async throws {
    let test = try TestHealthStore()
    let run = TestSample.run(from: TestTime.at(6), to: TestTime.at(7))
    let builder = HKWorkoutRouteBuilder(healthStore: test.store, device: nil)
    for (latitude, longitude, date) in [
      (91.0, 0.0, TestTime.now), (0, 181, TestTime.now), (.nan, 0, TestTime.now), (0, 0, Date.distantFuture),
    ] {
      let wrong = CLLocation(
        coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0,
        horizontalAccuracy: 1, verticalAccuracy: 1, timestamp: date)
      #expect(
        await errorCode { try await builder.insertRouteData(Self.locations(2) + [wrong]) } == .errorInvalidArgument)
    }
    #expect(await errorCode { try await builder.insertRouteData([]) } == .errorInvalidArgument)
    #expect(await errorCode { try await builder.finishRoute(with: run, metadata: nil) } == .errorInvalidArgument)
    try await builder.insertRouteData(Self.locations(2))
    // The workout does not exist, and another client's looks as if it did not.
    #expect(await errorCode { try await builder.finishRoute(with: run, metadata: nil) } == .errorInvalidArgument)
    try await test.second().save(run)
    #expect(await errorCode { try await builder.finishRoute(with: run, metadata: nil) } == .errorInvalidArgument)
    #expect(try await routes(in: test.store) == [])
    let own = TestSample.run(from: TestTime.at(6), to: TestTime.at(7))
    try await test.store.save(own)
    let route = try await builder.finishRoute(with: own, metadata: nil)
    #expect(route.count == 2)
    #expect(await errorCode { try await builder.finishRoute(with: own, metadata: nil) } == .errorInvalidArgument)
    #expect(await errorCode { try await builder.insertRouteData(Self.locations(2)) } == .errorInvalidArgument)
    #expect(await errorCode { try await test.store.save(route) } == .errorInvalidArgument)
    let discarded = HKWorkoutRouteBuilder(healthStore: test.store, device: nil)
    discarded.discard()
    #expect(await errorCode { try await discarded.insertRouteData(Self.locations(2)) } == .errorInvalidArgument)
  }

  @Test("a workout builder saves its route with it, and deleting the workout deletes the route")
  func workoutBuilder() async throws {
    let test = try TestHealthStore()
    let store = test.store
    let locations = Self.locations(40)
    let workout = try #require(
      try await saveHike(locations, from: TestTime.at(6), to: TestTime.at(7), in: store))
    #expect(try await routes(of: workout, in: store).map(\.count) == [40])
    var expected = 0.0
    for (first, second) in zip(locations, locations.dropFirst()) { expected += second.distance(from: first) }
    #expect(try await meters(of: workout, in: store) == expected)
    let route = try await routes(in: store)[0]
    let again = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: HKWorkoutRoute.self,
      from: NSKeyedArchiver.archivedData(withRootObject: route, requiringSecureCoding: true))
    #expect(again == route && again?.count == 40)
    try await store.delete(workout)
    #expect(try await routes(in: store) == [])
    #expect(try await read(route, in: store).isEmpty)
  }

  @Test("a workout that is replaced by a newer version keeps its route")
  func replaced() async throws {
    let test = try TestHealthStore()
    func run(_ version: Int) -> HKWorkout {
      HKWorkout(
        activityType: .running, start: TestTime.at(6), end: TestTime.at(7), workoutEvents: nil, totalEnergyBurned: nil,
        totalDistance: nil, metadata: [HKMetadataKeySyncIdentifier: "run", HKMetadataKeySyncVersion: version])
    }
    let first = run(1)
    try await test.store.save(first)
    let builder = HKWorkoutRouteBuilder(healthStore: test.store, device: nil)
    try await builder.insertRouteData(Self.locations(3))
    let route = try await builder.finishRoute(with: first, metadata: nil)
    let second = run(2)
    try await test.store.save(second)
    #expect(try await routes(of: second, in: test.store) == [route])
    #expect(try await read(route, in: test.store).count == 3)
  }

  @Test("the permission matrix of routes", arguments: PermissionMatrixTests.Decision.all)
  func permissions(_ decision: PermissionMatrixTests.Decision) async throws {
    let scratch = try ScratchStore()
    let other = scratch.opened(by: "org.example.other", .owner)
    let client = scratch.opened(.ask(Person.absent()))
    func save(_ store: HKHealthStore, _ seed: UInt64) async throws -> (HKWorkout, HKWorkoutRoute) {
      let run = TestSample.run(from: TestTime.at(6), to: TestTime.at(7))
      try await store.save(run)
      let builder = HKWorkoutRouteBuilder(healthStore: store, device: nil)
      try await builder.insertRouteData(Self.locations(Int(seed), seed: seed))
      return (run, try await builder.finishRoute(with: run, metadata: nil))
    }
    let (othersRun, others) = try await save(other, 5)
    let (ownRun, own) = try await save(scratch.opened(.allowAll), 7)
    let name = "org.example.reader"
    try other.connection.changing().decide([
      Permission(client: name, type: TypeIdentifier.workoutRoute, share: decision.share, read: decision.read),
      // A client that may read workouts does not see where they were.
      Permission(client: name, type: TypeIdentifier.workout, share: .granted, read: .granted),
    ])
    if let seen = decision.visible(own: [own], others: [others]) {
      #expect(Set(try await routes(in: client)) == Set(seen))
      #expect(try await read(own, in: client).count == 7)
      #expect(try await read(others, in: client).count == (seen.contains(others) ? 5 : 0))
      #expect(try await routes(of: othersRun, in: client) == (seen.contains(others) ? [others] : []))
    } else {
      #expect(await errorCode { _ = try await routes(in: client) } == .errorAuthorizationNotDetermined)
      #expect(await errorCode { _ = try await read(own, in: client) } == .errorAuthorizationNotDetermined)
      #expect(await errorCode { _ = try await read(others, in: client) } == .errorAuthorizationNotDetermined)
    }
    let builder = HKWorkoutRouteBuilder(healthStore: client, device: nil)
    try await builder.insertRouteData(Self.locations(2))
    #expect(await errorCode { try await builder.finishRoute(with: ownRun, metadata: nil) } == decision.failure)
    #expect(try await routes(in: other).count == (decision.failure == nil ? 3 : 2))
    #expect(await errorCode { try await client.delete(others) } == decision.failure ?? .errorInvalidArgument)
    #expect(await errorCode { try await client.delete(own) } == decision.failure)
  }

  @Test("an export's routes, read by HealthKit's query, equal those that another parser reads from the files")
  func imported() async throws {
    let scratch = try ScratchDirectory()
    let folder = scratch.path + "/export"
    try FileManager.default.createDirectory(atPath: folder + "/workout-routes", withIntermediateDirectories: true)
    let points = Self.locations(900, seed: 12).map { location in
      let place = location.coordinate
      return [place.longitude, place.latitude, location.altitude].map { String(format: "%.6f", $0) }
        + [location.timestamp.formatted(.iso8601)]
    }
    let gpx = points.map { point in
      """
      <trkpt lon="\(point[0])" lat="\(point[1])"><ele>\(point[2])</ele><time>\(point[3])</time>\
      <extensions><speed>1.5</speed><course>90</course><hAcc>3</hAcc><vAcc>2</vAcc></extensions></trkpt>
      """
    }
    try Data(("<gpx>" + gpx.joined(separator: "\n") + "</gpx>").utf8)
      .write(to: URL(filePath: folder + "/workout-routes/r.gpx"))
    let dates = "startDate=\"2026-11-20 06:00:00 +0000\" endDate=\"2026-11-20 06:15:00 +0000\""
    let xml = """
      <HealthData locale="en_US">
       <ExportDate value="2026-11-20 12:00:00 +0000"/>
       <Workout workoutActivityType="HKWorkoutActivityTypeHiking" sourceName="Watch" \(dates)>
        <WorkoutRoute sourceName="Watch" \(dates)>
         <FileReference path="/workout-routes/r.gpx"/>
        </WorkoutRoute>
       </Workout>
      </HealthData>
      """
    try Data(xml.utf8).write(to: URL(filePath: folder + "/export.xml"))
    let store = HKHealthStore(
      configuration: .init(path: scratch.path + "/health.sqlite", authorization: .allowAll, now: { TestTime.now }))
    for _ in 0..<2 {
      _ = try AppleExportImporter(path: folder).run(
        into: ImportSession(
          store: try store.connection.writing(), options: ImportOptions(now: TestTime.now, systemZone: "GMT")))
    }
    let workout = try #require(
      try await HKSampleQueryDescriptor(predicates: [.workout()], sortDescriptors: []).result(for: store).first)
    let found = try await routes(of: workout, in: store)
    #expect(found.map(\.count) == [900])
    let read = try await read(try #require(found.first), in: store)
    #expect(
      read.map { [$0.coordinate.longitude, $0.coordinate.latitude, $0.altitude] }
        == points.map { $0[..<3].compactMap(Double.init) })
    #expect(read.map { $0.timestamp.formatted(.iso8601) } == points.map { $0[3] })
    #expect(
      read.allSatisfy { $0.speed == 1.5 && $0.course == 90 && $0.horizontalAccuracy == 3 && $0.verticalAccuracy == 2 })
    #expect(read.allSatisfy { $0.speedAccuracy == -1 && $0.courseAccuracy == -1 })
  }
}
