/// A key with its modifiers, as the terminal reports it.
///
/// Terminals without an extended keyboard protocol do not report everything: Shift with a letter is reported as the
/// upper case letter, Control with a letter has no case, and key releases are not reported.
package struct Key: Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    case character(Unicode.Scalar)
    case up, down, left, right
    case home, end, pageUp, pageDown
    case enter, tab, escape, backspace, delete, insert
    /// F1 is 1.
    case function(Int)
  }

  /// The modifier keys that were held. `shift` is never set for a character, which includes it.
  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
  }

  package var code: Code
  package var modifiers: Modifiers

  package init(_ code: Code, modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// The character that the key types; nil for other keys and for characters with Alt or Control.
  package var typed: Unicode.Scalar? {
    guard case .character(let scalar) = code, modifiers.isEmpty else { return nil }
    return scalar
  }

  /// The same key with additional modifiers.
  package func with(_ modifiers: Modifiers) -> Key {
    Key(code, modifiers: self.modifiers.union(modifiers))
  }
}

extension Key {
  package static let up = Key(.up)
  package static let down = Key(.down)
  package static let left = Key(.left)
  package static let right = Key(.right)
  package static let home = Key(.home)
  package static let end = Key(.end)
  package static let pageUp = Key(.pageUp)
  package static let pageDown = Key(.pageDown)
  package static let enter = Key(.enter)
  package static let tab = Key(.tab)
  package static let backTab = Key(.tab, modifiers: .shift)
  package static let escape = Key(.escape)
  package static let backspace = Key(.backspace)
  package static let delete = Key(.delete)
  package static let insert = Key(.insert)

  package static func function(_ number: Int) -> Key { Key(.function(number)) }
  package static func character(_ scalar: Unicode.Scalar) -> Key { Key(.character(scalar)) }
  package static func control(_ scalar: Unicode.Scalar) -> Key { Key(.character(scalar), modifiers: .control) }
  package static func alt(_ key: Key) -> Key { key.with(.alt) }
  package static func shift(_ key: Key) -> Key { key.with(.shift) }
}

extension Key: ExpressibleByUnicodeScalarLiteral {
  /// `"h"` is the key that types h.
  package init(unicodeScalarLiteral scalar: Unicode.Scalar) {
    self = .character(scalar)
  }
}
