import Dispatch
import Foundation
import HealthModel

/// Long-running work with a progress line on the terminal, which SIGINT and SIGTERM end at a safe point.
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

/// Calls a closure on SIGINT and SIGTERM for as long as it exists, so that work can stop at a safe point.
final class InterruptHandler {
  private let sources: [any DispatchSourceSignal]

  init(_ body: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM].map { number in
      // The default action would end the process before the source is notified of the signal.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: body)
      source.resume()
      return source
    }
  }

  func stop() {
    for source in sources { source.cancel() }
    signal(SIGINT, SIG_DFL)
    signal(SIGTERM, SIG_DFL)
  }
}
