package enum AggregationTemp { case cumulative, discrete }
package struct EntryTemp { package var unit: String; package var aggregation: AggregationTemp }
package enum QuantityTypeCatalog {
  package static func entry(for id: String) -> EntryTemp? {
    switch id {
    case "HKQuantityTypeIdentifierActiveEnergyBurned": .init(unit: "kcal", aggregation: .cumulative);
    case "HKQuantityTypeIdentifierStepCount": .init(unit: "count", aggregation: .cumulative);
    case "HKQuantityTypeIdentifierAppleExerciseTime": .init(unit: "min", aggregation: .cumulative);
    default: nil
    }
  }
}
package struct HealthUnit {
  package init(parsing: String) throws {};
  package func conversion(to: HealthUnit) -> (scale: Double, offset: Double)? { (1, 0) }
}
