/// One of HealthKit's enumerations: the numbers that are stored and the symbols that exports print for them.
package struct SymbolSet: Hashable, Sendable {
  package struct Member: Hashable, Sendable {
    /// The Swift case, `asleepCore`.
    package let name: String
    package let rawValue: Int
    /// As printed, `HKCategoryValueSleepAnalysisAsleepCore`.
    package let symbol: String
  }

  /// The enumeration, `HKCategoryValueSleepAnalysis`.
  package let name: String
  /// In order of definition. Where two share a number, the newer spelling comes first.
  package let members: [Member]
  private let rawValues: [String: Int]
  private let firstMembers: [Int: Member]

  /// - Parameter symbols: printed symbols that cannot be derived from the case's name.
  init(_ name: String, _ members: KeyValuePairs<String, Int>, symbols: [String: String] = [:]) {
    self.name = name
    self.members = members.map { member in
      let symbol = symbols[member.key] ?? name + member.key.capitalizedFirst
      return Member(name: member.key, rawValue: member.value, symbol: symbol)
    }
    rawValues = Dictionary(self.members.map { ($0.symbol, $0.rawValue) }, uniquingKeysWith: { first, _ in first })
    firstMembers = Dictionary(self.members.map { ($0.rawValue, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The number for a printed symbol. O(1).
  package func rawValue(forSymbol symbol: String) -> Int? {
    rawValues[symbol]
  }

  /// The symbol for a number, nil if the number is not in the set. O(1).
  package func symbol(for rawValue: Int) -> String? {
    firstMembers[rawValue]?.symbol
  }

  package func contains(_ rawValue: Int) -> Bool {
    firstMembers[rawValue] != nil
  }
}
