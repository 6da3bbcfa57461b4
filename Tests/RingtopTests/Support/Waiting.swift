import Foundation

/// A condition that did not come about.
struct Overdue: Error, CustomStringConvertible {
  var description: String
}

/// How long a condition may take. Generous: a loaded machine is slow, and only a failure waits this long.
let timeout: Duration = .seconds(30)

/// Waits until a condition holds.
///
/// - Parameters:
///   - what: what is waited for, for the message.
///   - state: what there is instead, for the message.
/// - Throws: `Overdue` where it does not within `timeout`.
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
