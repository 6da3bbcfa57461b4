import Configuration
import Foundation
import HealthAnalysis
import HealthDatabase
import HealthModel
import HealthQueries
import Reports
import Sharing
import StoreFiles

/// Passes events to the user's commands, the desktop and the reader of the output, each event once.
struct FactNotifier {
  let store: StoreConnection
  /// Prints an event; false if the reader has gone.
  let print: (FactReport) -> Bool
  var settings: Settings
  let friends: FriendReader
  private let records = TodaysRecords()
  private let memory = FollowedMemory()

  init(store: StoreConnection, print: @escaping (FactReport) -> Bool, settings: Settings, friends: FriendReader) {
    (self.store, self.print, self.settings, self.friends) = (store, print, settings, friends)
  }

  /// The number of events of a sequence that are remembered.
  private static let mostKeys = 32
  /// Seconds until an import under way is looked at again. Before its end a day can have samples without the goals and the
  /// other rings of its file.
  private static let importWait = 0.5

  /// Passes on new events.
  ///
  /// - Parameter hooks: receives the commands to run.
  /// - Returns: when to call again even if nothing changes.
  /// - Throws: `StoreError`.
  func step(now: Date, hooks: inout HookRunner) throws -> Date {
    guard !ObserverPresence.isImporting(storePath: store.path) else { return now.addingTimeInterval(Self.importWait) }
    let subscriptions = FactSubscription.standard + settings.hooks.map(\.subscription)
    let today = try store.reading().shownSummary(at: now)
    let told = try store.reading().announcedFacts()
    var source = FactSource(
      today: today, hours: try store.reading().activity(today.day).hours,
      newest: try store.reading().newestRingSample(now: now),
      weekStart: settings.weekStart,
      // A mistake in the list was reported at the start, and must not stop everything else.
      friends: (try? friends.board(store.reading(), at: now, weekStart: settings.weekStart))?.friends ?? [],
      goals: try store.reading().goalProgress(today.day...today.day, weekStart: settings.weekStart))
    let wanted = Set(settings.hooks.map(\.subscription.event))
    let day = try DayMeasures(store: store, now: now, settings: settings, day: today.day, memory: memory)
    // Until it has been told, since a night and the records of many years are read for it.
    let vitals = FactSubscription(.vitalsOutOfRange).kind()
    if wanted.contains(.vitalsOutOfRange), told[vitals]?.contains(today.day.description) != true {
      source.night = try day.night()
    }
    if wanted.contains(.record) { source.records = try records.today(day, now: now) }
    // An import that has begun in the meantime may be part of what was read.
    guard !ObserverPresence.isImporting(storePath: store.path) else { return now.addingTimeInterval(Self.importWait) }
    let finder = FactFinder(source: source, subscriptions: subscriptions)
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
      fact: fact, today: source.today, week: try store.reading().shownSummaries(week),
      known: try store.reading().knownDays(upTo: source.today.day), newest: source.newest,
      night: source.night, now: now,
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
      FactSubscription.standard.contains(where: {
        $0.kind(fact.ring) == fact.kind || fact.friend != nil || fact.goal != nil
      })
    {
      hooks.add(
        HookRunner.Job(
          event: fact.event, command: ["notify-send", "--app-name=ringtop", "ringtop", report.text], timeout: 10,
          variables: [:], input: ""))
    }
  }
}

/// The records of today, read again when there is another workout today, and now and then after one, whose distances and
/// heart rates may come later.
private final class TodaysRecords {
  private static let pause = 600.0

  private var workouts: [Int64] = []
  private var known: [NamedMeasure] = []
  private var read = Date.distantPast

  func today(_ day: DayMeasures, now: Date) throws -> [NamedMeasure] {
    let rows = try day.workouts()
    guard rows != workouts || (!rows.isEmpty && abs(now.timeIntervalSince(read)) >= Self.pause) else { return known }
    (workouts, known, read) = (rows, rows.isEmpty ? [] : try day.records(), now)
    return known
  }
}
