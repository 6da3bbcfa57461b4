import Foundation
import HealthAnalysis
import HealthDatabase
import HealthImport
import HealthModel
import HealthQueries
import Presentation

/// The workouts of a period.
struct WorkoutsTool: AssistantTool {
  let name = "workouts"
  let title = "Workouts"
  let description = """
    The workouts of a period, newest first, with their totals: activity, duration, energy, distance, mean heart rate. \
    Routes are not sent.
    """
  let parameters = [
    .period, ToolParameter("activity", .text, "running, cycling, yoga … Default: all."), .limit, .cursor,
  ]
  let results =
    [
      .periodResult, ToolParameter("count", .number), ToolParameter("totals", .object),
      ToolParameter("byActivity", .object),
    ] + ToolParameter.rows

  func run(_ arguments: ToolArguments, _ context: ToolContext) throws -> Answer {
    try context.sharing.require(TypeIdentifier.workout)
    let days = try context.days(arguments.text("period"), of: [TypeIdentifier.workout], standard: 28)
    let offset = try Answer.offset(arguments.text("cursor"))
    var workouts = try WorkoutList(context).all(days)
    var counted = try context.store.counted(workouts)
    if let activity = arguments.text("activity")?.lowercased().filter({ !" _-".contains($0) }) {
      let names = Set(WorkoutActivityCatalog.all.map { $0.name.lowercased() })
      guard names.contains(where: { $0.contains(activity) }) else {
        throw Refusal("There is no activity \(Untrusted.quoted(activity)). Try running, cycling, walking or swimming.")
      }
      workouts.removeAll { !$0.name.lowercased().contains(activity) }
      counted.removeAll { !$0.name.lowercased().contains(activity) }
    }
    let shown = workouts.map { WorkoutList.permitted($0, context) }
    counted = counted.map { WorkoutList.permitted($0, context) }
    func total(_ value: (WorkoutSummary) -> Double?) -> Double? {
      let known = counted.compactMap(value)
      return known.isEmpty ? nil : known.reduce(0, +)
    }
    let seconds = total(\.duration) ?? 0
    var answer = Answer(
      workouts.isEmpty
        ? "There are no workouts \(context.words(days))."
        : "\(counted.count) workout\(counted.count == 1 ? "" : "s") \(context.words(days)), "
          + "\(JSONValue.measured((seconds / 60).rounded()).serialized) min in all.")
    answer.add("period", try context.period(days, withData: Set(workouts.map(\.day)).count))
    answer.add("count", .count(counted.count))
    answer.add(
      "totals",
      [
        "duration_min": .measured(seconds / 60), "energy_kcal": .measured(total(\.energy)),
        "distance_km": .measured(total(\.distance).map { $0 / 1_000 }),
      ])
    let groups = Dictionary(grouping: counted, by: WorkoutList.name).sorted {
      ($1.value.count, $0.key) < ($0.value.count, $1.key)
    }
    answer.add("byActivity", .object(groups.prefix(12).map { JSONValue.Member($0.key, .count($0.value.count)) }))
    answer.table = Answer.Table(
      columns: WorkoutList.columns, rows: shown.dropFirst(offset).map { WorkoutList.row($0, context) }, offset: offset)
    let unknown = counted.count { $0.distance == nil }
    if unknown > 0 { answer.notes.append("\(unknown) of \(counted.count) workouts have no distance.") }
    answer.notes.append("Durations are without pauses. daysWithData are the days with a workout.")
    if counted.count < shown.count {
      answer.notes.append(
        "\(shown.count) recordings: what several programs recorded at one time is counted once and listed for each.")
    }
    let hidden = WorkoutList.hidden(context)
    if !hidden.isEmpty { answer.notes.append("Not shared with this client: \(hidden.joined(separator: ", ")).") }
    return answer
  }
}

struct WorkoutList {
  private let context: ToolContext

  init(_ context: ToolContext) { self.context = context }

  /// Newest first, by the day on which they began.
  func all(_ days: ClosedRange<Day>) throws -> [WorkoutSummary] {
    let ends = try [days.lowerBound, days.upperBound].map { try context.store.intervals(of: $0...$0)[0].interval }
    var found: [WorkoutSummary] = []
    try context.store.forEachWorkout(in: ends[0].lowerBound..<ends[1].upperBound, readsRates: true) { workout in
      if days.contains(workout.day) { found.append(workout) }
    }
    return found.sorted { ($0.start, $0.row) > ($1.start, $1.row) }
  }

  /// The activity; a name that is in no catalog comes from the data.
  static func name(_ workout: WorkoutSummary) -> String { workout.unlisted.map(Untrusted.quoted) ?? workout.name }

  static let columns = ["start", "activity", "duration_min", "energy_kcal", "distance_km", "heartRate_bpm"]

  static func row(_ workout: WorkoutSummary, _ context: ToolContext) -> [JSONValue] {
    let workout = permitted(workout, context)
    return [
      .text("\(workout.day) \((workout.minuteOfDay / 60).twoDigits):\((workout.minuteOfDay % 60).twoDigits)"),
      .text(name(workout)),
      .measured((workout.duration / 6).rounded() / 10), .measured(workout.energy.map(Rounding.down)),
      .measured(workout.distance.map { ($0 / 10).rounded() / 100 }), .measured(workout.heartRate?.rounded()),
    ]
  }

  /// The workout without what the client may not know.
  static func permitted(_ workout: WorkoutSummary, _ context: ToolContext) -> WorkoutSummary {
    var workout = workout
    if !context.sharing.allows(TypeIdentifier.activeEnergyBurned) { workout.energy = nil }
    if !context.sharing.allows(TypeIdentifier.heartRate) { workout.heartRate = nil }
    if !context.sharing.allows(WorkoutTotal.distance.type(forActivity: workout.activity)) { workout.distance = nil }
    return workout
  }

  static func hidden(_ context: ToolContext) -> [String] {
    [
      (TypeIdentifier.activeEnergyBurned, "energy"), (TypeIdentifier.heartRate, "heart rate"),
      (TypeIdentifier.distanceWalkingRunning, "distance"),
    ].filter { !context.sharing.allows($0.0) }.map(\.1)
  }
}
