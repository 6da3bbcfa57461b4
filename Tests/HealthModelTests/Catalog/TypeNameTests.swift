import Testing

@testable import HealthModel

@Suite("Type names")
struct TypeNameTests {
  @Test("a type is found by its short name and by its identifier, regardless of case")
  func names() {
    #expect(TypeName.identifier(for: "stepCount") == TypeIdentifier.stepCount)
    #expect(TypeName.identifier(for: "STEPCOUNT") == TypeIdentifier.stepCount)
    #expect(TypeName.identifier(for: "HKQuantityTypeIdentifierStepCount") == TypeIdentifier.stepCount)
    #expect(TypeName.identifier(for: "workout") == TypeIdentifier.workout)
    #expect(TypeName.identifier(for: "bloodPressure") == TypeIdentifier.bloodPressure)
    #expect(TypeName.identifier(for: "steps of a stair") == nil)
    #expect(TypeName.short(for: "HKQuantityTypeIdentifierOfTomorrow") == "HKQuantityTypeIdentifierOfTomorrow")
  }

  @Test("no two types share a short name, so every name maps back to its type")
  func unique() {
    let identifiers =
      QuantityTypeCatalog.all.map(\.identifier) + CategoryTypeCatalog.all.map(\.identifier)
      + CharacteristicTypeCatalog.all.map(\.identifier)
      + [TypeIdentifier.workout, TypeIdentifier.activitySummary, TypeIdentifier.stateOfMind]
    for identifier in identifiers {
      #expect(TypeName.identifier(for: TypeName.short(for: identifier)) == identifier)
    }
  }
}
