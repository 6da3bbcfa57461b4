/// Why an element was not stored, or a part of a stored one was left out. The raw values are documented codes of the
/// import's report.
package enum SkipReason: String, Sendable, CaseIterable {
  /// No `type`, or an empty one; of metadata, no `key`.
  case missingType
  /// No `startDate`.
  case missingStartDate
  /// A date that cannot be read, or no date where one is needed.
  case badDate
  /// A date before 1900 or after 2099.
  case dateOutOfRange
  /// It ends before it starts.
  case endBeforeStart
  /// It lasts longer than `SampleBounds` allows for its type.
  case lastsTooLong
  /// A quantity without a value.
  case missingValue
  /// A value that is no finite number.
  case badValue
  /// A value beyond `SampleBounds.largestValue`, or a negative one in a day summary.
  case valueOutOfRange
  /// A quantity without a unit, or with one that cannot be read or measures something else.
  case incompatibleUnit
  /// A day summary from before 1970: a placeholder of Apple's.
  case before1970
  /// A kind of element that is not imported: clinical records, audiograms, prescriptions, kinds of later systems.
  case unsupportedElement
  /// `ExportDate` or `Me` a second time, or after the first other element.
  case repeatedHeader
  /// `Me` without anything in it.
  case emptyHeader
  /// A longer text, or more parts of one element, than any real export holds.
  case tooLarge
  /// The file of a route is not there.
  case missingFile
  /// The path of a route's file leads out of the export, or to no GPX file.
  case refusedPath
  /// A route that names the file of another again.
  case repeatedFile
  /// A file of a clinical record that no element names, without which nobody knows of when and of whom it is.
  case unnamedFile
  /// The tag itself cannot be read; of a route, its file.
  case damaged
  /// The end of the file cuts it off.
  case truncated
}
