/// Lets whoever calls for long work stop it and hear how far it is.
package struct WorkControl {
  /// Asked many times a second, on the thread of the work.
  package var isCancelled: () -> Bool
  /// Called now and then with the part that is done, from 0 to 1.
  package var report: (Double) -> Void

  package init(isCancelled: @escaping () -> Bool = { false }, report: @escaping (Double) -> Void = { _ in }) {
    self.isCancelled = isCancelled
    self.report = report
  }

  /// The control of a part of the work.
  package func part(_ range: ClosedRange<Double>) -> WorkControl {
    let report = report
    return WorkControl(isCancelled: isCancelled) {
      report(range.lowerBound + min(max($0, 0), 1) * (range.upperBound - range.lowerBound))
    }
  }
}
