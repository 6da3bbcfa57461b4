extension Key: ExpressibleByUnicodeScalarLiteral {
  /// `"h"` is the key that types h.
  package init(unicodeScalarLiteral scalar: Unicode.Scalar) {
    self = .character(scalar)
  }
}

extension Key {
  /// What the key types; nil for any key but a character.
  package var typed: Unicode.Scalar? {
    if case .character(let scalar) = self { scalar } else { nil }
  }
}
