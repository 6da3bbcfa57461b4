import HealthModel
import Testing

@Suite("What a client may read")
struct ReadScopeTests {
  @Test("A client owns the samples with its identifier, and one without an identifier owns none")
  func own() {
    let app = Source(name: "App", bundleIdentifier: "org.example.app")
    // Sources of imports have no identifier.
    let watch = Source(name: "Watch", bundleIdentifier: "")
    #expect(ReadScope(client: "org.example.app", readable: []).owns(app))
    #expect(!ReadScope(client: "org.example.app", readable: []).owns(watch))
    #expect(!ReadScope(client: "", readable: []).owns(watch))
    #expect(ReadScope(client: "", readable: []).own == .never)
  }

  @Test("A correlation type may be read if all types of its members may be")
  func correlations() {
    let pressure = "HKCorrelationTypeIdentifierBloodPressure"
    let members = ["HKQuantityTypeIdentifierBloodPressureSystolic", "HKQuantityTypeIdentifierBloodPressureDiastolic"]
    #expect(ReadScope(client: "", readable: Set(members)).readsEverything(of: pressure))
    #expect(!ReadScope(client: "", readable: [members[0]]).readsEverything(of: pressure))
    #expect(!ReadScope(client: "", readable: [members[0], pressure]).readsEverything(of: pressure))
    #expect(ReadScope.everything.readsEverything(of: pressure))
  }
}
