/// Traps on programming errors.
///
/// Where HealthKit raises an Objective-C exception, which Swift cannot catch, this traps with the exception's name
/// and reason. It is a single function so that tests can replace it.
package enum HKPrecondition {
  /// The name that the exception has on Apple's systems.
  package enum Name: String {
    case invalidArgument = "NSInvalidArgumentException"
    case validation = "_HKObjectValidationFailureException"
  }

  /// Traps.
  package static func fail(_ reason: String, _ name: Name = .invalidArgument) -> Never {
    // Not preconditionFailure, which prints no reason in a release build.
    fatalError("*** Terminating due to \(name.rawValue), reason: '\(reason)'")
  }

  /// Traps unless the condition is true. The reason is only evaluated when it is needed.
  package static func check(_ condition: Bool, _ reason: @autoclosure () -> String, _ name: Name = .invalidArgument) {
    if !condition { fail(reason(), name) }
  }
}
