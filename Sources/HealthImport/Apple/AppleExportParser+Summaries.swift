import HealthModel

extension AppleExportParser {
  /// Reads an `ActivitySummary`. Every attribute but the date may be missing and then is 0.
  mutating func readSummary(_ tag: XMLTag) {
    let line = tag.position.line
    guard let text = tag["dateComponents"], let day = DateParser.day(text) else {
      skip(.badDate, line: line)
      return
    }
    guard day.number >= 0 else {
      skip(.before1970, line: line)
      return
    }
    let unit = tag["activeEnergyBurnedUnit"].map(XMLText.decode)
    guard let scale = AppleCatalog.convert(1, from: unit ?? "kcal", to: .kilocalorie) else {
      skip(.incompatibleUnit, line: line)
      return
    }
    // Move time was called move minutes for a while.
    guard let energy = number(tag["activeEnergyBurned"]),
      let energyGoal = number(tag["activeEnergyBurnedGoal"]),
      let moveTime = number(tag["appleMoveTime"] ?? tag["appleMoveMinutes"]),
      let moveTimeGoal = number(tag["appleMoveTimeGoal"] ?? tag["appleMoveMinutesGoal"]),
      let exercise = number(tag["appleExerciseTime"]),
      let exerciseGoal = number(tag["appleExerciseTimeGoal"]),
      let stand = number(tag["appleStandHours"]),
      let standGoal = number(tag["appleStandHoursGoal"])
    else {
      skip(.badValue, line: line)
      return
    }
    batch.appleSummaries.append(
      AppleSummaryRecord(
        day: day, energy: energy * scale, energyGoal: energyGoal * scale, moveTime: moveTime,
        moveTimeGoal: moveTimeGoal, exercise: exercise, exerciseGoal: exerciseGoal, stand: stand, standGoal: standGoal,
        line: Int32(clamping: line)))
  }

  private func number(_ raw: UnsafeRawBufferPointer?) -> Double? {
    guard let raw, !raw.isEmpty else { return 0 }
    return NumberParser.double(raw)
  }
}
