/// Why an element was not stored. The raw values are documented codes of the import's report.
package enum SkipReason: String, Sendable, CaseIterable {
  /// No `type`, or an empty one.
  case missingType
  /// No `startDate`.
  case missingStartDate
  /// A date that cannot be read, or no date where one is needed.
  case badDate
  /// It ends before it starts.
  case endBeforeStart
  /// A quantity without a value.
  case missingValue
  /// A value that is no finite number.
  case badValue
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
  /// The tag itself cannot be read.
  case damaged
  /// The end of the file cuts it off.
  case truncated
}
