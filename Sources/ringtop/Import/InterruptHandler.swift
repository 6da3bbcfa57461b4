import Dispatch
import Foundation

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
