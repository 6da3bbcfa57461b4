package import HealthAnalysis
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

    package init(night: SleepNight, bedtime: Double, wakeUp: Double, bands: [Band]) {
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

  /// The range of days.
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
