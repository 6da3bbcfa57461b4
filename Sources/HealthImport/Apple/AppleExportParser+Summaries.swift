import HealthModel

extension AppleExportParser {
  /// Reads an `ActivitySummary`. Every attribute except the date may be missing, which means 0.
  mutating func readSummary(_ tag: XMLTag) {
    do throws(SummaryRefusal) {
      batch.appleSummaries.append(try summary(tag))
      weight += 1
    } catch {
      skip(error.reason, line: tag.position.line)
    }
  }

  private struct SummaryRefusal: Error {
    var reason: SkipReason
  }

  private func summary(_ tag: XMLTag) throws(SummaryRefusal) -> AppleSummaryRecord {
    guard let text = tag["dateComponents"], let day = DateParser.day(text) else {
      throw SummaryRefusal(reason: .badDate)
    }
    guard day.number >= 0 else { throw SummaryRefusal(reason: .before1970) }
    guard SampleBounds.allows(day) else { throw SummaryRefusal(reason: .dateOutOfRange) }
    let unit = tag["activeEnergyBurnedUnit"].map(XMLText.decode)
    guard let scale = AppleCatalog.convert(1, from: unit ?? "kcal", to: .kilocalorie) else {
      throw SummaryRefusal(reason: .incompatibleUnit)
    }
    // Move time was called move minutes in some versions.
    return AppleSummaryRecord(
      day: day, energy: try number(tag["activeEnergyBurned"], scale),
      energyGoal: try number(tag["activeEnergyBurnedGoal"], scale),
      moveTime: try number(tag["appleMoveTime"] ?? tag["appleMoveMinutes"]),
      moveTimeGoal: try number(tag["appleMoveTimeGoal"] ?? tag["appleMoveMinutesGoal"]),
      exercise: try number(tag["appleExerciseTime"]), exerciseGoal: try number(tag["appleExerciseTimeGoal"]),
      stand: try number(tag["appleStandHours"]), standGoal: try number(tag["appleStandHoursGoal"]),
      line: Int32(clamping: tag.position.line))
  }

  private func number(_ raw: UnsafeRawBufferPointer?, _ scale: Double = 1) throws(SummaryRefusal) -> Double {
    guard let raw, !raw.isEmpty else { return 0 }
    guard let value = NumberParser.double(raw) else { throw SummaryRefusal(reason: .badValue) }
    guard value >= 0, SampleBounds.allows(value * scale) else { throw SummaryRefusal(reason: .valueOutOfRange) }
    return value * scale
  }
}
