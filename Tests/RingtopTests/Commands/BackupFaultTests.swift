import Foundation
import TestSupport
import Testing

@Suite("Error messages of failed backups", .serialized, .programs, .timeLimit(.minutes(10)))
struct BackupFaultTests {
  @Test("an error in writing names the copy, not the store, and no part of the copy remains")
  func unwritableCopy() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    let copy = sandbox.file("copies/copy.sqlite")
    try FileManager.default.createDirectory(atPath: sandbox.file("copies"), withIntermediateDirectories: true)
    // Less than the size of the store, in KB.
    let ending = try await sandbox.shell("(ulimit -f 40; \"$RINGTOP\" backup \(copy))")
    #expect(ending.code == 74, "\(ending)")
    #expect(ending.errors.hasPrefix("ringtop: \(copy) could not be written ("), "\(ending)")
    #expect(!ending.errors.contains("not an error"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.file("copies")) == [])
    #expect(try await sandbox.ringtop("doctor").code == 0)
  }

  @Test("a file that is not a store is rejected by restore")
  func noStore() async throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write(ExportFixture(days: 1).zip, to: "export.zip")
    let ending = try await sandbox.ringtop("restore", file)
    #expect(ending.code == 65 && ending.errors.contains("export.zip is not a ringtop store ("), "\(ending)")
  }
}
