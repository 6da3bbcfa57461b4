public import Foundation

extension NSNotification.Name {
  /// Posted on Apple's systems when the user's preferred units change.
  ///
  /// Here they follow the configured locale, which does not change: it is never posted, and the name exists for code
  /// that observes it.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let HKUserPreferencesDidChange = NSNotification.Name("HKUserPreferencesDidChangeNotification")
}
