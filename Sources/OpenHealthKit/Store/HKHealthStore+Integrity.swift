import HealthDatabase
package import HealthModel

/// Maintenance of the file, which HealthKit does not have. All of these throw `StoreError`.
extension HKHealthStore {
  /// Checks the store.
  ///
  /// - Parameters:
  ///   - repairs: whether to recompute what can be recomputed; otherwise nothing is written.
  ///   - control: cancels the work; a repair in progress is then rolled back as a whole.
  /// - Complexity: O(n log n) in the samples.
  package func examine(repairs: Bool, control: WorkControl = WorkControl()) throws -> StoreReport {
    try StoreCheck.run(path: configuration.path, repairs: repairs, control: control)
  }

  /// Copies the store into one file, while others continue to write.
  ///
  /// - Parameter control: cancels the copy, which then throws `CancellationError`.
  package func backUp(to path: String, control: WorkControl = WorkControl()) throws {
    try StoreBackup.write(path: configuration.path, to: path, control: control)
  }

  /// Replaces the store by a backup.
  ///
  /// - Returns: the path of the previous store; nil if there was none.
  package func restore(from path: String, control: WorkControl = WorkControl()) throws -> String? {
    try StoreBackup.restore(path: configuration.path, from: path, control: control)
  }

  /// Makes a copy of the store for immediate transfer.
  ///
  /// - Parameter folder: the folder of the copy, which the caller removes.
  /// - Returns: the path of the copy.
  package func snapshot(in folder: String) throws -> String {
    try StoreBackup.snapshot(path: configuration.path, in: folder)
  }

  /// Replaces this store, to which nobody writes, by a copy of another machine's store.
  ///
  /// - Parameter copy: a file in the same directory; it is moved. An invalid store is left where it is.
  package func adopt(_ copy: String) throws {
    try StoreBackup.adopt(copy, as: configuration.path)
    connection.close()
  }
}
