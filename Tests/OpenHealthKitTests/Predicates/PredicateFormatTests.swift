#if !canImport(Darwin)
  import Foundation
  import HealthModel
  import Testing

  @testable import OpenHealthKit
  @testable import OpenHealthKitCore

  @Suite("Format strings")
  struct PredicateFormatTests {
    private let start = SampleTests.start
    private let end = SampleTests.end

    private func filter(_ predicate: NSPredicate, _ type: HKSampleType = HKQuantityType(.stepCount)) -> SampleFilter {
      SampleSelection(type: type, predicate: predicate).filter
    }

    @Test("objects, dates and UUIDs can be arguments of formats, of strings as well as of predicates")
    func arguments() async throws {
      let test = try TestHealthStore()
      let samples = [TestSample.steps(2, from: TestTime.at(1)), TestSample.steps(3, from: TestTime.at(2))]
      try await test.store.save(samples)
      let two = HKQuantity(unit: .count(), doubleValue: 2)
      let cases: [(String, [any CVarArg])] = [
        ("%K == %@", [HKPredicateKeyPathQuantity, two]), ("%K < %@", [HKPredicateKeyPathStartDate, TestTime.at(1.5)]),
        ("%K == %@", [HKPredicateKeyPathUUID, samples[0].uuid]),
        ("%K != %@", [HKPredicateKeyPathUUID, samples[1].uuid]),
      ]
      for (format, arguments) in cases {
        let predicate = NSPredicate(format: format, argumentArray: arguments)
        let found = try await HKSampleQueryDescriptor(
          predicates: [.quantitySample(type: HKQuantityType(.stepCount), predicate: predicate)], sortDescriptors: []
        ).result(for: test.store)
        #expect(found == [samples[0]], "\(format)")
      }
      #expect(String(format: "%@, %d, %@", two, 7, HKUnit.meter()) == "2 count, 7, m")
    }

    @Test("dates, with the key path as an argument, in the format, and on the right")
    func dates() {
      let since = SampleFilter.start(.greaterThanOrEqual, start)
      #expect(filter(NSPredicate(format: "%K >= %@", HKPredicateKeyPathStartDate, start as NSDate)) == since)
      #expect(filter(NSPredicate(format: "startDate >= %@", start as NSDate)) == since)
      #expect(filter(NSPredicate(format: "%@ <= startDate", start as NSDate)) == since)
      #expect(filter(NSPredicate(format: "%K => %@", argumentArray: [HKPredicateKeyPathStartDate, start])) == since)
      #expect(
        filter(NSPredicate(format: "startDate BETWEEN %@", [start, end]))
          == .and([since, .start(.lessThanOrEqual, end)]))
      #expect(
        filter(NSPredicate(format: "(startDate >= %@) AND (endDate < %@)", start as NSDate, end as NSDate))
          == .and([since, .end(.lessThan, end)]))
    }

    @Test("a property of the device is compared by its key, and the last measurement by its dates")
    func deviceProperties() {
      let (device, model) = (HKPredicateKeyPathDevice, HKDevicePropertyKeyModel)
      func models(_ values: String...) -> SampleFilter { .provenance(.device(.model, Set(values))) }
      #expect(filter(NSPredicate(format: "%K.%K == %@", device, model, "Watch")) == models("Watch"))
      #expect(filter(NSPredicate(format: "%K.%K != %@", device, model, "Watch")) == .not(models("Watch")))
      #expect(
        filter(NSPredicate(format: "%K.%K IN %@", device, model, ["Watch", "iPhone"]))
          == .or([models("Watch"), models("iPhone")]))
      #expect(filter(NSPredicate(format: "%K.%K == nil", device, model)) == models())
      let since = SampleFilter.start(.greaterThanOrEqual, start)
      #expect(
        filter(NSPredicate(format: "%K >= %@", HKPredicateKeyPathMostRecentStartDate, start as NSDate)) == since)
      for format in [
        "device.model == 'Watch'", "device.HKDevicePropertyModel > 'Watch'", "device.HKDevicePropertyModel == 5",
      ] {
        let selection = SampleSelection(type: HKQuantityType(.stepCount), predicate: NSPredicate(format: format))
        #expect(throws: HKError.self, "\(format)") { try selection.validate() }
      }
    }

    @Test("statistics of a workout and of its activities compare by type, in the type's own unit")
    func statistics() {
      let limit = HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: 2)
      let distance = HKQuantityTypeIdentifier.distanceWalkingRunning.rawValue
      func predicate(_ path: String) -> NSPredicate { NSPredicate(format: "%K.%K > %@", path, distance, limit) }
      for (path, number) in [
        (HKPredicateKeyPathWorkoutSumQuantity, WorkoutStatistic.sum),
        (HKPredicateKeyPathWorkoutMinimumQuantity, .minimum), (HKPredicateKeyPathWorkoutMaximumQuantity, .maximum),
        (HKPredicateKeyPathWorkoutAverageQuantity, .average),
      ] {
        #expect(
          filter(predicate(path), .workoutType())
            == .workout(.statistic(type: distance, number, .greaterThan, 2_000)))
      }
      let activity = HKQuery.predicateForWorkouts(
        activityPredicate: predicate(HKPredicateKeyPathWorkoutActivitySumQuantity))
      #expect(
        filter(activity, .workoutType())
          == .workout(.hasActivity(.statistic(type: distance, .sum, .greaterThan, 2_000))))
      #expect(throws: PredicateFormat.Failure.self) {
        try PredicateFormat.predicate("sumQuantity.nothing > 2", [])
      }
    }

    @Test("AND binds tighter than OR, NOT tighter than both")
    func precedence() {
      let date = SampleFilter.start(.lessThan, start)
      let one = SampleFilter.metadata(MetadataTest(key: "a", condition: .compares(.equal, .number(1))))
      let two = SampleFilter.metadata(MetadataTest(key: "b", condition: .compares(.equal, .text("x"))))
      #expect(
        filter(NSPredicate(format: "NOT metadata.a == 1 AND metadata.b == 'x' OR startDate < %@", start as NSDate))
          == .or([.and([.not(one), two]), date]))
      #expect(
        filter(NSPredicate(format: "!(metadata.a = 1) && (metadata.b = \"x\" || startDate < %@)", start as NSDate))
          == .and([.not(one), .or([two, date])]))
      #expect(filter(NSPredicate(format: "TRUEPREDICATE")) == .always)
      #expect(filter(NSPredicate(format: "falsepredicate or startDate < %@", start)) == date)
    }

    @Test("unlimited nesting is rejected, and reasonable nesting is accepted", arguments: ["NOT ", "!", "(", "a == {"])
    func nesting(opening: String) {
      let closing = opening == "(" ? ")" : ""
      func format(_ depth: Int) -> String {
        String(repeating: opening, count: depth) + "TRUEPREDICATE" + String(repeating: closing, count: depth)
      }
      #expect(throws: PredicateFormat.Failure.self) { try PredicateFormat.predicate(format(100_000), []) }
      if !opening.hasSuffix("{") { #expect(throws: Never.self) { try PredicateFormat.predicate(format(60), []) } }
    }

    @Test("quantities, category values and identities")
    func samples() {
      let limit = HKQuantity(unit: .count(), doubleValue: 50)
      #expect(
        filter(NSPredicate(format: "%K <= %@", HKPredicateKeyPathQuantity, limit))
          == .quantity(.lessThanOrEqual, 50, unit: .count))
      let sleep = HKCategoryType(.sleepAnalysis)
      #expect(filter(NSPredicate(format: "value == %d", 5), sleep) == .category(.equal, 5))
      #expect(
        filter(NSPredicate(format: "%K != %ld", HKPredicateKeyPathCategoryValue, 0), sleep) == .category(.notEqual, 0))
      #expect(
        filter(NSPredicate(format: "value IN %@", [3, 4]), sleep)
          == .or([.category(.equal, 3), .category(.equal, 4)]))
      #expect(
        filter(NSPredicate(format: "value IN {3, 4}"), sleep) == .or([.category(.equal, 3), .category(.equal, 4)]))
      #expect(
        filter(NSPredicate(format: "value == %@", HKCategoryValueSleepAnalysis.asleepREM), sleep)
          == .category(.equal, 5))
      let id = UUID()
      #expect(filter(NSPredicate(format: "%K == %@", HKPredicateKeyPathUUID, id as NSUUID)) == .uuid([id]))
      #expect(filter(NSPredicate(format: "UUID IN %@", Set([id]))) == .or([.uuid([id])]).simplified)
    }

    @Test("sources and devices, and workouts and correlations")
    func provenance() {
      let source = HKSource.default()
      let written = SampleFilter.provenance(.sources([source.model]))
      #expect(filter(NSPredicate(format: "%K == %@", HKPredicateKeyPathSource, source)) == written)
      #expect(filter(NSPredicate(format: "%K IN %@", HKPredicateKeyPathSource, Set([source]))) == written)
      #expect(filter(NSPredicate(format: "source != %@", source)) == .not(written))
      let device = HKDevice.local()
      #expect(filter(NSPredicate(format: "device = %@", device)) == .provenance(.devices([device.record])))
      let revision = HKSourceRevision(source: source, version: HKSourceRevisionAnyVersion)
      #expect(
        filter(NSPredicate(format: "sourceRevision = %@", revision))
          == .provenance(.revisions([RevisionPattern(source: source.model)])))
      #expect(filter(NSPredicate(format: "%K == nil", HKPredicateKeyPathCorrelation)) == .noCorrelation)
      let run = TestSample.run(from: start, to: end)
      #expect(filter(NSPredicate(format: "%K == %@", HKPredicateKeyPathWorkout, run)) == .ofWorkout(run.uuid))
    }

    @Test("metadata")
    func metadata() {
      func test(_ condition: MetadataTest.Condition) -> SampleFilter {
        .metadata(MetadataTest(key: HKMetadataKeyFoodType, condition: condition))
      }
      let path = "\(HKPredicateKeyPathMetadata).\(HKMetadataKeyFoodType)"
      #expect(filter(NSPredicate(format: "%K == %@", path, "Pie")) == test(.compares(.equal, .text("Pie"))))
      #expect(filter(NSPredicate(format: "%K == %@", path, "Pie" as NSString)) == test(.compares(.equal, .text("Pie"))))
      #expect(filter(NSPredicate(format: "metadata.HKFoodType BEGINSWITH 'P'")) == test(.text(.beginsWith, "P")))
      #expect(filter(NSPredicate(format: "%K contains %@", path, "i")) == test(.text(.contains, "i")))
      #expect(filter(NSPredicate(format: "%K != nil", path)) == test(.exists))
      #expect(filter(NSPredicate(format: "%K == NULL", path)) == .not(test(.exists)))
      #expect(
        filter(NSPredicate(format: "%K > %@", path, start as NSDate)) == test(.compares(.greaterThan, .date(start))))
      #expect(filter(NSPredicate(format: "%K = YES", path)) == test(.compares(.equal, .flag(true))))
      #expect(filter(NSPredicate(format: "%K < -1.5e1", path)) == test(.compares(.lessThan, .number(-15))))
    }

    @Test("workouts, their activities, and summaries")
    func others() {
      let type = HKObjectType.workoutType()
      #expect(
        filter(NSPredicate(format: "%K > %f", HKPredicateKeyPathWorkoutDuration, 600.0), type)
          == .workout(.duration(.greaterThan, 600)))
      #expect(
        filter(
          NSPredicate(format: "%K == %lu", HKPredicateKeyPathWorkoutType, HKWorkoutActivityType.running.rawValue), type)
          == .workout(.activityType(37)))
      let mile = HKQuantity(unit: .mile(), doubleValue: 1)
      #expect(
        filter(NSPredicate(format: "%K >= %@", HKPredicateKeyPathWorkoutTotalDistance, mile), type)
          == .workout(.total(.distance, .greaterThanOrEqual, 1_609.344)))
      let longest = NSPredicate(format: "%K > 60", HKPredicateKeyPathWorkoutActivityDuration)
      #expect(
        filter(HKQuery.predicateForWorkouts(activityPredicate: longest), type)
          == .workout(.hasActivity(.duration(.greaterThan, 60))))
      let day = DateComponents(calendar: TestTime.utc, year: 2026, month: 11, day: 20)
      let first = DaySelection(
        NSPredicate(format: "%K = %@", HKPredicateKeyPathDateComponents, day as NSDateComponents)
      ).filter
      #expect(first == DaySelection(HKQuery.predicateForActivitySummary(with: day)).filter)
      let since = DaySelection(NSPredicate(format: "%K >= %@", HKPredicateKeyPathDateComponents, day)).filter
      #expect(since.matches(Day(number: 20_777)))
      #expect(!since.matches(Day(number: 20_776)))
    }

    @Test("a query accepts a format predicate, and evaluates it in the store")
    func answered() async throws {
      let test = try TestHealthStore()
      try await test.store.save((0..<9).map { TestSample.steps(Double($0 * 10), from: TestTime.at(Double($0))) })
      let predicate = NSPredicate(
        format: "%K > %@ AND %K < %@", HKPredicateKeyPathQuantity, HKQuantity(unit: .count(), doubleValue: 20),
        HKPredicateKeyPathStartDate, TestTime.at(6) as NSDate)
      let descriptor = HKSampleQueryDescriptor(
        predicates: [.quantitySample(type: HKQuantityType(.stepCount), predicate: predicate)],
        sortDescriptors: [SortDescriptor(\.startDate)])
      let found = try await descriptor.result(for: test.store)
      #expect(found.map { $0.quantity.doubleValue(for: .count()) } == [30, 40, 50])
      #expect(!SampleSelection(type: HKQuantityType(.stepCount), predicate: predicate).needsAdmission)
      #expect(found.allSatisfy { predicate.evaluate(with: $0) })
    }

    @Test("a key path may be composed of names and arguments")
    func joinedKeyPaths() {
      let key = HKMetadataKeyWasUserEntered
      let expected = SampleFilter.not(.metadata(MetadataTest(key: key, condition: .compares(.equal, .flag(true)))))
      #expect(filter(NSPredicate(format: "metadata.%K != YES", key)) == expected)
      #expect(
        filter(NSPredicate(format: "%K.%K != %@", HKPredicateKeyPathMetadata, key, NSNumber(value: true))) == expected)
      #expect(filter(NSPredicate(format: "%K.HKWasUserEntered != YES", HKPredicateKeyPathMetadata)) == expected)
      #expect(
        filter(NSPredicate(format: "NOT %K.%K == YES AND %K.%K != nil", "metadata", key, "metadata", "a"))
          == .and([expected, .metadata(MetadataTest(key: "a", condition: .exists))]))
    }

    @Test("user-entered samples are excluded, and samples without that metadata are included")
    func notEqual() async throws {
      let test = try TestHealthStore()
      let entered = [true, false, nil, nil, nil, nil] as [Bool?]
      try await test.store.save(
        entered.enumerated().map { index, entered in
          TestSample.steps(
            Double(index), from: TestTime.at(Double(index)),
            metadata: entered.map { [HKMetadataKeyWasUserEntered: $0] })
        })
      let predicates = [
        NSPredicate(format: "metadata.%K != YES", HKMetadataKeyWasUserEntered),
        HKQuery.predicateForObjects(
          withMetadataKey: HKMetadataKeyWasUserEntered, operatorType: .notEqualTo, value: true),
      ]
      for predicate in predicates {
        let found = try await HKSampleQueryDescriptor(
          predicates: [.quantitySample(type: HKQuantityType(.stepCount), predicate: predicate)],
          sortDescriptors: [SortDescriptor(\.startDate)]
        ).result(for: test.store)
        #expect(found.map { $0.quantity.doubleValue(for: .count()) } == [1, 2, 3, 4, 5])
        #expect(found.allSatisfy { predicate.evaluate(with: $0) })
      }
    }

    @Test(
      "an invalid format, or one about unsupported properties, makes the query fail with a reason",
      arguments: [
        ("startDate >= ", "Unable to parse the format string \"startDate >= \""),
        ("name == 'Ann'", "Unsupported key path name"), ("uuid == %@", "Unable to parse the format string"),
        ("startDate == 'today'", "is not a date"), ("source > 1", "Unsupported key path source"),
        ("value == 1.5", "is not a whole number"), ("startDate LIKE[c] 'x*'", "Unable to parse"),
        ("(value == 1", "Unable to parse"), ("metadata. == 1", "Unable to parse"), ("%K.", "Unable to parse"),
      ])
    func unreadable(_ format: String, _ reason: String) async throws {
      let test = try TestHealthStore()
      try await test.store.save(TestSample.steps(1, from: TestTime.at(1)))
      let unreadable = NSPredicate(format: format)
      for predicate in [
        unreadable, NSCompoundPredicate(notPredicateWithSubpredicate: unreadable),
        NSCompoundPredicate(orPredicateWithSubpredicates: [NSPredicate(value: true), unreadable]),
      ] {
        await #expect {
          try await HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: HKQuantityType(.stepCount), predicate: predicate)], sortDescriptors: []
          ).result(for: test.store)
        } throws: {
          let error = $0 as? HKError
          return error?.code == .errorInvalidArgument && error?.localizedDescription.contains(reason) == true
        }
        await #expect(throws: HKError.self) {
          try await test.store.deleteObjects(of: HKQuantityType(.stepCount), predicate: predicate)
        }
        await #expect(throws: HKError.self) {
          try await HKActivitySummaryQueryDescriptor(predicate: predicate).result(for: test.store)
        }
        await #expect(throws: HKError.self) {
          try await HKSampleQueryDescriptor(
            predicates: [.workout(HKQuery.predicateForWorkouts(activityPredicate: predicate))], sortDescriptors: []
          ).result(for: test.store)
        }
      }
    }

    @Test("days that no calendar has make a summary query fail")
    func impossibleDays() async throws {
      let test = try TestHealthStore()
      var far = DateComponents(calendar: Calendar(identifier: .gregorian), year: 1 << 40, month: 1, day: 1)
      for components in [DateComponents(year: 2026, month: 3, day: 4), far] {
        let predicate = NSPredicate(format: "%K < %@", HKPredicateKeyPathDateComponents, components)
        await #expect(throws: HKError.self) {
          try await HKActivitySummaryQueryDescriptor(predicate: predicate).result(for: test.store)
        }
      }
      far.year = 2026
      let day = NSPredicate(format: "%K < %@", HKPredicateKeyPathDateComponents, far)
      #expect(try await HKActivitySummaryQueryDescriptor(predicate: day).result(for: test.store).isEmpty)
    }
  }
#endif
