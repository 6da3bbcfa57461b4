package import Configuration
import Foundation
package import HealthDatabase
import HealthModel
import HealthQueries
import Presentation
import Processes
import Sharing
import StoreFiles

/// The loop of `ringtop watch`: starts registered programs, passes on events, imports dropped files.
///
/// It has one thread and waits in `poll` for the store's signal, the folder, the configuration, its children and one
/// timer. While nothing happens, nothing runs.
package final class WatchLoop {
  package struct Options {
    /// Whether to do what is due and exit.
    let once: Bool
    /// Whether events are printed as JSON.
    let json: Bool
    /// The folder whose files are imported; nil for none.
    let inbox: String?
    /// Reports changes of friends; nil if nobody follows them.
    let friends: FriendChanges?

    package init(once: Bool = false, json: Bool = false, inbox: String? = nil, friends: FriendChanges? = nil) {
      self.friends = friends
      self.once = once
      self.json = json
      self.inbox = inbox
    }
  }

  /// A descriptor that becomes readable when something known of friends has changed.
  package struct FriendChanges {
    let descriptor: Int32
    let acknowledge: () -> Void

    package init(descriptor: Int32, acknowledge: @escaping () -> Void) {
      self.descriptor = descriptor
      self.acknowledge = acknowledge
    }
  }

  private let environment: Environment
  private let options: Options
  private let store: StoreConnection
  private let signals: SignalPipe
  private let alarm = AlarmClock()
  private var watch: StoreWatcher?
  private let configuration: ConfigurationWatcher?
  private var problems: [ConfigurationProblem] = []
  private var hooks: HookRunner
  private var deliveries: DeliveryRunner
  private var notifier: FactNotifier
  private var tmux: TmuxOption?
  private var inbox: Inbox?
  private let output: WatchOutput
  /// The current problem with the store, so that it is reported once.
  private var errorMessage: String?

  /// Seconds after which an unusable store is tried again.
  private static let retryInterval = 5.0

  package init(environment: Environment, store: StoreConnection, options: Options) throws {
    self.environment = environment
    self.options = options
    self.store = store
    // SIGPIPE is ignored: a child that does not read, or a reader that has gone, must not end the program.
    signal(SIGPIPE, SIG_IGN)
    signals = try SignalPipe([SIGTERM, SIGINT, SIGHUP, SIGCHLD, SIGALRM])
    // Watched before the first read, so that no change is missed.
    watch = try? StoreWatcher(store)
    configuration = options.once ? nil : ConfigurationWatcher(path: ConfigurationFile.path(environment.variables))
    let output = WatchOutput(json: options.json)
    self.output = output
    hooks = HookRunner(environment: environment.variables, report: Output.report)
    deliveries = DeliveryRunner(store: store, environment: environment.variables, report: Output.report)
    notifier = FactNotifier(
      store: store, print: output.print, settings: environment.settings,
      friends: FriendReader(environment.variables))
    inbox = try options.inbox.map {
      try Inbox(
        folder: $0, store: store.path, environment: environment.variables,
        prepare: { if try store.readingIfPresent() != nil { _ = try store.writing() } }, report: Output.report)
    }
    setTmux(environment.settings)
  }

  /// Runs until it is asked to stop, or everything due has been done.
  package func run() {
    while true {
      let now = environment.now()
      let next = step(now: now)
      if options.once, isIdle { return }
      // Files in their waiting period are handled by a timer, because no event would end the wait.
      let longest: Int32 = options.once ? 500 : -1
      let alarmed = alarm.set(next, now: now)
      let timeout = longest < 0 || alarmed < 0 ? max(longest, alarmed) : min(longest, alarmed)
      let readable = wait(timeout)
      let received = signals.take()
      if !received.isDisjoint(with: [SIGTERM, SIGINT, SIGHUP]) || !output.isRead { return }
      // Only if there is a signal file: creating the watch touches files that others may watch.
      if let configuration, readable.contains(configuration.descriptor) {
        configuration.drain()
        reconfigure()
      }
      if let friends = options.friends, readable.contains(friends.descriptor) { friends.acknowledge() }
      if let watch, readable.contains(watch.descriptor) { _ = watch.drain() }
      if watch == nil { watch = try? StoreWatcher(store) }
      if let descriptor = inbox?.descriptor, readable.contains(descriptor) { inbox?.drain() }
    }
  }

  /// Does what is due.
  ///
  /// - Returns: when to call again even if nothing happens.
  private func step(now: Date) -> Date? {
    var instants: [Date?] = []
    // Imports first, then the recipients of changes.
    instants.append(inbox?.step(now: now))
    do {
      instants.append(try deliveries.step(now: now))
      instants.append(try notifier.step(now: now, hooks: &hooks))
      try tmux?.step(now: now)
      errorMessage = nil
    } catch let error as StoreError where error.code == .missing {
      // It will be created later.
    } catch {
      let sentence = Failure(error).sentence
      if errorMessage != sentence { Output.report(sentence) }
      errorMessage = sentence
      instants.append(now.addingTimeInterval(Self.retryInterval))
    }
    if let wait = hooks.step() { instants.append(now.addingTimeInterval(wait)) }
    return instants.compactMap(\.self).min()
  }

  private var isIdle: Bool { hooks.isIdle && deliveries.isIdle && inbox?.isIdle ?? true }

  /// Waits for an event.
  ///
  /// - Returns: the readable descriptors.
  private func wait(_ timeout: Int32) -> Set<Int32> {
    var polled = [pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)]
    // Without requested events, poll still reports an error, as for a pipe without a reader.
    if output.endsWithReader { polled.append(pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)) }
    let descriptors = [watch?.descriptor, configuration?.descriptor, inbox?.descriptor, options.friends?.descriptor]
    for descriptor in descriptors.compactMap(\.self) {
      polled.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    }
    // An interrupted wait has a byte in the signal pipe.
    guard poll(&polled, nfds_t(polled.count), timeout) > 0 else { return [] }
    if output.endsWithReader, Int32(polled[1].revents) & (POLLERR | POLLHUP | POLLNVAL) != 0 { output.isRead = false }
    return Set(polled.filter { Int32($0.revents) & POLLIN != 0 }.map(\.fd))
  }

  private func setTmux(_ settings: Settings) {
    guard tmux?.name != settings.tmuxOption else { return }
    let hasColors = environment.variables["NO_COLOR", default: ""].isEmpty
    tmux = settings.tmuxOption.map { TmuxOption($0, store: store, hasColors: hasColors) }
  }

  private func reconfigure() {
    let file = ConfigurationFile(environment.variables)
    notifier.settings = file.settings
    setTmux(file.settings)
    for problem in file.problems where !problems.contains(problem) {
      Output.report(problem.sentence(path: file.path))
    }
    problems = file.problems
  }
}

/// The destination of printed events.
final class WatchOutput {
  private let json: Bool
  /// False once the reader has gone.
  var isRead = true

  init(json: Bool) {
    self.json = json
  }

  /// Whether the program exits when its reader has gone: for a script that reads the events, it does.
  var endsWithReader: Bool { json }

  func print(_ report: FactReport) -> Bool {
    guard let line = json ? try? report.json() : report.text else { return true }
    if Output.send(line + "\n") != 0, json { isRead = false }
    return isRead
  }
}
