import Foundation
import HealthAnalysis
import HealthDatabase
import HealthExport
import HealthImport
import HealthModel
import HealthQueries
import Presentation
import Processes
import Reports

/// A number for any type, in a period and in its parts.
struct StatisticsTool: AssistantTool {
  let name = "statistics"
  let title = "Statistics of a type"
  let description = """
    A number for one type of health data in a period: the sum of amounts (steps, energy, distance), or the mean, minimum \
    or maximum of measurements (heart rate, weight). With by, also the value of each hour, day, week, month or year. Phone \
    and watch are merged, so never add rows of different sources. Measures such as trainingLoad, sleepDebt or form are \
    types too, by day. health_overview lists the types.
    """
  let parameters = [
    ToolParameter("type", .text, "steps, heartRate, restingHeartRate, bodyMass, stand, fitness …", isRequired: true),
    .period,
    ToolParameter("by", .choice(["hour", "day", "week", "month", "year", "source"]), "Also the value of each part."),
    ToolParameter(
      "statistic", .choice(QuantityReading.Statistic.allCases.map(\.rawValue)), "Default: sum for amounts, else mean."),
    ToolParameter("unit", .text, "kcal, km, mi, lb … Default: the type's own."), .limit, .cursor,
  ]
  let results =
    [
      ToolParameter("type", .text), ToolParameter("statistic", .text), ToolParameter("value", .number),
      ToolParameter("unit", .text), .periodResult,
      ToolParameter("perDay", .number, "For a sum: the mean of the days with data."),
      ToolParameter("apple", .object, "Apple's own number of the same days, where there is one."),
      ToolParameter("how", .text),
    ] + ToolParameter.rows

  func run(_ arguments: ToolArguments, _ context: ToolContext) throws -> Answer {
    let type = try TypeArgument(arguments.text("type") ?? "", context)
    let asked = try context.days(arguments.text("period"), of: type.types)
    let days = wholeIntervals(asked, by: arguments.text("by"), context)
    let offset = try Answer.offset(arguments.text("cursor"))
    var answer: Answer
    switch type {
    case .measure(let measure): answer = try run(measure, days, offset: offset, arguments, context)
    case .standHours: answer = try StandHours(context).answer(days, arguments, offset: offset)
    case .category(let entry):
      try context.sharing.require(entry.identifier)
      answer = try EventCounts(context, entry).answer(days, arguments, offset: offset)
    case .quantity(let entry):
      try context.sharing.require(entry.identifier)
      answer = try run(entry, days, offset: offset, arguments, context)
    }
    if days != asked {
      answer.notes.append("The period was widened to whole intervals, so that the rows add up to it.")
    }
    return answer
  }

  /// Up to today in the current one.
  private func wholeIntervals(_ asked: ClosedRange<Day>, by interval: String?, _ context: ToolContext) -> ClosedRange<
    Day
  > {
    guard let interval = interval.flatMap({ try? QueryInterval($0) }) else { return asked }
    let whole = interval.whole(asked, weekStart: context.weekStart)
    return whole.lowerBound...max(asked.upperBound, min(whole.upperBound, context.today))
  }

  // MARK: - Quantities

  private func run(
    _ entry: QuantityTypeEntry, _ days: ClosedRange<Day>, offset: Int, _ arguments: ToolArguments,
    _ context: ToolContext
  ) throws -> Answer {
    let reading = try QuantityReading(
      entry, statistic: arguments.text("statistic"), unit: arguments.text("unit"), context)
    let interval = arguments.text("by")
    guard interval != "hour" || days.count <= 366 else {
      throw Refusal("Values of each hour are for at most 366 days. Ask for a shorter period, or by day.")
    }
    let value = try reading.value(days)
    let withData = try reading.daysWithData(days)
    let unit = reading.unitText
    var answer = Answer(
      value.map {
        "\(Untrusted.name(ofType: entry.identifier)), \(reading.statistic.rawValue) \(context.words(days)): "
          + "\(JSONValue.measured($0).serialized) \(unit); \(withData) of \(days.count) days have data."
      } ?? "There are no data of \(Untrusted.name(ofType: entry.identifier)) \(context.words(days)): unknown, not 0.")
    answer.add("type", .text(Untrusted.name(ofType: entry.identifier)))
    answer.add("statistic", .text(reading.statistic.rawValue))
    answer.add("value", .measured(value))
    answer.add("unit", .text(unit))
    answer.add("period", try context.period(days, withData: withData))
    if reading.statistic == .sum, let value, withData > 0 {
      answer.add("perDay", .measured(value / Double(withData)))
    }
    if reading.isOverTime { answer.add("meanOfSamples", .measured(try reading.meanOfSamples(days))) }
    if let apple = try reading.apple(days) {
      answer.add("apple", ["value": .measured(apple.value), "days": .count(apple.days)])
      answer.notes.append("apple is the sum of Apple's own daily numbers; the tool audit compares them day by day.")
    }
    answer.add("how", .text(reading.how))
    switch interval {
    case nil: break
    case "source":
      let sources = try reading.sources(days)
      answer.table = Answer.Table(
        columns: ["source", reading.statistic.rawValue],
        rows: sources.dropFirst(offset).map { [.text(Untrusted.quoted($0.source ?? "")), .measured($0.value)] },
        offset: offset)
      answer.notes.append("Do not add these up: sources record the same things. The value above is merged.")
      answer.notes.append(Untrusted.note)
    case let interval?:
      let parts = try reading.parts(days, every: interval)
      let isOfHours = interval == "hour"
      answer.table = Answer.Table(
        columns: [interval == "day" ? "date" : isOfHours ? "hour" : "\(interval) from", reading.statistic.rawValue],
        rows: parts.dropFirst(offset).map { part in
          let start = SampleText.date(part.start, in: part.zone)
          return [.text(String(start.prefix(isOfHours ? 16 : 10))), .measured(part.value)]
        }, offset: offset)
      if days.count > 1 || isOfHours { answer.notes.append("Parts without a row have no data.") }
    }
    return answer
  }

  // MARK: - Measures

  private static let daysAtOnce = 31

  private func run(
    _ measure: MeasureName, _ days: ClosedRange<Day>, offset: Int, _ arguments: ToolArguments, _ context: ToolContext
  ) throws -> Answer {
    guard ["day", nil].contains(arguments.text("by")), arguments.text("statistic") == nil,
      arguments.text("unit") == nil
    else {
      throw Refusal(
        "\(measure.rawValue) is a measure of single days with a formula of its own: it has no sum, mean or unit to "
          + "choose. Ask for it by day, without statistic and unit.")
    }
    for type in measure.types { try context.sharing.require(type) }
    let first = days.lowerBound + offset
    let shown = first <= days.upperBound ? first...min(days.upperBound, first + (Self.daysAtOnce - 1)) : nil
    let series = MeasureSeries(measure: measure, source: context.source, weekStart: context.weekStart, format: .json)
    let found = try shown.map { Array(zip($0, try series.values(on: $0))) } ?? []
    let known = found.compactMap { day, value in (try? value.measure.get().value).map { (day, $0) } }
    var answer = Answer(
      known.last.map { day, value in
        "\(measure.title) on \(day): \(JSONValue.measured(value).serialized)\(measure.unit.isEmpty ? "" : " " + measure.unit)."
      } ?? "\(measure.title) has no value \(context.words(days)); the rows say why.")
    answer.add("type", .text(measure.rawValue))
    answer.add("statistic", "measure of each day")
    answer.add("value", .measured(known.last?.1))
    answer.add("unit", .text(measure.unit))
    answer.add("period", try context.period(shown ?? days, withData: known.count))
    answer.add("how", .text(measure.rule))
    let rows = found.map { day, value -> [JSONValue] in
      [.text(day.description), .measured(try? value.measure.get().value), .text(value.remark(.plain))]
    }
    answer.table = Answer.Table(
      columns: ["date", "value", "note"], rows: rows, offset: offset,
      unread: shown.map { days.upperBound - $0.upperBound } ?? 0)
    answer.notes.append("The value is that of the last day in these rows. Not medical advice.")
    return answer
  }
}

/// What the name of a type means.
enum TypeArgument {
  case quantity(QuantityTypeEntry)
  case category(CategoryTypeEntry)
  case standHours
  case measure(MeasureName)

  /// The types of samples that it is computed of.
  var types: Set<String> {
    switch self {
    case .quantity(let entry): [UnlistedTypes.type(of: entry.identifier)]
    case .category(let entry): [UnlistedTypes.type(of: entry.identifier)]
    case .standHours: [TypeIdentifier.appleStandHour]
    case .measure(let measure): Set(measure.types)
    }
  }

  /// - Parameter typed: `heartRate`, `heart_rate`, `Heart Rate`, or HealthKit's identifier. A type that is in no catalog is known
  ///   by its name only to a client that may read it.
  /// - Throws: `Refusal` with what to ask instead.
  init(_ typed: String, _ context: ToolContext) throws {
    let plain = HealthTypeName.resolvingMove(typed.filter { !" _-".contains($0) }, at: context.now) {
      context.source.store
    }
    if let measure = MeasureName.allCases.first(where: { $0.rawValue.lowercased() == plain.lowercased() }) {
      self = .measure(measure)
      return
    }
    switch TypeName.identifier(for: plain) {
    case TypeIdentifier.workout, TypeIdentifier.workoutRoute:
      throw Refusal("Workouts have several values each: use the tool workouts. Routes are never sent as points.")
    case TypeIdentifier.activitySummary: throw Refusal("For the rings of a day use the tool day, for many days audit.")
    case TypeIdentifier.sleepAnalysis: throw Refusal("Sleep has stages and nights: use the tool sleep.")
    default: break
    }
    do {
      switch try Self.name(typed, plain, context) {
      case .quantity(let entry): self = .quantity(entry)
      case .category(let entry) where entry.identifier == TypeIdentifier.appleStandHour: self = .standHours
      case .category(let entry): self = .category(entry)
      }
    } catch {
      throw Refusal(
        Failure(error).sentence.replacing("\"\(plain)\"", with: Untrusted.quoted(typed))
          + " health_overview lists the types.")
    }
  }

  private static func name(_ typed: String, _ plain: String, _ context: ToolContext) throws -> HealthTypeName {
    do {
      return try HealthTypeName(plain)
    } catch {
      // Reading makes the store's own types known.
      guard (try? context.store.typeOverview()) != nil else { throw error }
      // A client repeats a name as an answer has quoted it.
      let quoted = UnlistedTypes.names.first { identifier in
        context.sharing.allows(identifier) && [typed, Untrusted.quoted(typed)].contains(Untrusted.quoted(identifier))
      }
      guard let name = HealthTypeName(unlisted: quoted ?? typed), context.sharing.allows(name.identifier) else {
        throw error
      }
      return name
    }
  }
}
