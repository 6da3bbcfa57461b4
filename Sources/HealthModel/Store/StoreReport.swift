/// The result of checking a store.
package struct StoreReport: Sendable, Hashable {
  /// A problem in the store.
  package struct Finding: Sendable, Hashable {
    package enum Code: String, Sendable, Hashable {
      /// A part of the file is corrupt.
      case damagedFile
      /// An index differs from its table.
      case damagedIndex
      /// A column contains an invalid value.
      case damagedValue
      /// A row refers to another that does not exist.
      case missingRow
      /// The change log contradicts the samples.
      case wrongHistory
      /// A sample ends before it starts.
      case impossibleDates
      /// The store, or derived data in it, was written by an earlier version.
      case olderFormat
      /// A time zone that this system does not have.
      case unknownZone
      /// The counts of references to sources and sets of metadata, the lists of their keys, or the flags of samples differ
      /// from what they are derived from.
      case wrongReferences
      /// The ranks of sources differ from those computed from the samples.
      case wrongRanks
      /// Stored totals differ from those computed from the samples.
      case wrongTotals
      /// Day summaries differ from those computed from the samples.
      case wrongSummaries
      /// Other users can read or write the store.
      case openToOthers
      /// The path of the signal file is something other than a regular file.
      case wrongSignal
      /// The disk is almost full.
      case littleSpace
    }

    package var code: Code
    /// A complete sentence.
    package var sentence: String
    /// Whether a repair fixes it without loss.
    package var isRepairable: Bool
    package var isRepaired = false

    package init(_ code: Code, _ sentence: String, isRepairable: Bool) {
      self.code = code
      self.sentence = sentence
      self.isRepairable = isRepairable
    }
  }

  package var path: String
  /// The version of the store's format; 0 if it could not be read.
  package var format = 0
  package var samples = 0
  package var findings: [Finding] = []

  package init(path: String) {
    self.path = path
  }

  /// Whether the store has no problems, or none any more. A full disk does not count.
  package var isSound: Bool { findings.allSatisfy { $0.isRepaired || $0.code == .littleSpace } }
}
