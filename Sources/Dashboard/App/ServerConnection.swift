/// The status of the connection to the server with the store, if it is on another machine.
package enum ServerConnection: Hashable, Sendable {
  /// The displayed data is current.
  case live
  /// The server is unreachable. The displayed data is from a time of day or a date, nil if the server was never
  /// reached; the reason is a sentence.
  case lost(since: String?, reason: String)
}
