package import FoundationEssentials

/// What a stored sample belongs to.
package struct SampleMembership: Hashable, Sendable {
  package var isCorrelated = false
  /// The identities of the workouts.
  package var workouts: Set<UUID> = []

  package init() {}
}
