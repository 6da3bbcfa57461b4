package import HealthModel

/// An export of the Health app that was found on this machine.
package struct ExportFile: Hashable, Sendable {
  /// Its absolute path, or that of the folder to which an archive was unpacked.
  package var path: String
  /// The path as the user would write it.
  package var shownPath: String
  package var bytes: Int64
  package var modified: Day

  package init(path: String, shownPath: String, bytes: Int64, modified: Day) {
    self.path = path
    self.shownPath = shownPath
    self.bytes = bytes
    self.modified = modified
  }
}
