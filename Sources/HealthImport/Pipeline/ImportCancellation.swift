import Synchronization

/// Tells a running import to stop after the batch it is at. Any thread may do so, a signal handler's too.
package final class ImportCancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  package init() {}

  package func cancel() {
    flag.store(true, ordering: .relaxed)
  }

  package var isCancelled: Bool {
    flag.load(ordering: .relaxed)
  }
}
