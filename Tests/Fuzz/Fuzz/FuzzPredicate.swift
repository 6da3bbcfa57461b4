#if FUZZ_PREDICATES
  import Foundation

  @testable import OpenHealthKitCore

  /// A format string gives a predicate or an error.
  @Sendable func fuzzPredicate(_ bytes: UnsafeRawBufferPointer) {
    #if !canImport(Darwin)
      let arguments: [Any] = ["metadata.a", Date(timeIntervalSinceReferenceDate: 0), 7, "text", [1, 2]]
      _ = try? PredicateFormat.predicate(bytes.text, arguments)
    #endif
  }
#endif
