import Synchronization

/// Tells long work to stop. Any thread may do so, a signal handler's too.
///
/// An import stops after the batch it is at or rolls that batch back; an undo rolls back as a whole.
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
