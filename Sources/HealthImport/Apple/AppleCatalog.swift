import HealthModel

/// The importer's questions to the catalogs of the model. Each answer is asked for once per distinct value of a file.
enum AppleCatalog {
  /// What the identifier names; `.other` for one that no catalog knows, whatever its prefix.
  static func kind(of identifier: String) -> SampleKind {
    if QuantityTypeCatalog.entry(for: identifier) != nil { return .quantity }
    if CategoryTypeCatalog.entry(for: identifier) != nil { return .category }
    return .other
  }

  /// From that unit to the type's own, nil where values cannot be converted. No unit is the null unit, which counts have.
  static func conversion(from unit: String?, forQuantityType identifier: String) -> UnitConversion? {
    guard let canonical = QuantityTypeCatalog.entry(for: identifier)?.unit else { return nil }
    return (try? HealthUnit(parsing: unit ?? ""))?.conversion(to: canonical)
  }

  /// The number in another unit, or nil where the two do not measure the same.
  static func convert(_ value: Double, from unit: String, to canonical: HealthUnit) -> Double? {
    (try? HealthUnit(parsing: unit))?.convert(value, to: canonical)
  }
}
