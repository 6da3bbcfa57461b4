import TestSupport
import Testing

@Suite("ringtop permissions", .serialized, .programs, .timeLimit(.minutes(10)))
struct PermissionsTests {
  private func sandbox() async throws -> Sandbox {
    let sandbox = try Sandbox()
    _ = try await sandbox.ringtop("add", "steps", "500")
    return sandbox
  }

  @Test("the list is empty at first, granted permissions are listed, and revoked ones are denied")
  func grantListRevoke() async throws {
    let sandbox = try await sandbox()
    #expect(try await sandbox.ringtop("permissions").output == "No program has asked for anything yet.\n")
    let granted = try await sandbox.ringtop(
      "permissions", "grant", "local.steps", "stepCount", "appleStandHour", "--read")
    #expect(granted.output == "local.steps may read stepCount, appleStandHour.\n")
    _ = try await sandbox.ringtop("permissions", "grant", "org.example.scale", "BodyMass")
    #expect(
      try await sandbox.ringtop("permissions", "list").lines == [
        "Program            Type            Read  Share",
        "local.steps        appleStandHour  yes   not asked",
        "                   stepCount       yes   not asked",
        "org.example.scale  bodyMass        yes   yes",
      ])
    #expect(
      try await sandbox.ringtop("permissions", "revoke", "local.steps", "stepCount").output
        == "local.steps may not use stepCount.\n")
    #expect(
      try await sandbox.ringtop("permissions", "revoke", "org.example.scale").output
        == "org.example.scale may no longer use 1 type.\n")
    #expect(
      try await sandbox.ringtop("permissions", "revoke", "nobody").output == "nobody has no permissions to revoke.\n")
    #expect(
      try await sandbox.ringtop("permissions").lines == [
        "Program            Type            Read  Share",
        "local.steps        appleStandHour  yes   not asked",
        "                   stepCount       no    no",
        "org.example.scale  bodyMass        no    no",
      ])
  }

  @Test("an unknown type, a correlation and a type that cannot be shared are each reported in one sentence")
  func wrongTypes() async throws {
    let sandbox = try await sandbox()
    let unknown = try await sandbox.ringtop("permissions", "grant", "a", "paces")
    #expect(unknown.code == 64)
    #expect(unknown.errors.contains("There is no type \"paces\"."))
    let correlation = try await sandbox.ringtop("permissions", "revoke", "a", "bloodPressure")
    #expect(correlation.code == 64)
    #expect(correlation.errors.contains("by its members, such as bloodPressureSystolic and bloodPressureDiastolic"))
    let computed = try await sandbox.ringtop("permissions", "grant", "a", "appleExerciseTime", "--share")
    #expect(computed.code == 64)
    #expect(computed.errors.contains("it can only be read"))
  }

  @Test("without a store there are no permissions, and granting some creates it for programs without a terminal")
  func noStore() async throws {
    let sandbox = try Sandbox()
    #expect(try await sandbox.ringtop("permissions").code == 66)
    #expect(try await sandbox.ringtop("permissions", "revoke", "a", "stepCount").code == 66)
    #expect(try await sandbox.ringtop("permissions", "grant", "a", "nothing").code == 64)
    #expect(try await sandbox.ringtop("permissions").code == 66)
    #expect(try await sandbox.ringtop("permissions", "grant", "a", "stepCount").code == 0)
    #expect(try await sandbox.ringtop("permissions").output.contains("stepCount"))
  }
}
