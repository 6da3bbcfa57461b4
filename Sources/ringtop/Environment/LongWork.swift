import Dispatch
import Foundation
import HealthModel
import Synchronization

/// Long-running work with a progress line on the terminal, which SIGINT, SIGTERM and SIGHUP end at a safe point.
enum LongWork {
  /// - Parameters:
  ///   - isQuiet: whether to suppress the progress line.
  ///   - stopped: the message if the work ended early.
  static func run<Result>(
    _ environment: Environment, isQuiet: Bool, stopped: String, _ body: (WorkControl) throws -> Result
  ) throws -> Result {
    let cancellation = Cancellation()
    let interrupt = InterruptHandler { cancellation.cancel() }
    defer { interrupt.stop() }
    let progress = ProgressLine(isShown: !isQuiet && environment.isTerminal(2), clock: environment.now)
    defer { progress.clear() }
    do {
      return try body(WorkControl(isCancelled: { cancellation.isCancelled }, report: { progress.show($0) }))
    } catch is CancellationError {
      throw Failure(.interrupted, stopped)
    } catch let error as StoreError where error.code == .interrupted {
      throw Failure(.interrupted, stopped)
    }
  }
}

/// Calls a closure on SIGINT, SIGTERM and SIGHUP for as long as it exists, so that work can stop at a safe point.
final class InterruptHandler {
  private static let latest = Atomic<Int32>(SIGINT)

  /// The latest signal that a handler received; SIGINT if there was none.
  static var signalNumber: Int32 { latest.load(ordering: .relaxed) }

  private let sources: [any DispatchSourceSignal]

  init(_ body: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM, SIGHUP].compactMap { number in
      // The default action would end the process before the source is notified of the signal.
      let isIgnored = signal(number, SIG_IGN).map { unsafeBitCast($0, to: Int.self) } == 1
      // By nohup, so that the work continues without the terminal.
      if isIgnored, number == SIGHUP { return nil }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        Self.latest.store(number, ordering: .relaxed)
        body()
      }
      source.resume()
      return source
    }
  }

  func stop() {
    for source in sources {
      source.cancel()
      signal(Int32(source.handle), SIG_DFL)
    }
  }
}
