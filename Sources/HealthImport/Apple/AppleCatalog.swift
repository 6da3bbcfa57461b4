import HealthModel

/// The importer's lookups in the catalogs of the model. Each lookup is made once per distinct value in a file.
enum AppleCatalog {
  /// The kind of the type with this identifier; `.other` if it is not in a catalog, whatever its prefix.
  static func kind(of identifier: String) -> SampleKind {
    if QuantityTypeCatalog.entry(for: identifier) != nil { return .quantity }
    if CategoryTypeCatalog.entry(for: identifier) != nil { return .category }
    return .other
  }

  /// The conversion from the unit to the type's own, nil if they are incompatible. No unit means the null unit, as
  /// for counts.
  static func conversion(from unit: String?, forQuantityType identifier: String) -> UnitConversion? {
    guard let canonical = QuantityTypeCatalog.entry(for: identifier)?.unit else { return nil }
    return (try? HealthUnit(parsing: unit ?? ""))?.conversion(to: canonical)
  }

  /// The number in another unit, or nil if the dimensions differ.
  static func convert(_ value: Double, from unit: String, to canonical: HealthUnit) -> Double? {
    (try? HealthUnit(parsing: unit))?.convert(value, to: canonical)
  }
}
