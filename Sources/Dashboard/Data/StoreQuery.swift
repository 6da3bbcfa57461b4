package import FoundationEssentials
package import HealthAnalysis
package import HealthModel
package import Presentation

/// Data that a screen needs from the store: a question with the type of its answer, beside the screen that shows it.
package protocol StoreQuery: Hashable, Sendable {
  associatedtype Answer: Hashable, Sendable

  /// The types of samples on which the answer depends; nil if it may be any.
  var types: Set<String>? { get }
  /// The same, for a query that learns from its last answer what the next one depends on.
  func types(of answer: Answer) -> Set<String>?
  /// Whether the answer depends on any of these days.
  func depends(on days: ClosedRange<Day>) -> Bool
  /// Whether there is an answer without a store.
  static var needsStore: Bool { get }
  /// Whether a frame is drawn without the answer rather than wait for it.
  static var isSecondary: Bool { get }

  /// - Throws: `StoreError`.
  func run(in source: some QuerySource) throws -> Answer
}

extension StoreQuery {
  package var types: Set<String>? { nil }
  package func types(of answer: Answer) -> Set<String>? { types }
  package func depends(on days: ClosedRange<Day>) -> Bool { true }
  package static var needsStore: Bool { true }
  package static var isSecondary: Bool { false }

  fileprivate func equals(_ other: any StoreQuery) -> Bool { other as? Self == self }
}

/// Where queries find their answers.
package protocol QuerySource {
  associatedtype Reader: HealthReader

  /// - Throws: `StoreError` if the store cannot be opened.
  func reading() throws -> Reader
  /// The exports of the Health app in the usual folders.
  func exports() -> [ExportFile]
  /// The own rings and those of friends.
  ///
  /// - Throws: `StoreError`, and if the list of friends cannot be read.
  func friends(weekStart: Int) throws -> FriendsBoard
  var now: Date { get }
  /// The heart rates that the user has set.
  var heartRateLimits: HeartRateLimits { get }
  /// What earlier queries have derived from single days; nil to read everything.
  var memory: DayMemory? { get }
}

extension QuerySource {
  package var memory: DayMemory? { nil }
}

/// Any query, as a key of what has been read or requested.
package struct AnyQuery: Hashable, Sendable, CustomStringConvertible {
  package let base: any StoreQuery

  package init(_ base: any StoreQuery) {
    self.base = base
  }

  package static func == (left: AnyQuery, right: AnyQuery) -> Bool { left.base.equals(right.base) }

  package func hash(into hasher: inout Hasher) { hasher.combine(base) }

  package var description: String { "\(base)" }

  /// Runs the query.
  ///
  /// - Throws: `StoreError`.
  package func answer(from source: some QuerySource) throws -> LoadedQuery {
    func run(_ query: some StoreQuery) throws -> LoadedQuery { LoadedQuery(query, try query.run(in: source)) }
    return try run(base)
  }
}

/// A query with its answer, or with the reason why there is none.
package struct LoadedQuery: Hashable, Sendable {
  enum Outcome: Hashable, Sendable {
    case answered(AnyAnswer)
    /// The reason is a sentence. The query is not repeated until the store changes.
    case failed(StoreProblem, reason: String)
  }

  package let query: AnyQuery
  let outcome: Outcome

  package init<Query: StoreQuery>(_ query: Query, _ answer: Query.Answer) {
    self.query = AnyQuery(query)
    outcome = .answered(AnyAnswer(base: answer))
  }

  package init(_ query: AnyQuery, failure: StoreProblem, reason: String) {
    self.query = query
    outcome = .failed(failure, reason: reason)
  }
}

struct AnyAnswer: Hashable, Sendable {
  let base: any Hashable & Sendable

  static func == (left: AnyAnswer, right: AnyAnswer) -> Bool {
    func equals<Value: Hashable>(_ value: Value) -> Bool { right.base as? Value == value }
    return equals(left.base)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(base) }
}

/// The effect of a transaction on the store.
package struct StoreChange: Hashable, Sendable {
  /// The days whose data may have changed; nil if it may be any.
  package var days: ClosedRange<Day>?
  /// The types of the samples that were added or deleted; nil or empty if answers about any type may have changed, as after
  /// a change of goals.
  package var types: Set<String>?

  package init(days: ClosedRange<Day>? = nil, types: Set<String>? = nil) {
    self.days = days
    self.types = types
  }

  package static let anything = StoreChange()

  /// Whether the answer to a query may have changed.
  ///
  /// - Parameter answer: the last one.
  func touches<Query: StoreQuery>(_ query: Query, answer: AnyAnswer? = nil) -> Bool {
    let needed = if let answer = answer?.base as? Query.Answer { query.types(of: answer) } else { query.types }
    // Without types, the change is about goals, pauses or the order of sources.
    if let types, !types.isEmpty, let needed, needed.isDisjoint(with: types) { return false }
    return days.map { query.depends(on: $0) } ?? true
  }
}
