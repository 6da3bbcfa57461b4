/// How strictly a sample must be inside a span of time.
public struct HKQueryOptions: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// The sample must start in the span.
  public static let strictStartDate = HKQueryOptions(rawValue: 1 << 0)
  /// The sample must end in the span.
  public static let strictEndDate = HKQueryOptions(rawValue: 1 << 1)
}
