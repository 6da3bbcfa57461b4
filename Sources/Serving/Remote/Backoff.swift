/// How long to wait before a lost connection is tried again.
///
/// The waits grow, and are random, so that not all clients of a restarted server reconnect at once. A connection that did
/// not last as long as the longest wait counts as none: what accepts connections and closes them must not be asked every
/// second for ever.
struct Backoff {
  private var seconds = Self.shortest

  private static let (shortest, longest) = (1.0, 30.0)

  /// - Parameters:
  ///   - duration: how long the connection lasted; nil if there was none.
  ///   - isRefused: whether the token was not accepted, which time alone does not change.
  /// - Returns: the wait in seconds.
  mutating func wait(after duration: Duration?, isRefused: Bool = false) -> Double {
    if let duration, duration >= .seconds(Self.longest) { seconds = Self.shortest }
    if isRefused { seconds = Self.longest }
    defer { seconds = min(seconds * 2, Self.longest) }
    return seconds * Double.random(in: 0.8...1.2)
  }
}
