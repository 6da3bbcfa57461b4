import Foundation
import HealthModel
import Presentation
import Processes
import TOML

/// A command of the user that runs on events: a table `[[hook]]` in the configuration.
package struct Hook: Hashable, Sendable {
  package var subscription: FactSubscription
  /// A program and its arguments.
  package var command: [String]
  /// The timeout in seconds.
  package var timeout = 30.0
}

/// Reads the hooks of a configuration file. An invalid hook is omitted.
struct HookReader {
  private(set) var hooks: [Hook] = []
  private(set) var problems: [ConfigurationProblem] = []

  private static let options = ["on", "ring", "type", "run", "shell", "timeout", "from", "until", "at", "after"]

  init(_ value: TOMLValue) {
    guard let tables = value.array, tables.allSatisfy({ $0.table != nil }) else {
      problems = [ConfigurationProblem(line: value.line, text: "hooks are tables, such as [[hook]]")]
      return
    }
    for element in tables {
      guard let table = element.table else { continue }
      do {
        hooks.append(try Self.hook(table))
      } catch {
        let line = error.key.flatMap { table[$0]?.line } ?? element.line
        problems.append(ConfigurationProblem(line: line, text: error.text))
      }
    }
  }

  /// Why a table is not a valid hook.
  private struct ValidationError: Error {
    var key: String?
    var text: String
  }

  private static func hook(_ table: TOMLTable) throws(ValidationError) -> Hook {
    for key in table.keys where !options.contains(key) {
      let nearest = NearestName.find(key, in: options).map { "; did you mean \"\($0)\"?" } ?? ""
      throw ValidationError(key: key, text: "a hook has no option \"\(key)\"\(nearest)")
    }
    guard let event = table["on"]?.string.flatMap(HookEvent.init(rawValue:)) else {
      let names = HookEvent.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw ValidationError(key: "on", text: "on must be one of \(names)")
    }
    var subscription = FactSubscription(event)
    for (key, owner) in [
      ("ring", HookEvent.ringClosed), ("from", .standReminder), ("until", .standReminder), ("at", .weeklySummary),
      ("after", .dataStale), ("type", .goalReached),
    ] where table[key] != nil && event != owner {
      throw ValidationError(key: key, text: "\(key) is for on = \"\(owner.rawValue)\"")
    }
    if let ring = table["ring"] {
      guard let known = Ring.allCases.first(where: { $0.key == ring.string }) else {
        throw ValidationError(key: "ring", text: "ring must be \"move\", \"exercise\" or \"stand\"")
      }
      subscription.ring = known
    }
    if let type = table["type"] {
      guard let goal = type.string.flatMap({ GoalAmount(named: $0, .day) }) else {
        throw ValidationError(key: "type", text: "type must be one with an amount, such as \"steps\" or \"sleep\"")
      }
      subscription.type = goal.type
    }
    func hour(_ key: String, _ standard: Int) throws(ValidationError) -> Int {
      guard let value = table[key] else { return standard }
      guard let hour = value.int, (0...23).contains(hour) else {
        throw ValidationError(key: key, text: "\(key) must be an hour from 0 to 23")
      }
      return hour
    }
    let (first, last) = (
      try hour("from", subscription.hours.lowerBound), try hour("until", subscription.hours.upperBound)
    )
    guard first <= last else { throw ValidationError(key: "until", text: "until must not come before from") }
    subscription.hours = first...last
    subscription.hour = try hour("at", subscription.hour)
    if let after = table["after"] {
      guard let age = after.string.flatMap(DurationText.seconds), age >= 60 else {
        throw ValidationError(key: "after", text: "after must be a time such as \"90m\", \"36h\" or \"2d\"")
      }
      subscription.age = age
    }
    var hook = Hook(subscription: subscription, command: try command(table))
    if let timeout = table["timeout"] {
      let seconds = timeout.double ?? timeout.int.map(Double.init)
      guard let seconds, (0.1...3_600).contains(seconds) else {
        throw ValidationError(key: "timeout", text: "timeout must be a number of seconds up to 3600")
      }
      hook.timeout = seconds
    }
    return hook
  }

  private static func command(_ table: TOMLTable) throws(ValidationError) -> [String] {
    switch (table["run"], table["shell"]) {
    case (let run?, nil):
      guard let words = run.array?.map({ $0.string }), !words.isEmpty, words.allSatisfy({ $0 != nil }),
        words.first??.isEmpty == false
      else {
        throw ValidationError(
          key: "run", text: "run must be a program and its arguments, such as [\"notify-send\", \"Closed\"]")
      }
      return words.compactMap { $0 }
    case (nil, let shell?):
      guard let line = shell.string, !line.isEmpty else {
        throw ValidationError(key: "shell", text: "shell must be a line of shell in quotes")
      }
      return ["/bin/sh", "-c", line]
    default:
      throw ValidationError(key: nil, text: "a hook needs either run or shell")
    }
  }
}

/// A duration: `90m`, `36h`, `2d`, `30s`.
enum DurationText {
  static func seconds(_ text: String) -> Double? {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()),
      (0...1_000_000).contains(number)
    else { return nil }
    return Double(number) * unit
  }
}
