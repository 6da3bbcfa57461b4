/// Where wrong use ends.
///
/// What HealthKit answers with an Objective-C exception, which Swift cannot catch, traps here, with the
/// exception's name and reason. It is one function so that tests can trap it and nobody has to look for a second.
enum HKPrecondition {
  /// The name that the exception has on Apple's systems.
  enum Name: String {
    case invalidArgument = "NSInvalidArgumentException"
    case validation = "_HKObjectValidationFailureException"
  }

  /// Ends the process.
  static func fail(_ reason: String, _ name: Name = .invalidArgument) -> Never {
    // Not preconditionFailure, which says nothing in a release build.
    fatalError("*** Terminating due to \(name.rawValue), reason: '\(reason)'")
  }

  /// Ends the process unless the condition holds. The reason is only made when it is needed.
  static func check(_ condition: Bool, _ reason: @autoclosure () -> String, _ name: Name = .invalidArgument) {
    if !condition { fail(reason(), name) }
  }
}
