import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase

@Suite("Stores of earlier formats")
struct StoreFixtureTests {
  @Test(
    "writes the present format, for a release to keep",
    .enabled(if: ProcessInfo.processInfo.environment["RINGTOP_WRITE_FIXTURE"] != nil))
  func writesFixture() throws {
    let test = try TestStore()
    try StoreFixture.fill(test.store)
    let path = try #require(ProcessInfo.processInfo.environment["RINGTOP_WRITE_FIXTURE"])
    try test.store.read { try StoreFixture.sql($0) }.write(toFile: path, atomically: true, encoding: .utf8)
  }
}
