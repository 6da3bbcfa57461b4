/// Why an element was not stored, or a part of a stored one was dropped. The raw values are documented codes in the
/// import's report.
package enum SkipReason: String, Sendable, CaseIterable {
  /// No `type`, or an empty one; for metadata, no `key`.
  case missingType
  /// No `startDate`.
  case missingStartDate
  /// A date that is invalid, or missing where one is required.
  case badDate
  /// A date before 1900 or after 2099.
  case dateOutOfRange
  case endBeforeStart
  /// It is longer than `SampleBounds` allows for its type.
  case lastsTooLong
  /// A quantity without a value.
  case missingValue
  /// A value that is not a finite number.
  case badValue
  /// A value that its type cannot have (`QuantityTypeEntry.values`), or a negative one in a day summary.
  case valueOutOfRange
  /// A quantity without a unit, or with one that is invalid or has another dimension.
  case incompatibleUnit
  /// A sum over an unknown time: see `BucketGuess`.
  case unknownWidth
  /// A day summary before 1970, which is Apple's placeholder.
  case before1970
  /// An element that is not imported, for example one from a later system.
  case unsupportedElement
  /// A second `ExportDate` or `Me`, or one after the first other element.
  case repeatedHeader
  /// An empty `Me`.
  case emptyHeader
  /// A longer text, or more parts of one element, than in any real export.
  case tooLarge
  /// The file of a route is missing.
  case missingFile
  /// The path of a route's file leads out of the export, or not to a GPX file.
  case refusedPath
  /// A route that refers to the file of another one; a file of which another has the same or more.
  case repeatedFile
  /// The file of a clinical record to which no element refers, so that its date and its source are unknown.
  case unnamedFile
  /// The tag itself is malformed; for a route, its file.
  case damaged
  /// The file ends within the element.
  case truncated
}
