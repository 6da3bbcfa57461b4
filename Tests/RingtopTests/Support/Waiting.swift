import Foundation

/// A condition that was not met in time.
struct Overdue: Error, CustomStringConvertible {
  var description: String
}

/// The timeout for a condition. Generous, because a loaded machine is slow, and only failures wait this long.
let timeout: Duration = .seconds(60)

/// Waits until a condition holds.
///
/// - Parameters:
///   - what: the condition, for the message.
///   - state: the current state, for the message.
/// - Throws: `Overdue` if the condition is not met within `timeout`.
func eventually(
  _ what: String, state: () async throws -> String = { "" }, _ condition: () async throws -> Bool
) async throws {
  let clock = ContinuousClock()
  let deadline = clock.now + timeout
  while try await !condition() {
    if clock.now > deadline { throw Overdue(description: "Waited in vain for: \(what)\n\(try await state())") }
    try await Task.sleep(for: .milliseconds(30))
  }
}
