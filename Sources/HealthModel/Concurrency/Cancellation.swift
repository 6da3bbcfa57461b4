import Synchronization

/// Cancels long-running work. Any thread, including a signal handler's, may call it.
///
/// An import stops after its current batch or rolls that batch back; an undo is rolled back as a whole.
package final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  package init() {}

  package func cancel() {
    flag.store(true, ordering: .relaxed)
  }

  package var isCancelled: Bool {
    flag.load(ordering: .relaxed)
  }
}
