import FoundationEssentials
import HealthModel

extension DemoScript {
  /// The heart rate over the day, and the values that a watch derives from it.
  mutating func addHeart() {
    var random = random(for: .heart)
    let resting = (59 - 5 * form + random.number(-1.5..<1.5)).rounded()
    addRates(resting: resting, &random)
    let wake = minutes.wake
    add(.restingRate, .watch, 0, min(wake + 40, minutes.effort.count), resting)
    if minutes.bed >= 1_200 {
      add(.walkingRate, .watch, wake, 1_200, (104 - 6 * form + random.number(-4..<4)).rounded())
    }
    // Mostly at night.
    for hour in isDetailed ? [1, 3, 5, 9, 15, 21] : [3] where hour * 60 + 60 < minutes.effort.count {
      let second = at(hour * 60 + random.integer(0...50)) + Double(random.integer(0...59))
      let value = (hour < 7 ? 50 : 41) + 14 * form + random.number(-11..<13)
      add(.variability, .watch, second, second + 60, (value * 10).rounded() / 10)
    }
    // After dinner, after a period of rest.
    if random.chance(0.04), minutes.bed > 1_300 {
      let start = at(1_260 + random.integer(0...20))
      add(.highRate, .watch, start, start + 600, 0)
    }
  }

  /// The rate follows the activity with a short delay and some noise.
  private mutating func addRates(resting: Double, _ random: inout DemoRandom) {
    var second = random.number(0..<240)
    var rate = resting
    var drift = 0.0
    while Int(second) < minutes.effort.count * 60 {
      let minute = Int(second) / 60
      let effort = minutes.effort[minute]
      let isAsleep = minute < minutes.wake || minute >= minutes.bed
      let target: Double
      let step: Double
      switch effort {
      case .workout:
        target = workoutRate(at: minute)
        step = isDetailed ? 12 : 60
      case .brisk: (target, step) = (resting + 52, isDetailed ? 60 : 300)
      case .stroll: (target, step) = (resting + 30, isDetailed ? 120 : 600)
      case .rest:
        target = isAsleep ? resting - 4 + 5 * abs(Double(minute % 180) / 90 - 1) : resting + 13
        step = isDetailed ? random.number(isAsleep ? 400..<640 : 200..<400) : random.number(1_500..<2_400)
      }
      drift = drift * 0.8 + random.number(-2.5..<2.5)
      rate += (target - rate) * min(1, step / 45)
      let instant = day.interval.lowerBound + second.rounded()
      add(
        .heartRate, .watch, instant, instant, min(190, max(44, rate + drift)).rounded(),
        effort >= .stroll ? .active : .sedentary)
      second += step
    }
  }

  /// Warming up, then getting faster, with an effort every few minutes.
  private func workoutRate(at minute: Int) -> Double {
    guard let bout = minutes.bouts.first(where: { $0.effort == .workout && ($0.start..<$0.end).contains(minute) })
    else { return 140 }
    let part = Double(minute - bout.start) / Double(max(1, bout.end - bout.start))
    let effort = (minute - bout.start) % 7 < 3 ? 10.0 : -6
    return 112 + 46 * min(1, part * 3) + 12 * part + (part > 0.25 && part < 0.9 ? effort : 0)
  }

  /// Speed and flights, as measured by a phone in the pocket.
  mutating func addWalking() {
    var random = random(for: .walking)
    var hasClimbed = false
    for bout in minutes.bouts where bout.effort == .brisk || bout.effort == .stroll {
      if bout.effort == .brisk || random.chance(isDetailed ? 0.3 : 0.1) {
        let speed = (bout.effort == .brisk ? 4.9 : 4.1) + 0.7 * form + random.number(-0.25..<0.25)
        add(.walkingSpeed, .phone, bout.start, bout.end, (speed * 100).rounded() / 100)
      }
      if !hasClimbed || random.chance(0.35) {
        hasClimbed = true
        add(.flights, .watch, bout.start, bout.end, Double(random.integer(1...4)))
      }
    }
  }

  /// The respiratory rate of a night: slower in the first hours, as deep sleep is.
  private mutating func addBreathing(from start: Date, to end: Date) {
    var random = random(for: .breathing)
    let usual = 15.2 - form + random.number(-0.4..<0.4)
    var time = start + 300
    while time < end {
      let part = time.timeIntervalSince(start) / max(1, end.timeIntervalSince(start))
      let rate = usual + 1.2 * part + random.number(-0.8..<0.8)
      add(.breathing, .watch, time, time, (rate * 2).rounded() / 2)
      time += random.number(600..<880)
    }
  }

  /// The night before the day: going to bed on the previous evening, and getting up in the first counted minute of
  /// the day.
  ///
  /// Sleep has cycles of an hour and a half, with deep sleep at first and more REM sleep towards morning.
  mutating func addNight() {
    var evening = DemoRandom(seed: seed, stream: day.day.number - 1)
    let bed = DemoMinutes.waking(count: 1_440, &evening).bed - 1_440
    var random = random(for: .night)
    let up = day.interval.lowerBound + Double(minutes.wake * 60) - Double(random.integer(1...6) * 30)
    let start = day.interval.lowerBound + Double(bed * 60)
    add(.sleep, .phone, start, up, Double(SleepStage.inBed.rawValue))
    var time = start + Double(random.integer(8...50) * 30)
    addBreathing(from: time, to: up)
    var cycle = 0
    while time < up - 60, cycle < 12 {
      let deep = max(0, 34 - Double(cycle) * 11) + random.number(-4..<4)
      let dream = 8 + Double(cycle) * 8 + random.number(-4..<6)
      let stages: [(stage: SleepStage, minutes: Double)] = [
        (.core, random.number(16..<30)), (.deep, deep), (.core, random.number(14..<26)), (.rem, dream),
        (.awake, random.chance(0.55) ? random.number(1..<7) : 0),
      ]
      for (stage, minutes) in stages where minutes >= 1 && time < up {
        let end = min(up, time + (minutes * 2).rounded() * 30)
        add(.sleep, .watch, time, end, Double(stage.rawValue))
        time = end
      }
      cycle += 1
    }
  }
}
