import Foundation
import HealthModel

/// The time zones that records name, each looked up once.
///
/// Looking up an unknown name searches the file system, so for a file with made-up names lookups stop after more of
/// them than there are zones.
struct ZoneNames {
  private var zones: [String: TimeZone?] = [:]

  /// The time zone database has about 600 names, including all aliases.
  private static let most = 1_000

  mutating func zone(_ name: String) -> TimeZone? {
    if let known = zones[name] { return known }
    guard zones.count < Self.most else { return nil }
    let zone = Self.isPlausible(name) ? TimeZone(identifier: name) : nil
    zones[name] = .some(zone)
    return zone
  }

  /// Whether a name in a file is that of a zone.
  static func isZone(_ name: String) -> Bool {
    isPlausible(name) && TimeZone(identifier: name) != nil
  }

  /// Whether a name can be that of a zone: names become paths of files.
  private static func isPlausible(_ name: String) -> Bool {
    name.utf8.count <= 64 && !name.contains("..")
      && name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "/_-+:".utf8.contains($0) }
      && name.utf8.first != UInt8(ascii: "/")
  }
}
