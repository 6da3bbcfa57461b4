import HealthDatabase
package import HealthModel

/// What HealthKit has no name for: looking after the file. All of these throw `StoreError`.
extension HKHealthStore {
  /// Examines the store.
  ///
  /// - Parameter repairs: whether to repair what can be computed again; without it nothing is written.
  /// - Complexity: O(n log n) in the samples.
  package func examine(repairs: Bool) throws -> StoreReport {
    try StoreCheck.run(path: configuration.path, repairs: repairs)
  }

  /// Copies the store into one file, while others go on writing.
  ///
  /// - Parameter isCancelled: asked now and then; the copy then ends with `CancellationError`.
  package func backUp(to path: String, isCancelled: @escaping () -> Bool = { false }) throws {
    try StoreBackup.write(path: configuration.path, to: path, isCancelled: isCancelled)
  }

  /// Puts a backup in the place of the store.
  ///
  /// - Returns: where the store lies that was there before; nil where there was none.
  package func restore(from path: String, isCancelled: @escaping () -> Bool = { false }) throws -> String? {
    try StoreBackup.restore(path: configuration.path, from: path, isCancelled: isCancelled)
  }
}
