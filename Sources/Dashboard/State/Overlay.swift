/// What lies over the dashboard and takes the keys.
package enum Overlay: Hashable, Sendable {
  /// All keys; `scroll` rows are above the upper edge.
  case help(scroll: Int)
  /// The line that asks for a date: what was typed, and why the last try was refused.
  case goToDate(text: String, complaint: String?)
}
