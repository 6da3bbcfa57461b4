import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("Permissions")
struct PermissionTests {
  private let steps = TypeIdentifier.stepCount
  private let energy = TypeIdentifier.activeEnergyBurned

  @Test("a new store has no decisions")
  func nothing() throws {
    let test = try TestStore()
    #expect(try test.store.permissions().isEmpty)
    #expect(try test.store.permissions(ofClient: "local.reader").isEmpty)
  }

  @Test("sharing and reading are decided separately, per type and per client")
  func apart() throws {
    let store = try TestStore().store
    try store.decide([
      Permission(client: "local.reader", type: steps, read: .granted),
      Permission(client: "local.reader", type: energy, share: .refused),
      Permission(client: "org.example.writer", type: steps, share: .granted, read: .refused),
    ])
    #expect(
      try store.permissions(ofClient: "local.reader") == [
        steps: Permission(client: "local.reader", type: steps, share: nil, read: .granted),
        energy: Permission(client: "local.reader", type: energy, share: .refused, read: nil),
      ])
    #expect(try store.permissions().map(\.client) == ["local.reader", "local.reader", "org.example.writer"])
  }

  @Test("a later decision replaces an earlier one, and no decision replaces nothing")
  func later() throws {
    let store = try TestStore().store
    try store.decide([Permission(client: "a", type: steps, share: .granted, read: .refused)])
    try store.decide([Permission(client: "a", type: steps, share: nil, read: .granted)])
    #expect(
      try store.permissions() == [Permission(client: "a", type: steps, share: .granted, read: .granted)])
  }

  @Test("revoked types are refused, undecided ones stay undecided, and other clients keep their decisions")
  func revoking() throws {
    let store = try TestStore().store
    try store.decide([
      Permission(client: "a", type: steps, share: .granted),
      Permission(client: "a", type: energy, share: .refused, read: .refused),
      Permission(client: "b", type: steps, read: .granted),
    ])
    #expect(try store.revokePermissions(ofClient: "a") == 1)
    #expect(
      try store.permissions() == [
        Permission(client: "a", type: energy, share: .refused, read: .refused),
        Permission(client: "a", type: steps, share: .refused, read: nil),
        Permission(client: "b", type: steps, share: nil, read: .granted),
      ])
    #expect(try store.revokePermissions(ofClient: "a") == 0)
    #expect(try store.revokePermissions(ofClient: "nobody") == 0)
  }

  @Test("another process sees a decision at its next read, and no watcher reports it as new data")
  func otherProcess() throws {
    let test = try TestStore()
    let other = try Store(path: test.path, access: .read)
    let before = try test.store.latestChange()
    try test.store.decide([Permission(client: "a", type: steps, read: .granted)])
    #expect(try other.permissions(ofClient: "a")[steps]?.read == .granted)
    #expect(try test.store.latestChange() == before)
  }

  @Test("a store that was opened read-only refuses decisions")
  func readOnly() throws {
    let test = try TestStore()
    let reader = try Store(path: test.path, access: .read)
    #expect(
      storeErrorCode { try reader.decide([Permission(client: "a", type: steps, read: .granted)]) } == .readOnly)
  }
}
