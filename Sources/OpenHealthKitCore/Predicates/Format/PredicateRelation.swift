import HealthModel

/// How a format string compares a key path, on the left, with a value.
enum PredicateRelation: Equatable {
  case compares(Comparison)
  case isIn
  /// Both ends included.
  case isBetween
  case text(MetadataTest.TextRelation)

  /// The relation for an operator in a format, nil if it is unsupported.
  init?(_ token: PredicateToken?) {
    switch token {
    case .symbol("=="), .symbol("="): self = .compares(.equal)
    case .symbol("!="), .symbol("<>"): self = .compares(.notEqual)
    case .symbol("<"): self = .compares(.lessThan)
    case .symbol("<="), .symbol("=<"): self = .compares(.lessThanOrEqual)
    case .symbol(">"): self = .compares(.greaterThan)
    case .symbol(">="), .symbol("=>"): self = .compares(.greaterThanOrEqual)
    case .word(let word):
      switch word.uppercased() {
      case "IN": self = .isIn
      case "BETWEEN": self = .isBetween
      case "BEGINSWITH": self = .text(.beginsWith)
      case "ENDSWITH": self = .text(.endsWith)
      case "CONTAINS": self = .text(.contains)
      default: return nil
      }
    default: return nil
    }
  }

  /// The relation with the operands exchanged, nil if there is none.
  var flipped: PredicateRelation? {
    guard case .compares(let comparison) = self else { return nil }
    switch comparison {
    case .lessThan: return .compares(.greaterThan)
    case .lessThanOrEqual: return .compares(.greaterThanOrEqual)
    case .greaterThan: return .compares(.lessThan)
    case .greaterThanOrEqual: return .compares(.lessThanOrEqual)
    case .equal, .notEqual: return self
    }
  }
}
