package import FoundationEssentials

/// The workouts and correlations that a stored sample belongs to.
package struct SampleMembership: Hashable, Sendable {
  package var isCorrelated = false
  /// The identities of the workouts, each with the bundle identifier of the client that saved it.
  package var workouts: [UUID: String] = [:]

  package init() {}
}
