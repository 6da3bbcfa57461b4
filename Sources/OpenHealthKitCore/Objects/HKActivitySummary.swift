public import Foundation
import HealthModel

/// The three rings of a day.
///
/// A copy of what the store computed: it may be changed freely, without affecting the store. A value of 0 with a goal
/// is an empty ring; a goal of 0, or nil, means no goal. Two summaries are equal if their days and all their values are.
///
/// Energy is in kilocalories, times are in minutes, and stand hours are a count, not a time.
public final class HKActivitySummary: NSObject, NSSecureCoding, NSCopying, Sendable {
  struct State: Equatable {
    /// nil for a summary created by a program.
    var day: Day?
    var moveMode = HKActivityMoveMode.activeEnergy
    var energy = Amount(.kilocalorie, 0)
    var energyGoal = Amount(.kilocalorie, 0)
    var moveTime = Amount(.minute, 0)
    var moveTimeGoal = Amount(.minute, 0)
    var exercise = Amount(.minute, 0)
    var exerciseGoal: Amount?
    var stand = Amount(.count, 0)
    var standGoal: Amount?
    var isPaused = false
  }

  /// A quantity that is created only when it is accessed: of ten years of days, few are.
  struct Amount: Equatable {
    let unit: HealthUnit
    let value: Double

    init(_ unit: HealthUnit, _ value: Double) {
      self.unit = unit
      self.value = value
    }

    init(_ quantity: HKQuantity) {
      self.init(quantity.unit, quantity.value)
    }

    var quantity: HKQuantity { HKQuantity(model: unit, value: value) }

    static func == (left: Amount, right: Amount) -> Bool {
      left.unit.magnitude(of: left.value) == right.unit.magnitude(of: right.value)
    }
  }

  /// Shared by all summaries: one lock per summary would take more space than its numbers, and the lock is held only
  /// while a number is copied.
  private static let lock = Lock(())
  // Accessed only by `access`, and by initializers.
  private nonisolated(unsafe) var state: State

  /// An empty summary without a day.
  public override convenience init() {
    self.init(State())
  }

  init(_ state: State) {
    self.state = state
    super.init()
  }

  /// Era, year, month and day of the summary in a calendar. Only the calendar is set for a summary without a day.
  ///
  /// A summary's day is the civil day where the user was, so it does not depend on the calendar's time zone.
  public func dateComponents(for calendar: Calendar) -> DateComponents {
    guard let day else { return DateComponents(calendar: calendar) }
    return day.dateComponents(in: calendar)
  }

  /// What the Move ring measures.
  public var activityMoveMode: HKActivityMoveMode {
    get { access { $0.moveMode } }
    set { access { $0.moveMode = newValue } }
  }

  /// Active energy. Setting a quantity with an incompatible unit traps, here and below.
  public var activeEnergyBurned: HKQuantity {
    get { access { $0.energy }.quantity }
    set { set(\.energy, newValue, .kilocalorie) }
  }

  /// The goal of active energy.
  public var activeEnergyBurnedGoal: HKQuantity {
    get { access { $0.energyGoal }.quantity }
    set { set(\.energyGoal, newValue, .kilocalorie) }
  }

  /// Move time, which is the Move ring of children and teenagers.
  public var appleMoveTime: HKQuantity {
    get { access { $0.moveTime }.quantity }
    set { set(\.moveTime, newValue, .minute) }
  }

  /// The goal of move time.
  public var appleMoveTimeGoal: HKQuantity {
    get { access { $0.moveTimeGoal }.quantity }
    set { set(\.moveTimeGoal, newValue, .minute) }
  }

  /// Time of exercise.
  public var appleExerciseTime: HKQuantity {
    get { access { $0.exercise }.quantity }
    set { set(\.exercise, newValue, .minute) }
  }

  /// The goal of exercise, nil for a user without a watch.
  public var exerciseTimeGoal: HKQuantity? {
    get { access { $0.exerciseGoal }?.quantity }
    set { setGoal(\.exerciseGoal, newValue, .minute) }
  }

  /// The goal of exercise, 0 if there is none.
  @available(*, deprecated, renamed: "exerciseTimeGoal")
  public var appleExerciseTimeGoal: HKQuantity {
    get { exerciseTimeGoal ?? HKQuantity(model: .minute, value: 0) }
    set { exerciseTimeGoal = newValue }
  }

  /// The number of stand hours, a count and not a time.
  public var appleStandHours: HKQuantity {
    get { access { $0.stand }.quantity }
    set { set(\.stand, newValue, .count) }
  }

  /// The goal of stand hours, nil for a user without a watch.
  public var standHoursGoal: HKQuantity? {
    get { access { $0.standGoal }?.quantity }
    set { setGoal(\.standGoal, newValue, .count) }
  }

  /// The goal of stand hours, 0 if there is none.
  @available(*, deprecated, renamed: "standHoursGoal")
  public var appleStandHoursGoal: HKQuantity {
    get { standHoursGoal ?? HKQuantity(model: .count, value: 0) }
    set { standHoursGoal = newValue }
  }

  /// Whether the user had paused the rings: the day then neither extends nor breaks a streak.
  public var isPaused: Bool {
    get { access { $0.isPaused } }
    set { access { $0.isPaused = newValue } }
  }

  /// The day of the summary, nil for one created by a program.
  var day: Day? { snapshot.day }

  var snapshot: State { access { $0 } }

  private func access<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    Self.lock.withLock { _ in body(&state) }
  }

  private func set(_ path: WritableKeyPath<State, Amount>, _ quantity: HKQuantity, _ unit: HealthUnit) {
    check(quantity, unit)
    let amount = Amount(quantity)
    access { $0[keyPath: path] = amount }
  }

  private func setGoal(_ path: WritableKeyPath<State, Amount?>, _ quantity: HKQuantity?, _ unit: HealthUnit) {
    if let quantity { check(quantity, unit) }
    let amount = quantity.map { Amount($0) }
    access { $0[keyPath: path] = amount }
  }

  private func check(_ quantity: HKQuantity, _ unit: HealthUnit) {
    HKPrecondition.check(
      quantity.unit.isCompatible(with: unit), "Attempt to convert incompatible units: \(quantity.unit), \(unit)")
  }

  /// Whether the other object is equal. See the class.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKActivitySummary)?.snapshot == snapshot
  }

  /// Equal objects have equal hashes.
  public override var hash: Int { day.hashValue }

  // MARK: - Copies and archives

  /// Another summary with the same values, which can be changed independently.
  public func copy(with zone: NSZone? = nil) -> Any { HKActivitySummary(snapshot) }

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// Decodes an archived object; nil if something is missing or invalid.
  public init?(coder: NSCoder) {
    var state = State()
    func amount(_ key: String) -> Amount? {
      coder.decodeValue(of: HKQuantity.self, forKey: key).map { Amount($0) }
    }
    if coder.containsValue(forKey: "day") { state.day = Day(number: coder.decodeInteger(forKey: "day")) }
    state.moveMode = HKActivityMoveMode(rawValue: coder.decodeInteger(forKey: "moveMode")) ?? .activeEnergy
    state.energy = amount("energy") ?? state.energy
    state.energyGoal = amount("energyGoal") ?? state.energyGoal
    state.moveTime = amount("moveTime") ?? state.moveTime
    state.moveTimeGoal = amount("moveTimeGoal") ?? state.moveTimeGoal
    state.exercise = amount("exercise") ?? state.exercise
    state.exerciseGoal = amount("exerciseGoal")
    state.stand = amount("stand") ?? state.stand
    state.standGoal = amount("standGoal")
    state.isPaused = coder.decodeBool(forKey: "isPaused")
    self.state = state
    super.init()
  }

  /// Encodes the object. Archives are compatible only with this library.
  public func encode(with coder: NSCoder) {
    let state = snapshot
    if let day = state.day { coder.encode(day.number, forKey: "day") }
    coder.encode(state.moveMode.rawValue, forKey: "moveMode")
    coder.encode(state.energy.quantity, forKey: "energy")
    coder.encode(state.energyGoal.quantity, forKey: "energyGoal")
    coder.encode(state.moveTime.quantity, forKey: "moveTime")
    coder.encode(state.moveTimeGoal.quantity, forKey: "moveTimeGoal")
    coder.encode(state.exercise.quantity, forKey: "exercise")
    coder.encode(state.exerciseGoal?.quantity, forKey: "exerciseGoal")
    coder.encode(state.stand.quantity, forKey: "stand")
    coder.encode(state.standGoal?.quantity, forKey: "standGoal")
    coder.encode(state.isPaused, forKey: "isPaused")
  }
}

extension HKActivitySummary {
  /// The summary of a day as stored. HealthKit's quantities are never absent, so a ring that nothing has recorded has 0,
  /// as in HealthKit for a user without a watch.
  convenience init(_ summary: DaySummary) {
    var state = State()
    state.day = summary.day
    state.isPaused = summary.isPaused
    switch summary.moveMode {
    case .activeEnergy:
      state.moveMode = .activeEnergy
      state.energy = Amount(.kilocalorie, summary.move.value ?? 0)
      state.energyGoal = Amount(.kilocalorie, summary.move.goal ?? 0)
    case .moveTime:
      state.moveMode = .appleMoveTime
      state.moveTime = Amount(.minute, summary.move.value ?? 0)
      state.moveTimeGoal = Amount(.minute, summary.move.goal ?? 0)
    }
    state.exercise = Amount(.minute, summary.exercise.value ?? 0)
    state.exerciseGoal = summary.exercise.goal.map { Amount(.minute, $0) }
    state.stand = Amount(.count, summary.stand.value ?? 0)
    state.standGoal = summary.stand.goal.map { Amount(.count, $0) }
    self.init(state)
  }
}
