import OpenHealthKit

// example: ConsentDelegate
/// Reads are welcome, writes are not.
struct ReadersOnly: HKHealthStore.AuthorizationDelegate {
  func answer(to request: HKHealthStore.AuthorizationRequest) async -> HKHealthStore.AuthorizationAnswer? {
    HKHealthStore.AuthorizationAnswer(toShare: [], read: request.read)
  }
}

func storeForReaders(at path: String) -> HKHealthStore {
  let client = HKHealthStore.Client(bundleIdentifier: "org.example.board", name: "Board")
  return HKHealthStore(
    configuration: HKHealthStore.Configuration(path: path, client: client, authorization: .ask(ReadersOnly())))
}
// end
