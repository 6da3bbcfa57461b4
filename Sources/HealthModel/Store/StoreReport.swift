/// What an examination of a store found.
package struct StoreReport: Sendable, Hashable {
  /// Something that is not as it should be.
  package struct Finding: Sendable, Hashable {
    package enum Code: String, Sendable, Hashable {
      /// SQLite cannot make sense of a part of the file.
      case damagedFile
      /// A column holds what it never should.
      case damagedValue
      /// A row names another that is not there.
      case missingRow
      /// A sample ends before it starts.
      case impossibleDates
      /// An earlier version wrote the store, or computed what is in it.
      case olderFormat
      /// A time zone that this system does not know.
      case unknownZone
      /// The ranks of sources are not those that the samples give.
      case wrongRanks
      /// Stored totals are not those that the samples give.
      case wrongTotals
      /// Day summaries are not those that the samples give.
      case wrongSummaries
      /// Others may read or write the store.
      case openToOthers
      /// What lies in the place of the file that tells of changes is something else.
      case wrongSignal
      /// The disk has little room left.
      case littleSpace
    }

    package var code: Code
    /// A whole sentence for a person.
    package var sentence: String
    /// Whether a repair sets it right without loss.
    package var isRepairable: Bool
    package var isRepaired = false

    package init(_ code: Code, _ sentence: String, isRepairable: Bool) {
      self.code = code
      self.sentence = sentence
      self.isRepairable = isRepairable
    }
  }

  package var path: String
  /// The version of the store's format; 0 where it could not be read.
  package var format = 0
  package var samples = 0
  package var findings: [Finding] = []

  package init(path: String) {
    self.path = path
  }

  /// Whether nothing is wrong with the store, or nothing any more. A full disk is no fault of it.
  package var isSound: Bool { findings.allSatisfy { $0.isRepaired || $0.code == .littleSpace } }
}
