public import Foundation

extension NSNotification.Name {
  /// Would tell that the units which a person prefers are others now.
  ///
  /// Here they follow the configured locale, which does not change: it is never posted, and the name is there for code
  /// that waits for it.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let HKUserPreferencesDidChange = NSNotification.Name("HKUserPreferencesDidChangeNotification")
}
