#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A text that is equal to another only if their bytes are, as in files and in SQLite.
///
/// Two values of `String` are also equal if they are canonically equivalent: "é" and "e" with a combining accent, or "K"
/// and the sign for kelvin. The unique columns of a store keep such texts apart, so whatever comes from data and
/// identifies something (a name, an identifier, a key of metadata, a unit) is compared by this type: it is the key of
/// dictionaries, and the wrapper of properties in types with synthesized equality.
@propertyWrapper
package struct Exact<Text: ByteComparable>: Hashable, Sendable {
  package var wrappedValue: Text

  package init(wrappedValue: Text) {
    self.wrappedValue = wrappedValue
  }

  package init(_ text: Text) {
    wrappedValue = text
  }

  package static func == (left: Exact, right: Exact) -> Bool {
    left.wrappedValue.hasSameBytes(as: right.wrappedValue)
  }
}

package typealias ExactText = Exact<String>

/// A text, or an optional one.
package protocol ByteComparable: Hashable, Sendable {
  func hasSameBytes(as other: Self) -> Bool
}

extension String: ByteComparable {
  package func hasSameBytes(as other: String) -> Bool {
    let isSame = utf8.withContiguousStorageIfAvailable { mine in
      other.utf8.withContiguousStorageIfAvailable { theirs in
        guard mine.count == theirs.count else { return false }
        guard let start = mine.baseAddress, let other = theirs.baseAddress else { return mine.isEmpty }
        return start == other || memcmp(start, other, mine.count) == 0
      }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

extension Optional: ByteComparable where Wrapped == String {
  package func hasSameBytes(as other: String?) -> Bool {
    switch (self, other) {
    case (let mine?, let theirs?): mine.hasSameBytes(as: theirs)
    case (nil, nil): true
    default: false
    }
  }
}

extension Exact: Comparable where Text == String {
  /// The order of `String`; equivalent texts are in the order of their bytes.
  package static func < (left: ExactText, right: ExactText) -> Bool {
    left.wrappedValue == right.wrappedValue
      ? left.wrappedValue.utf8.lexicographicallyPrecedes(right.wrappedValue.utf8)
      : left.wrappedValue < right.wrappedValue
  }
}
