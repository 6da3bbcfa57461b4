import HealthDatabase
package import HealthModel

/// What HealthKit has no name for: looking after the file. All of these throw `StoreError`.
extension HKHealthStore {
  /// Examines the store.
  ///
  /// - Parameters:
  ///   - repairs: whether to repair what can be computed again; without it nothing is written.
  ///   - control: stops the work; a repair that was begun is then taken back as a whole.
  /// - Complexity: O(n log n) in the samples.
  package func examine(repairs: Bool, control: WorkControl = WorkControl()) throws -> StoreReport {
    try StoreCheck.run(path: configuration.path, repairs: repairs, control: control)
  }

  /// Copies the store into one file, while others go on writing.
  ///
  /// - Parameter control: stops the copy, which then ends with `CancellationError`.
  package func backUp(to path: String, control: WorkControl = WorkControl()) throws {
    try StoreBackup.write(path: configuration.path, to: path, control: control)
  }

  /// Puts a backup in the place of the store.
  ///
  /// - Returns: where the store lies that was there before; nil where there was none.
  package func restore(from path: String, control: WorkControl = WorkControl()) throws -> String? {
    try StoreBackup.restore(path: configuration.path, from: path, control: control)
  }

  /// Makes a copy of the store that is to be sent on at once.
  ///
  /// - Parameter folder: where the copy lies until the caller removes it.
  /// - Returns: the path of the copy.
  package func snapshot(in folder: String) throws -> String {
    try StoreBackup.snapshot(path: configuration.path, in: folder)
  }

  /// Puts a copy of another machine's store in the place of this one, which nobody writes to.
  ///
  /// - Parameter copy: a file in the same directory; it is moved. One that is no sound store is left where it is.
  package func adopt(_ copy: String) throws {
    try StoreBackup.adopt(copy, as: configuration.path)
    door.close()
  }
}
