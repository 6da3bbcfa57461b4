package import HealthModel

/// What the records of a delivery contain of each ring, found by looking at each of them.
package struct RingCoverage: Hashable, Sendable {
  package enum Origin: String, Hashable, Sendable {
    /// Measured by the device.
    case measured
    /// Derived from other measurements, and marked in the samples.
    case derived
    case none
  }

  private var origins: [Ring: Origin] = [:]
  /// Whether it contains goals.
  package private(set) var goals = false

  /// Nothing of any ring.
  package init() {}

  package subscript(ring: Ring) -> Origin { origins[ring] ?? .none }

  /// Adds the records of a batch.
  ///
  /// - Complexity: O(*n*).
  mutating func add(_ batch: SampleBatch) {
    let types = batch.tables.types
    let rings = types.map { Self.rings[$0.identifier] }
    if rings.contains(where: { $0 != nil }) {
      for sample in batch.samples {
        guard let ring = rings[Int(sample.type) - types.startIndex], self[ring] != .measured else { continue }
        let isDerived = sample.metadata >= 0 && batch.tables.metadata[Int(sample.metadata)].entries.contains(.derived)
        origins[ring] = isDerived ? .derived : .measured
      }
    }
    // Apple's row for a day is a recording of every ring, also of 0.
    for summary in batch.appleSummaries {
      for ring in Ring.allCases { origins[ring] = .measured }
      goals = goals || summary.energyGoal > 0 || summary.moveTimeGoal > 0
    }
  }

  /// Adds a later part of the same delivery.
  mutating func add(_ part: RingCoverage) {
    origins.merge(part.origins) { $0 == .measured || $1 == .measured ? .measured : .derived }
    goals = goals || part.goals
  }

  private static let rings: [String: Ring] = [
    RingType.activeEnergy: .move, RingType.moveTime: .move, RingType.exerciseTime: .exercise,
    RingType.standHour: .stand,
  ]
}
