package import FoundationEssentials
package import HealthModel

/// The nights of several weeks, in the user's time zone.
package struct SleepDays: Hashable, Sendable {
  /// The number of nights up to a day.
  package static let nights = 28

  package struct Night: Hashable, Sendable {
    package var night: SleepNight
    /// Minutes after midnight of the day of waking up, in the user's time zone; negative before midnight.
    package var bedtime: Double
    package var wakeUp: Double
    /// The stages, in the same minutes.
    package var bands: [Band]
    /// The local time in the middle between falling asleep and waking up, in the same minutes; nil without sleep. It is not
    /// the mean of the two local times if the clocks changed between them.
    package var midsleep: Double?
    /// The change of the clocks between the first and the last of the spans; nil if there was none.
    package var change: ClockChange?

    package struct ClockChange: Hashable, Sendable {
      package var instant: Date
      /// How far the clocks were put forward.
      package var minutes: Double

      package init(instant: Date, minutes: Double) {
        self.instant = instant
        self.minutes = minutes
      }
    }

    package init(
      night: SleepNight, bedtime: Double, wakeUp: Double, bands: [Band], midsleep: Double? = nil,
      change: ClockChange? = nil
    ) {
      self.midsleep = midsleep
      self.change = change
      self.night = night
      self.bedtime = bedtime
      self.wakeUp = wakeUp
      self.bands = bands
    }

    /// Seconds from bedtime to waking up, computed from whole minutes as shown, so that the shown numbers add up; if
    /// the clocks changed during the night, the actual duration.
    package var shownInBed: Double {
      let shown = (wakeUp.rounded(.down) - bedtime.rounded(.down)) * 60
      return abs(shown - night.inBed) < 120 ? shown : night.inBed
    }
  }

  package struct Band: Hashable, Sendable {
    package var start: Double
    package var end: Double
    package var stage: SleepStage

    package init(start: Double, end: Double, stage: SleepStage) {
      self.start = start
      self.end = end
      self.stage = stage
    }
  }

  package var days: ClosedRange<Day>
  package var nights: [Day: Night]

  package init(days: ClosedRange<Day>, nights: [Night]) {
    self.days = days
    self.nights = Dictionary(nights.map { ($0.night.day, $0) }) { first, _ in first }
  }

  package var regularity: SleepRegularity? {
    SleepRegularity(
      nights.values.sorted { $0.night.day < $1.night.day }
        .compactMap { night in night.night.asleep.map { (night.bedtime, night.wakeUp, $0) } })
  }
}

extension HealthReader {
  private static func change(of night: SleepNight, in zone: TimeZone) -> SleepDays.Night.ClockChange? {
    guard let start = night.spans.first?.start, let end = night.spans.last?.end,
      let instant = zone.nextDaylightSavingTimeTransition(after: start), instant < end
    else { return nil }
    let minutes = Double(zone.secondsFromGMT(for: instant) - zone.secondsFromGMT(for: start)) / 60
    return SleepDays.Night.ClockChange(instant: instant, minutes: minutes)
  }

  /// The nights of a range of days, in the user's local time.
  ///
  /// - Complexity: O(k log k) in the sleep samples of these nights.
  package func nights(_ days: ClosedRange<Day>) throws -> [SleepDays.Night] {
    let intervals = try intervals(of: days)
    let windows = try nightSpans(days)
    guard let first = windows.first?.span.lowerBound, let last = windows.last?.span.upperBound else {
      return []
    }
    // A sleep whose midpoint is in the first night may begin before that night.
    let spans = try sleep(from: first.addingTimeInterval(-43_200), to: last.addingTimeInterval(43_200))
    return SleepNight.nights(of: spans, days: windows).map { night in
      let zone = intervals[night.day - days.lowerBound].zone
      func minutes(_ instant: Date) -> Double { night.day.minutes(at: instant, in: zone) }
      return SleepDays.Night(
        night: night, bedtime: minutes(night.bedtime), wakeUp: minutes(night.wakeUp),
        bands: night.spans.map { SleepDays.Band(start: minutes($0.start), end: minutes($0.end), stage: $0.stage) },
        midsleep: night.sleep.map { sleep in
          minutes(sleep.lowerBound + sleep.upperBound.timeIntervalSince(sleep.lowerBound) / 2)
        }, change: Self.change(of: night, in: zone))
    }
  }
}
