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

/// Lets the caller of long-running work cancel it and observe its progress.
package struct WorkControl {
  /// Called many times a second, on the thread that does the work.
  package var isCancelled: () -> Bool
  /// Called from time to time with the completed fraction, from 0 to 1.
  package var report: (Double) -> Void

  package init(isCancelled: @escaping () -> Bool = { false }, report: @escaping (Double) -> Void = { _ in }) {
    self.isCancelled = isCancelled
    self.report = report
  }

  /// A control for a part of the work.
  package func part(_ range: ClosedRange<Double>) -> WorkControl {
    let report = report
    return WorkControl(isCancelled: isCancelled) {
      report(range.lowerBound + min(max($0, 0), 1) * (range.upperBound - range.lowerBound))
    }
  }
}
