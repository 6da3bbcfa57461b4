import HealthModel

/// What a builder gathers until it is saved or given up: the one rule of all builders.
///
/// While it is being saved nothing more comes in, so that of two calls to finish it one fails and nothing is added that
/// would be lost. If saving fails, it is as it was.
final class BuilderContents<Content: Sendable>: Sendable {
  private enum Phase {
    /// Things may be added.
    case open
    /// What there is is being saved.
    case saving
    /// Saved, or given up.
    case over
  }

  private struct State {
    var phase = Phase.open
    var content: Content
  }

  private let state: Lock<State>
  private let empty: Content
  private let reason: String

  /// - Parameters:
  ///   - empty: what there is before anything was added.
  ///   - reason: what is said of a call that comes too late.
  init(_ empty: Content, whenOver reason: String) {
    state = Lock(State(content: empty))
    self.empty = empty
    self.reason = reason
  }

  /// What was added so far.
  var content: Content { state.withLock { $0.content } }

  /// Whether it was saved or given up.
  var isOver: Bool { state.withLock { $0.phase == .over } }

  /// Adds to what there is.
  ///
  /// - Throws: ``HKError/Code/errorInvalidArgument`` once it is being saved; what the body throws.
  func change<Value>(_ body: (inout Content) throws -> Value) throws -> Value {
    try state.withLock { state in
      guard state.phase == .open else { throw HKError(.errorInvalidArgument, reason: reason) }
      return try body(&state.content)
    }
  }

  /// Saves what there is, once.
  ///
  /// - Parameters:
  ///   - isKept: whether what was added can be seen when it is saved.
  ///   - make: what is to be saved; where it throws, things may still be added.
  func save<Value>(
    keeping isKept: Bool = false, _ make: (Content) throws -> Value, _ save: (Value, Content) throws -> Void
  ) throws -> Value {
    let (value, content) = try close { (try make($0), $0) }
    do {
      try save(value, content)
    } catch {
      reopen()
      throw error
    }
    end(keeping: isKept)
    return value
  }

  /// Gives it up. Does nothing once it is being saved.
  ///
  /// - Returns: what there was; nil where nothing is given up.
  @discardableResult
  func discard() -> Content? {
    state.withLock { state in
      guard state.phase == .open else { return nil }
      defer { state = State(phase: .over, content: empty) }
      return state.content
    }
  }

  // MARK: - For contents that are saved with others

  /// Lets nothing more in, until `reopen` or `end`.
  ///
  /// - Parameter body: where it throws, things may still be added.
  func close<Value>(_ body: (Content) throws -> Value) throws -> Value {
    try state.withLock { state in
      guard state.phase == .open else { throw HKError(.errorInvalidArgument, reason: reason) }
      let value = try body(state.content)
      state.phase = .saving
      return value
    }
  }

  /// It could not be saved.
  func reopen() { state.withLock { $0.phase = .open } }

  /// It is saved.
  func end(keeping isKept: Bool = false) {
    state.withLock { state in
      state.phase = .over
      if !isKept { state.content = empty }
    }
  }
}
