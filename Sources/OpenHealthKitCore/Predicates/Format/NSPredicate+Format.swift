#if !canImport(Darwin)
  public import Foundation

  /// Provides `NSPredicate(format:)` on Linux, where Foundation does not parse format strings: only an initializer in
  /// a protocol extension can choose the class. Do not conform to it.
  public protocol HKPredicateMaking {}

  extension NSPredicate: HKPredicateMaking {}

  extension HKPredicateMaking where Self: NSPredicate {
    /// A predicate over the `HKPredicateKeyPath` constants from a format string, for queries of this library.
    ///
    /// Supports comparisons (`==`, `!=`, `<`, `<=`, `>`, `>=`, `IN`, `BETWEEN`, and for metadata `BEGINSWITH`,
    /// `ENDSWITH` and `CONTAINS`), AND, OR, NOT and parentheses. A metadata key follows `metadata.`. Like the typed
    /// factories of ``HKQuery``, it is compiled to SQL.
    ///
    /// - Parameters:
    ///   - predicateFormat: a malformed or unsupported format results in a predicate that matches nothing; a query with
    ///     it fails with ``HKError/Code/errorInvalidArgument`` and the reason.
    ///   - arguments: the values for `%K` (a key path), `%@` and number formats.
    public init(format predicateFormat: String, _ arguments: Any...) {
      self.init(format: predicateFormat, argumentArray: arguments)
    }

    /// A predicate over the `HKPredicateKeyPath` constants from a format string, with its arguments in an array.
    public init(format predicateFormat: String, argumentArray arguments: [Any]?) {
      guard let made = PredicateFormat.made(predicateFormat, arguments ?? []) as? Self else {
        HKPrecondition.fail("The format does not create a \(Self.self)")
      }
      self = made
    }
  }
#endif
