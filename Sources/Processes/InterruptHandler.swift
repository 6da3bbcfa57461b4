import Dispatch
import Foundation
import Synchronization

/// Calls a closure on SIGINT, SIGTERM and SIGHUP for as long as it exists, so that work can stop at a safe point.
package final class InterruptHandler {
  private static let latest = Atomic<Int32>(SIGINT)

  /// The latest signal that a handler received; SIGINT if there was none.
  static var signalNumber: Int32 { latest.load(ordering: .relaxed) }

  private let sources: [any DispatchSourceSignal]

  package init(_ body: @escaping @Sendable () -> Void) {
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

  package func stop() {
    for source in sources {
      source.cancel()
      signal(Int32(source.handle), SIG_DFL)
    }
  }
}
