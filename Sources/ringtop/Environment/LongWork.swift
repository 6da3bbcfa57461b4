import Foundation
import HealthModel

/// Work that takes a while: a line on the terminal says how far it is, and ^C and a polite kill end it at a safe place.
enum LongWork {
  /// - Parameters:
  ///   - isQuiet: whether no line is wanted.
  ///   - stopped: what is said where the work ended early.
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
