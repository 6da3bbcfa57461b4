extension Key: ExpressibleByUnicodeScalarLiteral {
  /// `"h"` is the key that types h.
  package init(unicodeScalarLiteral scalar: Unicode.Scalar) {
    self = .character(scalar)
  }
}
