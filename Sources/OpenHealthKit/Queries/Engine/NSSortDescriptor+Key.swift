public import Foundation
import HealthModel

#if canImport(Darwin)
  extension NSSortDescriptor {
    var sampleKey: SampleSort.Key? { key.flatMap { SampleSort.Key(identifier: $0) } }
  }
#else
  extension NSSortDescriptor {
    /// A sort descriptor for one of the sort identifiers: `HKSampleSortIdentifierStartDate` and so on, or the name of
    /// the property. On Linux, Foundation has no such initializer, because it lacks key-value coding.
    public convenience init(key: String?, ascending: Bool) {
      let key = key.flatMap { SampleSort.Key(identifier: $0) }
      // The key path is the only place where a descriptor can store a value.
      self.init(keyPath: SortKeyCarrier.path(for: key), ascending: ascending)
    }

    /// The sort key of a sample, nil if a store cannot sort by it.
    var sampleKey: SampleSort.Key? {
      SortKeyCarrier.key(of: keyPath) ?? SampleSort.Key(keyPath)
    }
  }

  /// Key paths that represent sort keys and are never evaluated.
  private struct SortKeyCarrier: Sendable {
    var start = 0
    var end = 0
    var duration = 0
    var distance = 0
    var energy = 0
    var strokes = 0
    var flights = 0
    var unknown = 0

    static func path(for key: SampleSort.Key?) -> KeyPath<SortKeyCarrier, Int> {
      switch key {
      case .start: \.start
      case .end: \.end
      case .workoutDuration: \.duration
      case .workoutTotal(.distance): \.distance
      case .workoutTotal(.energyBurned): \.energy
      case .workoutTotal(.swimmingStrokeCount): \.strokes
      case .workoutTotal(.flightsClimbed): \.flights
      case nil: \.unknown
      }
    }

    static func key(of path: AnyKeyPath) -> SampleSort.Key? {
      let keys: [SampleSort.Key] =
        [.start, .end, .workoutDuration] + WorkoutTotal.allCases.map { SampleSort.Key.workoutTotal($0) }
      return keys.first { self.path(for: $0) == path }
    }
  }
#endif
