#if !canImport(Darwin)
  public import Foundation

  /// What lets `NSPredicate(format:)` exist on Linux, where Foundation reads no format strings: only an initialiser of a
  /// protocol's extension may choose the class. Nothing to conform to.
  public protocol HKPredicateMaking {}

  extension NSPredicate: HKPredicateMaking {}

  extension HKPredicateMaking where Self: NSPredicate {
    /// A predicate over the `HKPredicateKeyPath` constants by a format string, for queries of this library.
    ///
    /// It knows comparisons (`==`, `!=`, `<`, `<=`, `>`, `>=`, `IN`, `BETWEEN`, and for metadata `BEGINSWITH`, `ENDSWITH`
    /// and `CONTAINS`), AND, OR, NOT and parentheses. A metadata key follows `metadata.`. Like the factories of
    /// ``HKQuery``, which say the same with types, it becomes SQL.
    ///
    /// - Parameters:
    ///   - predicateFormat: one that cannot be read, or is about anything else, makes a predicate that is true of nothing; a
    ///     query with it fails with ``HKError/Code/errorInvalidArgument`` and says why.
    ///   - arguments: what stands at `%K` (a key path), `%@` and the formats of numbers.
    public init(format predicateFormat: String, _ arguments: Any...) {
      self.init(format: predicateFormat, argumentArray: arguments)
    }

    /// A predicate over the `HKPredicateKeyPath` constants by a format string, its arguments in an array.
    public init(format predicateFormat: String, argumentArray arguments: [Any]?) {
      guard let made = PredicateFormat.made(predicateFormat, arguments ?? []) as? Self else {
        HKPrecondition.fail("A format makes no \(Self.self)")
      }
      self = made
    }
  }
#endif
