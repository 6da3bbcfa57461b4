import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

@Suite("Classes of samples with contents of their own")
struct ContentClassTests {
  @Test("every such type finds its class by name, and the library is whole with one import")
  func classes() {
    for type in ContentTypes.all + [HKDocumentType(.CDA)] {
      #expect(ContentTypes.sampleClass(of: type.identifier) != nil, "\(type)")
    }
    #expect(ContentTypes.sampleClass(of: HKQuantityType(.stepCount).identifier) == HKClinicalRecord.self)
    #expect(ContentTypes.type(HKQuantityType(.stepCount).identifier) == nil)
  }
}
