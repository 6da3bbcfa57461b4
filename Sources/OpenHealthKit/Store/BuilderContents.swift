import HealthModel
import OpenHealthKitCore

/// The contents of a builder until it is saved or discarded: shared by all builders.
///
/// While it is being saved nothing can be added, so that of two calls to finish it one fails and no addition is lost.
/// If saving fails, it remains as it was.
final class BuilderContents<Content: Sendable>: Sendable {
  private enum Phase {
    /// Contents may be added.
    case open
    /// The contents are being saved.
    case saving
    /// Saved or discarded.
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
  ///   - empty: the initial contents.
  ///   - reason: the error message for a call that comes too late.
  init(_ empty: Content, whenOver reason: String) {
    state = Lock(State(content: empty))
    self.empty = empty
    self.reason = reason
  }

  /// The current contents.
  var content: Content { state.withLock { $0.content } }

  /// Computes something from the contents at any time.
  ///
  /// - Parameter body: changes nothing that callers can notice.
  func read<Value>(_ body: (inout Content) -> Value) -> Value { state.withLock { body(&$0.content) } }

  /// Whether it was saved or discarded.
  var isOver: Bool { state.withLock { $0.phase == .over } }

  /// Adds to the contents.
  ///
  /// - Throws: ``HKError/Code/errorInvalidArgument`` once it is being saved; the error of the closure.
  func change<Value>(_ body: (inout Content) throws -> Value) throws -> Value {
    try state.withLock { state in
      guard state.phase == .open else { throw HKError.invalid(reason) }
      return try body(&state.content)
    }
  }

  /// Saves the contents, once.
  ///
  /// - Parameters:
  ///   - isKept: whether the contents remain accessible after saving.
  ///   - make: creates what is saved; if it throws, contents may still be added.
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

  /// Discards the contents. Does nothing once they are being saved.
  ///
  /// - Returns: the contents; nil if nothing was discarded.
  @discardableResult
  func discard() -> Content? {
    state.withLock { state in
      guard state.phase == .open else { return nil }
      defer { state = State(phase: .over, content: empty) }
      return state.content
    }
  }

  // MARK: - For contents that are saved with others

  /// Prevents additions, until `reopen` or `end`.
  ///
  /// - Parameter body: if it throws, contents may still be added.
  func close<Value>(_ body: (Content) throws -> Value) throws -> Value {
    try state.withLock { state in
      guard state.phase == .open else { throw HKError.invalid(reason) }
      let value = try body(state.content)
      state.phase = .saving
      return value
    }
  }

  /// Saving failed.
  func reopen() { state.withLock { $0.phase = .open } }

  /// Saving succeeded.
  func end(keeping isKept: Bool = false) {
    state.withLock { state in
      state.phase = .over
      if !isKept { state.content = empty }
    }
  }
}
