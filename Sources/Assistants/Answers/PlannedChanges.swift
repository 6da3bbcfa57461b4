import Foundation
import HealthImport
import HealthModel

/// Changes that clients have described, and that are made only when they are confirmed.
///
/// A call without a confirmation changes nothing: it says what would change, and gives a code, with which the same call
/// makes exactly this change, once. So the person sees what is meant, whatever the client asks before a call.
final class PlannedChanges: Sendable {
  /// A change that has not been made.
  struct Change: Sendable {
    /// For example `add 80 kg to Body mass, 2026-11-19 08:00`.
    var title: String
    /// Makes the change.
    ///
    /// - Returns: what was done, and its entry in the list of changes that can be undone.
    var make: @Sendable () throws -> (sentence: String, edit: EditEntry)
  }

  private struct Planned {
    var code: String
    var client: String
    var tool: String
    var arguments: ToolArguments
    var end: Date
    var change: Change
  }

  private struct State {
    var planned: [Planned] = []
    /// The edits of this run by client, which alone it may undo.
    var made: [String: [Int64]] = [:]
  }

  /// When a client has more, its oldest is forgotten.
  static let mostPlanned = 16
  /// In seconds.
  static let lifetime = 600.0
  private let state = Lock(State())

  /// Carries out the change that the call confirms, or describes the one that it asks for.
  ///
  /// - Parameter plan: the change that the arguments describe.
  func answer(
    _ tool: String, _ arguments: ToolArguments, _ context: ToolContext, plan: () throws -> Change
  ) throws -> Answer {
    let client = context.sharing.client
    guard let code = arguments.text("confirm") else {
      let change = try plan()
      let code = Self.code()
      state.withLock { state in
        state.planned.append(
          Planned(
            code: code, client: client, tool: tool, arguments: arguments, end: context.now + Self.lifetime,
            change: change))
        state.planned.removeAll { $0.end < context.now }
        let own = state.planned.indices.filter { state.planned[$0].client == client }
        if own.count > Self.mostPlanned { state.planned.remove(at: own[0]) }
      }
      var answer = Answer(
        "Nothing has changed yet. This would \(change.title). Show it to the person; if they agree, call \(tool) again "
          + "with the same arguments and confirm \(code).")
      answer.add("done", false)
      answer.add("change", .text(change.title))
      answer.add("confirm", .text(code))
      return answer
    }
    let planned = state.withLock { state in
      state.planned.removeAll { $0.end < context.now }
      return state.planned.firstIndex {
        $0.code == code && $0.client == client && $0.tool == tool && $0.arguments == arguments.without("confirm")
      }.map { state.planned.remove(at: $0) }
    }
    guard let planned else {
      throw Refusal(
        "Nothing has changed: there is no such change to confirm. Call \(tool) without confirm first, then again with "
          + "the same arguments and the code from its answer; a code is valid once, and for ten minutes.")
    }
    let (sentence, edit) = try planned.change.make()
    state.withLock { $0.made[client, default: []].append(edit.id) }
    var answer = Answer("\(sentence) The tool undo takes it back.")
    answer.add("done", true)
    answer.add("change", .text(edit.title))
    return answer
  }

  /// The latest edit of a client in this run; nil if there is none.
  func latest(of client: String) -> Int64? { state.withLock { $0.made[client]?.last } }

  func forget(_ edit: Int64, of client: String) { state.withLock { $0.made[client]?.removeAll { $0 == edit } } }

  private static func code() -> String {
    var generator = SystemRandomNumberGenerator()
    let alphabet = Array("abcdefghjkmnpqrstuvwxyz23456789")
    return String((0..<6).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] })
  }
}
