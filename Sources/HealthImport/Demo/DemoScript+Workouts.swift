import FoundationEssentials
import HealthModel

extension DemoScript {
  /// The workout of a plan, with what its minutes came to.
  mutating func add(_ workout: DemoWorkout) {
    guard let bout = minutes.bouts.first(where: { $0.effort == .workout }) else { return }
    var random = random(for: .workout)
    let start = at(bout.start)
    let end = at(bout.end)
    if workout.activity == .cycling { addCycling(bout, &random) }
    var record = WorkoutRecord(
      sample: SampleRecord(
        type: DemoTables.Use.workout.rawValue, provenance: DemoTables.Writer.watch.rawValue,
        metadata: (workout.activity.isIndoor ? DemoTables.Context.indoor : .outdoor).rawValue, start: start, end: end,
        value: Double(workout.activity.rawValue)),
      duration: end.timeIntervalSince(start))
    func inside(_ use: DemoTables.Use) -> [Double] {
      samples.filter {
        $0.type == use.rawValue && $0.provenance == DemoTables.Writer.watch.rawValue && $0.start >= start
          && $0.end <= end
      }.map(\.value)
    }
    func statistics(_ use: DemoTables.Use) -> WorkoutStatisticsRecord {
      WorkoutStatisticsRecord(type: use.type.identifier, unit: use.type.unit ?? "", start: start, end: end)
    }
    var energy = statistics(.energy)
    // By the hour a part of the hour's energy is the workout's.
    energy.sum =
      isDetailed ? inside(.energy).reduce(0, +) : minutes.energy[bout.start..<bout.end].reduce(0, +).rounded()
    var rate = statistics(.heartRate)
    let rates = inside(.heartRate)
    rate.average = rates.isEmpty ? nil : rates.reduce(0, +) / Double(rates.count)
    rate.minimum = rates.min()
    rate.maximum = rates.max()
    record.statistics = [energy, rate]
    if workout.activity != .strength {
      let use: DemoTables.Use = workout.activity == .cycling ? .cycling : .distance
      var distance = statistics(use)
      distance.sum = inside(use).reduce(0, +)
      record.statistics.append(distance)
      if isDetailed, let sum = distance.sum, sum > 0.1 {
        record.routes = [route(from: start, to: end, metres: sum * 1_000)]
      }
    }
    add(record)
    // A minute after it the heart has calmed down by that much.
    let minute = end + 60
    add(.recovery, .watch, minute, minute, (27 + 8 * form + random.number(-5..<5)).rounded())
    if workout.activity != .strength {
      let fitness = 40.5 + 4 * form + random.number(-0.5..<0.5)
      add(.fitness, .watch, end, end, (fitness * 100).rounded() / 100)
    }
  }

  /// Up and down hills, so faster and slower.
  private mutating func addCycling(_ bout: DemoMinutes.Bout, _ random: inout DemoRandom) {
    var minute = bout.start
    var speed = random.number(300..<360)
    while minute < bout.end {
      let end = isDetailed ? min(bout.end, minute + 2) : bout.end
      speed = min(470, max(240, speed + random.number(-45..<45)))
      add(.cycling, .watch, minute, end, (speed * Double(end - minute)).rounded() / 1_000)
      minute = end
    }
    let energy = minutes.energy[bout.start..<bout.end].reduce(0, +) * random.number(1.05..<1.25)
    add(.energy, .app, bout.start, bout.end, energy.rounded())
  }

  /// A round tour through an invented park, as long as the way was.
  private func route(from start: Date, to end: Date, metres: Double) -> RouteRecord {
    let sample = SampleRecord(
      type: DemoTables.Use.route.rawValue, provenance: DemoTables.Writer.watch.rawValue, start: start, end: end,
      value: .nan)
    var random = random(for: .route)
    let tour = DemoTour(metres: metres, &random)
    let seconds = end.timeIntervalSince(start)
    let points = stride(from: 0, through: seconds, by: 4).map { second in
      tour.point(at: start + second, part: second / max(1, seconds), speed: metres / max(1, seconds))
    }
    return RouteRecord(sample: sample, points: RoutePoints(points))
  }
}
