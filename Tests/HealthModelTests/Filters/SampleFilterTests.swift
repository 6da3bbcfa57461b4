import FoundationEssentials
import HealthModel
import TestSupport
import Testing

@Suite("Sample filters")
struct SampleFilterTests {
  private static func date(_ second: Int) -> Date { Date(timeIntervalSince1970: Double(second)) }

  private func subject(
    _ start: Int = 0, _ end: Int = 0, content: SampleSubject.Content = .other, metadata: Metadata = Metadata(),
    provenance: Provenance = Provenance(source: Source(name: "Watch")), isCorrelated: Bool = false,
    workouts: [UUID: String] = [:]
  ) -> SampleSubject {
    SampleSubject(
      uuid: UUID(), start: Self.date(start), end: Self.date(end), content: content, provenance: provenance,
      metadata: metadata, isCorrelated: isCorrelated, workouts: workouts)
  }

  @Test("dates follow HealthKit's table, including instants and edges")
  func dateTable() {
    // The table as documented, for all samples with edges in, at and around the span from 10 to 20.
    for start in 8...22 {
      for end in start...22 {
        let sample = subject(start, end)
        func matches(_ strictStart: Bool, _ strictEnd: Bool) -> Bool {
          SampleFilter.dates(
            from: Self.date(10), to: Self.date(20), strictStart: strictStart, strictEnd: strictEnd
          ).matches(sample)
        }
        #expect(matches(false, false) == (end >= 10 && start < 20), "\(start)...\(end)")
        #expect(matches(true, false) == (10 <= start && start < 20), "\(start)...\(end)")
        #expect(matches(false, true) == (10 <= end && end < 20), "\(start)...\(end)")
        #expect(matches(true, true) == (10 <= start && end < 20), "\(start)...\(end)")
      }
    }
    #expect(SampleFilter.dates(from: nil, to: nil) == .always)
    #expect(SampleFilter.dates(from: nil, to: Self.date(20)).matches(subject(5, 50)))
    #expect(SampleFilter.dates(from: Self.date(10), to: nil).matches(subject(5, 10)))
  }

  @Test("a quantity is compared in the unit of the type")
  func quantities() throws {
    let rate = subject(content: .quantity(72, .countPerMinute))
    let perSecond = try HealthUnit(parsing: "count/s")
    #expect(SampleFilter.quantity(.equal, 1.2, unit: perSecond).matches(rate))
    #expect(SampleFilter.quantity(.greaterThan, 1, unit: perSecond).matches(rate))
    #expect(!SampleFilter.quantity(.greaterThan, 72, unit: .countPerMinute).matches(rate))
    #expect(!SampleFilter.quantity(.notEqual, 1, unit: .meter).matches(rate))
    #expect(!SampleFilter.quantity(.notEqual, 1, unit: .count).matches(subject(content: .category(1))))
  }

  @Test("every comparison has the expected results")
  func comparisons() {
    let outcomes: [Comparison: [Bool]] = [
      .lessThan: [true, false, false], .lessThanOrEqual: [true, true, false], .greaterThan: [false, false, true],
      .greaterThanOrEqual: [false, true, true], .equal: [false, true, false], .notEqual: [true, false, true],
    ]
    for comparison in Comparison.allCases {
      #expect([1, 2, 3].map { comparison($0, 2) } == outcomes[comparison])
    }
  }

  @Test("filters by category, identity, correlation and workout")
  func others() {
    let workout = UUID()
    let sample = subject(content: .category(3), isCorrelated: true, workouts: [workout: "org.example"])
    #expect(SampleFilter.category(.greaterThanOrEqual, 3).matches(sample))
    #expect(SampleFilter.categoryIn([1, 3]).matches(sample))
    #expect(!SampleFilter.categoryIn([]).matches(sample))
    #expect(SampleFilter.uuid([sample.uuid]).matches(sample))
    #expect(!SampleFilter.uuid([workout]).matches(sample))
    #expect(!SampleFilter.noCorrelation.matches(sample))
    #expect(SampleFilter.noCorrelation.matches(subject()))
    #expect(SampleFilter.ofWorkout(workout).matches(sample))
    #expect(!SampleFilter.ofWorkout(UUID()).matches(sample))
    #expect(SampleFilter.ofWorkout(workout, writtenBy: "org.example").matches(sample))
    #expect(!SampleFilter.ofWorkout(workout, writtenBy: "org.other").matches(sample))
  }

  @Test("metadata is compared by kind, and a missing key never matches")
  func metadata() {
    let metadata = Metadata([
      .init(key: "a", value: .number(3)), .init(key: "b", value: .text("Garden walk")),
      .init(key: "c", value: .flag(true)), .init(key: "d", value: .quantity(2, unit: "km")),
      .init(key: "e", value: .date(Self.date(5))),
    ])
    let sample = subject(metadata: metadata)
    func matches(_ key: String, _ condition: MetadataTest.Condition) -> Bool {
      SampleFilter.metadata(MetadataTest(key: key, condition: condition)).matches(sample)
    }
    #expect(matches("a", .exists))
    #expect(!matches("z", .exists))
    #expect(matches("a", .compares(.lessThan, .number(4))))
    #expect(!matches("a", .compares(.notEqual, .text("3"))))
    #expect(!matches("z", .compares(.notEqual, .number(3))))
    #expect(matches("c", .compares(.equal, .number(1))))
    #expect(matches("a", .isIn([.text("x"), .number(3)])))
    #expect(!matches("a", .isIn([])))
    #expect(matches("d", .compares(.equal, .quantity(2000, unit: "m"))))
    #expect(matches("d", .compares(.greaterThan, .quantity(1, unit: "mi"))))
    #expect(!matches("d", .compares(.notEqual, .quantity(2, unit: "s"))))
    #expect(matches("e", .compares(.greaterThan, .date(Self.date(4)))))
    #expect(matches("b", .text(.beginsWith, "Garden")))
    #expect(matches("b", .text(.endsWith, "walk")))
    #expect(matches("b", .text(.contains, "den w")))
    #expect(!matches("b", .text(.contains, "GARDEN")))
    #expect(!matches("a", .text(.contains, "3")))
  }

  @Test("filters by the source and the measuring device")
  func provenance() {
    let watch = Device(name: "Watch", model: "Watch", hardwareVersion: "Watch6,1")
    let provenance = Provenance(
      source: Source(name: "Watch", bundleIdentifier: "a"), version: "9.1", productType: "Watch6,1",
      operatingSystem: "9.1.0", device: watch)
    let sample = subject(provenance: provenance)
    let bare = subject()
    func matches(_ test: ProvenanceTest, _ sample: SampleSubject) -> Bool {
      SampleFilter.provenance(test).matches(sample)
    }
    #expect(matches(.sources([provenance.source]), sample))
    #expect(!matches(.sources([Source(name: "Watch")]), sample))
    #expect(matches(.revisions([RevisionPattern(source: provenance.source)]), sample))
    #expect(matches(.revisions([RevisionPattern(source: provenance.source, version: .exactly("9.1"))]), sample))
    #expect(!matches(.revisions([RevisionPattern(source: provenance.source, version: .exactly(nil))]), sample))
    #expect(matches(.revisions([RevisionPattern(source: Source(name: "Watch"), version: .exactly(nil))]), bare))
    #expect(matches(.devices([watch]), sample))
    #expect(!matches(.devices([Device(name: "Watch")]), sample))
    #expect(!matches(.devices([Device()]), bare))
    #expect(matches(.device(.hardwareVersion, ["Watch6,1", "Watch7,1"]), sample))
    #expect(!matches(.device(.hardwareVersion, []), sample))
    #expect(matches(.device(.firmwareVersion, []), sample))
    #expect(matches(.device(.firmwareVersion, []), bare))
  }

  @Test("workouts by activity, duration, totals, statistics and activities")
  func workouts() {
    func record(_ type: String, _ unit: String, sum: Double) -> WorkoutStatisticsRecord {
      WorkoutStatisticsRecord(type: type, unit: unit, start: Self.date(0), end: Self.date(9), sum: sum)
    }
    let swim = ActivitySubject(activityType: 46, start: Self.date(0), end: Self.date(4), duration: 4)
    let run = ActivitySubject(
      activityType: 37, start: Self.date(5), end: nil, duration: 4,
      statistics: [record(TypeIdentifier.distanceWalkingRunning, "km", sum: 5)])
    let sample = subject(
      content: .workout(
        WorkoutSubject(
          activityType: 82, duration: 8,
          statistics: [
            record(TypeIdentifier.distanceWalkingRunning, "km", sum: 5),
            record("HKQuantityTypeIdentifierDistanceSwimming", "m", sum: 500),
          ], activities: [swim, run])))
    func matches(_ test: WorkoutTest) -> Bool { SampleFilter.workout(test).matches(sample) }
    #expect(matches(.activityType(82)))
    #expect(matches(.duration(.lessThan, 9)))
    #expect(matches(.total(.distance, .equal, 5500)))
    #expect(!matches(.total(.energyBurned, .notEqual, 1)))
    #expect(matches(.statistic(type: TypeIdentifier.distanceWalkingRunning, .sum, .equal, 5000)))
    #expect(!matches(.statistic(type: TypeIdentifier.distanceWalkingRunning, .average, .notEqual, 1)))
    #expect(matches(.hasActivity(.and([.activityType(37), .duration(.equal, 4)]))))
    #expect(!matches(.hasActivity(.and([.activityType(37), .end(.lessThan, Self.date(100))]))))
    #expect(matches(.hasActivity(.dates(from: Self.date(100), to: nil))))
    #expect(!matches(.hasActivity(.dates(from: Self.date(100), to: nil, strictStart: true))))
    #expect(matches(.hasActivity(.statistic(type: TypeIdentifier.distanceWalkingRunning, .sum, .equal, 5000))))
    #expect(!SampleFilter.workout(.activityType(82)).matches(subject()))
  }

  @Test("simplifying a filter changes nothing but its size", arguments: 1...200 as ClosedRange<UInt64>)
  func simplifies(seed: UInt64) {
    var random = SplitMix(seed: seed)
    for _ in 0..<20 {
      let filter = SampleFilter.random(depth: 4, using: &random)
      let simplified = filter.simplified
      #expect(simplified == simplified.simplified, "seed \(seed)")
      for _ in 0..<10 {
        let start = Int.random(in: 0...9, using: &random)
        let sample = subject(
          start, Int.random(in: start...9, using: &random), content: .category(Int.random(in: 0...3, using: &random)),
          isCorrelated: Bool.random(using: &random))
        #expect(filter.matches(sample) == simplified.matches(sample), "seed \(seed): \(filter)")
      }
    }
  }

  @Test("many alternative dates match the same samples as each by itself", arguments: 1...50 as ClosedRange<UInt64>)
  func manyDates(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let comparisons = [Comparison.lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual]
    let alternatives = (0..<Int.random(in: 10...80, using: &random)).map { _ -> SampleFilter in
      guard Int.random(in: 0..<20, using: &random) > 0 else { return .category(.equal, 1) }
      return .and(
        (0..<2).map { _ in
          let time = Self.date(Int.random(in: 0...60, using: &random))
          let comparison = comparisons.randomElement(using: &random) ?? .equal
          return Bool.random(using: &random) ? .start(comparison, time) : .end(comparison, time)
        })
    }
    for filter in [SampleFilter.or(alternatives), .and(alternatives.map { .not($0) })] {
      let simplified = filter.simplified
      #expect(simplified == simplified.simplified)
      for start in 0...60 {
        for end in [start, start + 1, start + 7, start + 40] {
          let sample = subject(start, end, content: .category(end % 5))
          #expect(filter.matches(sample) == simplified.matches(sample), "seed \(seed): \(start)...\(end)")
        }
      }
    }
  }

  @Test("a filter on properties that the type does not have is rejected with a message")
  func validate() {
    func validate(_ filter: SampleFilter, _ kind: SampleKind, _ unit: HealthUnit? = nil) -> String? {
      filter.validate(for: kind, identifier: "T", unit: unit)
    }
    #expect(validate(.quantity(.equal, 1, unit: .count), .quantity, .count) == nil)
    #expect(validate(.quantity(.equal, 1, unit: .count), .quantity, .meter) != nil)
    #expect(validate(.quantity(.equal, 1, unit: .count), .category) != nil)
    #expect(validate(.category(.equal, 1), .quantity, .count) != nil)
    #expect(validate(.and([.always, .not(.or([.workout(.activityType(1))]))]), .category) != nil)
    #expect(validate(.and([.start(.equal, Self.date(0)), .noCorrelation]), .other) == nil)
  }

  @Test("days: ranges include both ends, and the bounds contain every match", arguments: 1...50 as ClosedRange<UInt64>)
  func days(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let known = Day(number: 0)...Day(number: 30)
    let filter = DayFilter.random(depth: 3, using: &random)
    let bounds = filter.bounds(in: known)
    for day in known where filter.matches(day) {
      #expect(bounds?.contains(day) == true, "seed \(seed): \(filter)")
    }
    #expect(DayFilter.days(known).matches(Day(number: 30)))
    #expect(!DayFilter.days(known).matches(Day(number: 31)))
  }
}

extension SampleFilter {
  /// A random tree over dates, category values and correlations.
  static func random(depth: Int, using random: inout SplitMix) -> SampleFilter {
    let leaves = 6
    switch Int.random(in: 0..<(depth > 0 ? leaves + 3 : leaves), using: &random) {
    case 0: return .always
    case 1: return .never
    case 2:
      return .start(
        Comparison.allCases.randomElement(using: &random) ?? .equal,
        Date(timeIntervalSince1970: Double(Int.random(in: 0...9, using: &random))))
    case 3: return .category(.lessThan, Int.random(in: 0...3, using: &random))
    case 4: return .categoryIn(Set((0..<Int.random(in: 0...2, using: &random)).map { $0 }))
    case 5: return .noCorrelation
    case 6: return .not(.random(depth: depth - 1, using: &random))
    case let kind:
      var parts: [SampleFilter] = []
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        parts.append(.random(depth: depth - 1, using: &random))
      }
      return kind == 7 ? .and(parts) : .or(parts)
    }
  }
}

extension DayFilter {
  fileprivate static func random(depth: Int, using random: inout SplitMix) -> DayFilter {
    switch Int.random(in: 0..<(depth > 0 ? 6 : 3), using: &random) {
    case 0: return .always
    case 1: return .never
    case 2:
      let start = Int.random(in: -5...35, using: &random)
      return .days(Day(number: start)...Day(number: start + Int.random(in: 0...9, using: &random)))
    case 3: return .not(.random(depth: depth - 1, using: &random))
    case let kind:
      let parts = [
        DayFilter.random(depth: depth - 1, using: &random), DayFilter.random(depth: depth - 1, using: &random),
      ]
      return kind == 4 ? .and(parts) : .or(parts)
    }
  }
}
