import HealthAnalysis
import HealthDatabase
import HealthImport
import HealthModel
import HealthQueries

/// What there is to ask about.
struct OverviewTool: AssistantTool {
  let name = "health_overview"
  let title = "What health data there is"
  let description = """
    Start here: whose data, from when to when, from which sources, and for each type its unit, its first and last day and \
    what may be computed of it (sum, or mean, minimum and maximum). Also what is missing and what is not shared.
    """
  let parameters: [ToolParameter] = [.limit, .cursor]
  let results =
    [
      ToolParameter("today", .text), .periodResult, ToolParameter("person", .object), ToolParameter("sources", .texts),
      ToolParameter("measures", .texts, "Computed by formulas: ask statistics."),
      ToolParameter("withoutData", .texts, "Common types of which nothing is known."),
    ] + ToolParameter.rows

  private static let common = [
    "activeEnergyBurned", "appleExerciseTime", "stepCount", "distanceWalkingRunning", "heartRate", "restingHeartRate",
    "heartRateVariabilitySDNN", "vo2Max", "oxygenSaturation", "respiratoryRate", "bodyMass", "sleepAnalysis", "workout",
  ]
  private static let mostSources = 12

  func run(_ arguments: ToolArguments, _ context: ToolContext) throws -> Answer {
    let offset = try Answer.offset(arguments.text("cursor"))
    let all = try context.store.typeOverview()
    let shown = all.filter { context.sharing.allows($0.identifier) }
      .sorted { ($1.count, $0.identifier) < ($0.count, $1.identifier) }
    let known = try context.knownDays()
    var answer = Answer("")
    answer.add("today", .text(context.today.description))
    if let known { answer.add("period", try context.period(known, withData: nil)) }
    answer.add("person", try person(context))
    let sources = try sources(shown, context)
    answer.add("sources", .strings(sources.map(Untrusted.quoted)))
    let names = Set(shown.map { TypeName.short(for: $0.identifier) })
    answer.add(
      "withoutData",
      .strings(
        Self.common.filter { name in
          !names.contains(name) && TypeName.identifier(for: name).map(context.sharing.allows) ?? false
        }))
    answer.add(
      "measures",
      .strings(
        MeasureName.allCases.filter { $0.types.allSatisfy(context.sharing.allows) }.map(\.rawValue)))
    answer.sentence =
      shown.isEmpty
      ? "There are no data of the shared types."
      : "Data of \(shown.count) type\(shown.count == 1 ? "" : "s")"
        + (known.map { ", rings \(context.words($0))" } ?? "")
        + ". Phone and watch are merged, so nothing counts twice."
    answer.table = Answer.Table(
      columns: ["type", "unit", "ask for", "samples", "first", "last"],
      rows: try shown.dropFirst(offset).map { type in
        [
          .text(Untrusted.name(ofType: type.name)), .text(unit(type)), .text(Self.statistics(type.identifier)),
          .count(type.count), .text(try context.store.day(at: type.firstStart).description),
          .text(try context.store.day(at: type.lastStart).description),
        ]
      }, offset: offset)
    if all.count > shown.count {
      answer.notes.append(
        "Other types are not shared with this client. The person allows a type with: ringtop mcp --allow "
          + "\(context.sharing.bareName) TYPE")
    }
    answer.notes.append("Days without data are unknown, not 0. \(Untrusted.note)")
    answer.notes.append("For information only, not medical advice.")
    return answer
  }

  private func unit(_ type: TypeOverview) -> String {
    if let entry = QuantityTypeCatalog.entry(for: type.identifier) { return entry.unitText }
    guard QuantityTypeCatalog.readable(type.identifier) != nil else { return "" }
    // A unit that nobody can calculate with is text from the data.
    return (try? HealthUnit(parsing: type.unit).unitString) == type.unit ? type.unit : Untrusted.quoted(type.unit)
  }

  private static func statistics(_ identifier: String) -> String {
    switch identifier {
    case TypeIdentifier.workout: return "tool workouts"
    case TypeIdentifier.sleepAnalysis: return "tool sleep"
    case TypeIdentifier.appleStandHour: return "type stand: sum"
    default: break
    }
    if let entry = QuantityTypeCatalog.readable(identifier) {
      return entry.aggregation == .cumulative ? "sum" : "mean, minimum, maximum"
    }
    return CategoryTypeCatalog.readable(identifier) == nil ? "nothing here" : "count"
  }

  private func person(_ context: ToolContext) throws -> JSONValue {
    let facts = try context.store.characteristics()
    var person: JSONValue = [:]
    for name in ["dateOfBirth", "biologicalSex"] {
      guard let identifier = TypeName.identifier(for: name), context.sharing.allows(identifier),
        let fact = facts[identifier]
      else { continue }
      if name == "dateOfBirth" {
        // The age is enough for every question.
        guard let age = Day(fact).flatMap({ HeartRateHistory.age(born: $0, on: context.today) }) else { continue }
        person = person.adding("age", .count(age))
      } else if let symbol = CharacteristicTypeCatalog.biologicalSex.members.first(where: { $0.symbol == fact })?.name,
        symbol != "notSet"
      {
        person = person.adding("sex", .text(symbol))
      }
    }
    return person
  }

  /// The names of the sources of the types with the most samples.
  private func sources(_ types: [TypeOverview], _ context: ToolContext) throws -> [String] {
    var names: [String] = []
    for type in types.prefix(8) {
      for entry in try context.store.sources(ofType: type.identifier).entries where !names.contains(entry.name) {
        names.append(entry.name)
        if names.count == Self.mostSources { return names }
      }
    }
    return names
  }
}
