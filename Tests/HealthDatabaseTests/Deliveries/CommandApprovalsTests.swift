import Foundation
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries
@testable import StoreCare

@Suite("Commands that may run on this machine")
struct CommandApprovalsTests {
  @Test("are approved for one store and word for word, and are kept outside of it")
  func approval() throws {
    let directory = try TestDirectory()
    let approvals = CommandApprovals(environment: ["HOME": directory.path])
    let store = directory.file("health.sqlite")
    let command = ["/bin/sh", "-c", "echo \"a\tb\"\n# é"]
    #expect(approvals.commands(store: store) == [])
    for _ in 0..<2 { try approvals.approve(command, store: store) }
    try approvals.approve(["/bin/true"], store: directory.file("other.sqlite"))
    #expect(approvals.commands(store: store) == [command])
    let path = directory.file(".local/state/ringtop/commands")
    #expect(approvals.path == path)
    #expect(try mode(ofFile: path) == 0o600)
    #expect(try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").count == 2)
    #expect(CommandApprovals(environment: ["XDG_STATE_HOME": "/x", "HOME": "/h"]).path == "/x/ringtop/commands")
  }

  @Test("are none if anybody else could have written them, or without a home folder")
  func foreign() throws {
    let directory = try TestDirectory()
    let approvals = CommandApprovals(environment: ["HOME": directory.path])
    try approvals.approve(["/bin/true"], store: "/store")
    let path = try #require(approvals.path)
    chmod(path, 0o622)
    #expect(approvals.commands(store: "/store") == [])
    chmod(path, 0o600)
    #expect(approvals.commands(store: "/store") == [["/bin/true"]])
    try FileManager.default.moveItem(atPath: path, toPath: path + "-real")
    symlink(path + "-real", path)
    #expect(approvals.commands(store: "/store") == [])
    #expect(throws: StoreError.self) { try approvals.approve(["/bin/false"], store: "/store") }
    #expect(throws: StoreError.self) { try CommandApprovals(environment: [:]).approve(["x"], store: "/store") }
  }

  @Test("are not in a copy for another machine, not even in its unused bytes")
  func copies() throws {
    let test = try TestStore()
    try test.store.register(
      DeliveryRegistration(
        client: "org.example", type: "HKQuantityTypeIdentifierStepCount", frequency: .hourly,
        command: ["/bin/sh", "-c", "echo a-secret-command"]))
    let directory = try TestDirectory()
    let copy = try ServedReader.copy(of: test.path, in: directory)
    #expect(try Store(path: copy, access: .read).deliveries().map(\.command) == [nil])
    #expect(try Data(contentsOf: URL(filePath: copy)).range(of: Data("a-secret-command".utf8)) == nil)
    #expect(try test.store.deliveries().first?.command?.last == "echo a-secret-command")
  }
}
