import Configuration
import Foundation
import HealthAnalysis
import HealthDatabase
import HealthModel
import HealthQueries
import Sharing

/// Passes events to the user's commands, the desktop and the reader of the output, each event once.
struct FactNotifier {
  let store: StoreConnection
  /// Prints an event; false if the reader has gone.
  let print: (FactReport) -> Bool
  var settings: Settings
  let friends: FriendReader

  /// The number of events of a sequence that are remembered.
  private static let mostKeys = 32

  /// Passes on new events.
  ///
  /// - Parameter hooks: receives the commands to run.
  /// - Returns: when to call again even if nothing changes.
  /// - Throws: `StoreError`.
  func step(now: Date, hooks: inout HookRunner) throws -> Date {
    let subscriptions = FactSubscription.standard + settings.hooks.map(\.subscription)
    let today = try store.reading().summary(at: now)
    let source = FactSource(
      today: today, hours: try store.reading().activity(today.day).hours,
      newest: try store.reading().newestRingSample(),
      weekStart: settings.weekStart,
      // A mistake in the list was reported at the start, and must not stop everything else.
      friends: (try? friends.board(store.reading(), at: now, weekStart: settings.weekStart))?.friends ?? [])
    let finder = FactFinder(source: source, subscriptions: subscriptions)
    let told = try store.reading().announcedFacts()
    for fact in finder.facts(now: now) {
      let count = fact.mayReturn ? 1 : Self.mostKeys
      guard told[fact.kind]?.prefix(count).contains(fact.key) != true else { continue }
      // Recorded before it is passed on: if a command ends this program, the next one must not repeat the event.
      guard try store.writing().recordFact(fact.key, ofKind: fact.kind, remembering: count) else { continue }
      let report = try report(fact, source, now: now)
      _ = print(report)
      try start(report, &hooks)
    }
    return finder.next(after: now)
  }

  private func report(_ fact: Fact, _ source: FactSource, now: Date) throws -> FactReport {
    var week = source.today.day.week(startingOn: settings.weekStart)
    if fact.event == .weeklySummary { week = (week.lowerBound - 7)...(week.upperBound - 7) }
    return FactReport(
      fact: fact, today: source.today, week: try store.reading().summaries(week), newest: source.newest, now: now,
      store: store.path, formatting: settings.formatting)
  }

  private func start(_ report: FactReport, _ hooks: inout HookRunner) throws {
    let fact = report.fact
    let input = try report.json() + "\n"
    for hook in settings.hooks where hook.wants(fact) {
      hooks.add(
        HookRunner.Job(
          event: fact.event, command: hook.command, timeout: hook.timeout, variables: report.variables, input: input))
    }
    if settings.notifies,
      FactSubscription.standard.contains(where: { $0.kind(fact.ring) == fact.kind || fact.friend != nil })
    {
      hooks.add(
        HookRunner.Job(
          event: fact.event, command: ["notify-send", "--app-name=ringtop", "ringtop", report.text], timeout: 10,
          variables: [:], input: ""))
    }
  }
}
