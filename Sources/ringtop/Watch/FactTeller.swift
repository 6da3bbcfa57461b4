import Dashboard
import Foundation
import HealthModel
import OpenHealthKit

/// Tells the user's commands, the desktop and whoever reads the output what is so now, each fact once.
struct FactTeller {
  let store: HKHealthStore
  /// Takes a fact for the output; false where nobody reads it any more.
  let print: (FactReport) -> Bool
  var settings: Settings

  /// Tells what was not told before.
  ///
  /// - Parameter hooks: takes the commands that are to run.
  /// - Returns: when to look again though nothing changes.
  /// - Throws: `StoreError`.
  func step(now: Date, hooks: inout HookRunner) throws -> Date {
    let wishes = FactWish.standard + settings.hooks.map(\.wish)
    let today = try store.summary(at: now)
    let source = FactSource(
      today: today, hours: try store.activity(today.day).hours, newest: try store.newestRingSample(),
      weekStart: settings.weekStart)
    let finder = FactFinder(source: source, wishes: wishes)
    let told = try store.toldFacts()
    for fact in finder.facts(now: now) where told[fact.kind] != fact.key {
      // Noted before it is told: a command that ends this program must not be told again by the next.
      guard try store.tell(fact.key, of: fact.kind) else { continue }
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
      fact: fact, today: source.today, week: try store.summaries(week), newest: source.newest, now: now,
      store: store.configuration.path, formatting: settings.formatting)
  }

  private func start(_ report: FactReport, _ hooks: inout HookRunner) throws {
    let fact = report.fact
    let input = try report.json() + "\n"
    for hook in settings.hooks where hook.wants(fact) {
      hooks.add(
        HookRunner.Job(
          event: fact.event, command: hook.command, timeout: hook.timeout, variables: report.variables, input: input))
    }
    if settings.notifies, FactWish.standard.contains(where: { $0.kind(fact.ring) == fact.kind }) {
      hooks.add(
        HookRunner.Job(
          event: fact.event, command: ["notify-send", "--app-name=ringtop", "ringtop", report.text], timeout: 10,
          variables: [:], input: ""))
    }
  }
}
