import FoundationEssentials
package import HealthAnalysis
package import HealthModel

/// The hours, steps and distance of a day.
package struct ActivityQuery: StoreQuery {
  package var day: Day

  package init(_ day: Day) {
    self.day = day
  }

  package var types: Set<String>? { RingType.ofActivity }

  package func depends(on days: ClosedRange<Day>) -> Bool { days.contains(day) }

  package func run(in source: some QuerySource) throws -> DayActivity { try source.reading().activity(day) }
}

/// The workouts and the heart rate of a day.
package struct DetailsQuery: StoreQuery {
  package var day: Day

  package init(_ day: Day) {
    self.day = day
  }

  /// Workouts also show their energy.
  package var types: Set<String>? { [TypeIdentifier.workout, TypeIdentifier.heartRate, RingType.activeEnergy] }

  package func depends(on days: ClosedRange<Day>) -> Bool { days.contains(day) }

  package static var isSecondary: Bool { true }

  /// The first workouts that began on the day, and the range of its heart rate.
  package func run(in source: some QuerySource) throws -> DayDetails {
    let store = try source.reading()
    let interval = try store.intervals(of: day...day)[0].interval
    let heart = try store.statistics(TypeIdentifier.heartRate, over: [interval])[0]
    let start = ListCursor(key: interval.lowerBound.timeIntervalSinceReferenceDate, row: 0)
    let workouts = try store.workouts(WorkoutRequest(isDescending: false, after: start, limit: 20, readsRates: false))
    var rates: ClosedRange<Double>?
    // A damaged store may contain any number.
    if let low = heart?.minimum, let high = heart?.maximum, low <= high, low.isFinite, high.isFinite {
      rates = low...high
    }
    return DayDetails(
      day: day, heartRate: rates,
      workouts: workouts.filter { $0.start < interval.upperBound }.map { workout in
        WorkoutFact(
          name: workout.name, minuteOfDay: workout.minuteOfDay, duration: workout.duration, energy: workout.energy)
      })
  }
}

/// The best values of all days.
package struct RecordsQuery: StoreQuery {
  package init() {}

  package var types: Set<String>? { RingType.all }

  package static var isSecondary: Bool { true }

  package func run(in source: some QuerySource) throws -> Records {
    let store = try source.reading()
    let today = try store.day(at: source.now)
    guard let known = try store.knownDays(upTo: today) else { return Records([], today: today) }
    return Records(try store.summaries(known), today: today)
  }
}

/// The usual values of similar days, hour by hour.
package struct UsualHoursQuery: StoreQuery {
  package var day: Day

  package init(_ day: Day) {
    self.day = day
  }

  package var types: Set<String>? { RingType.ofActivity }

  package func depends(on days: ClosedRange<Day>) -> Bool {
    UsualHours.days(before: day).contains(where: days.contains)
  }

  package static var isSecondary: Bool { true }

  package func run(in source: some QuerySource) throws -> UsualHours {
    let days = UsualHours.days(before: day)
    guard let first = days.first, let last = days.last else { return UsualHours(day: day, past: []) }
    let store = try source.reading()
    let summaries = try store.summaries(first...last)
    let moveMode = summaries.last?.moveMode
    let known = days.filter { day in
      let summary = summaries[day - first]
      return summary.basis != .none && !summary.isPaused && summary.moveMode == moveMode
    }
    return UsualHours(day: day, past: try store.activities(known)) { summaries[$0 - first].lacks($1) }
  }
}
