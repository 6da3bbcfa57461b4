import Configuration
import Foundation
import HealthModel
import Processes
import Reports

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
