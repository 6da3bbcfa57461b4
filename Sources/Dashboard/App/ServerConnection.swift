/// How the dashboard stands with the server that has the store, where it is on another machine.
package enum ServerConnection: Hashable, Sendable {
  /// What is shown is what the server has.
  case live
  /// The server cannot be read. What is shown is its state at a time of day or a date, which is nil where it never was
  /// read; the reason is a sentence.
  case lost(since: String?, reason: String)
}
