package import FoundationEssentials

/// Which source counts when several measured the same span. The smallest rank comes first.
///
/// The order is the one that Apple documents: entered by hand, then the watch, then the phone, then everything else;
/// of equal sources, the one that appeared last. The user's own order takes precedence.
package struct SourceRank: Hashable, Sendable, Comparable {
  package enum Class: Int, Sendable, Comparable {
    case enteredByHand = 0
    case watch = 1
    case phone = 2
    case other = 3

    package static func < (lhs: Class, rhs: Class) -> Bool {
      lhs.rawValue < rhs.rawValue
    }
  }

  /// The position in the user's own order for the type, nil if the user has not placed the source.
  package var userPosition: Int?
  package var sourceClass: Class
  /// The start of the source's first sample of the type.
  package var firstSample: Date
  /// Resolves remaining ties, so that the order is deterministic.
  package var sourceID: Int64

  package init(userPosition: Int? = nil, sourceClass: Class, firstSample: Date, sourceID: Int64) {
    self.userPosition = userPosition
    self.sourceClass = sourceClass
    self.firstSample = firstSample
    self.sourceID = sourceID
  }

  package static func < (lhs: SourceRank, rhs: SourceRank) -> Bool {
    if lhs.userPosition != rhs.userPosition {
      return (lhs.userPosition ?? .max) < (rhs.userPosition ?? .max)
    }
    if lhs.sourceClass != rhs.sourceClass { return lhs.sourceClass < rhs.sourceClass }
    if lhs.firstSample != rhs.firstSample { return lhs.firstSample > rhs.firstSample }
    return lhs.sourceID < rhs.sourceID
  }
}

extension SourceRank.Class {
  /// The class of a source, by its hardware or else by its name.
  ///
  /// Names from phones are in any language and contain no-break spaces ("Zoë’s Apple\u{A0}Watch"), so only the
  /// product's name is searched for.
  package init(sourceName: String, deviceModel: String?, hardwareVersion: String?) {
    let hardware = [deviceModel, hardwareVersion].compactMap(\.self)
    if hardware.contains(where: { $0.hasPrefix("Watch") }) {
      self = .watch
    } else if hardware.contains(where: { $0.hasPrefix("iPhone") }) {
      self = .phone
    } else {
      // Comparing characters is slow, and an export may have very many sources. In ASCII each byte is a character.
      let bytes = Array(sourceName.utf8)
      let (hasWatch, hasPhone) = (Self.contains("Watch", in: bytes), Self.contains("iPhone", in: bytes))
      if hasWatch || hasPhone, bytes.contains(where: { $0 >= 0x80 }) {
        let name = String(sourceName.map { $0 == "\u{A0}" ? " " : $0 })
        self = name.contains("Watch") ? .watch : name.contains("iPhone") ? .phone : .other
      } else {
        self = hasWatch ? .watch : hasPhone ? .phone : .other
      }
    }
  }

  private static func contains(_ product: StaticString, in name: [UInt8]) -> Bool {
    product.withUTF8Buffer { product in
      name.count >= product.count
        && (0...name.count - product.count).contains { start in
          name[start] == product[0] && name[start..<start + product.count].elementsEqual(product)
        }
    }
  }
}
