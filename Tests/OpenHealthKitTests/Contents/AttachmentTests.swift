import Foundation
import HealthModel
import Testing
import UniformTypeIdentifiers

@testable import OpenHealthKit
@testable import OpenHealthKitCore

@Suite("Attachments")
struct AttachmentTests {
  @Test("file types have Apple's identifiers, and are found by extension")
  func fileTypes() {
    #expect(UTType.folder.identifier == "public.folder" && UTType.folder.preferredFilenameExtension == nil)
    #expect(UTType(filenameExtension: "JPG") == .jpeg && UTType.pdf.preferredFilenameExtension == "pdf")
    #expect(UTType("public.folder") == .folder && UTType("no type") == nil && UTType("") == nil)
    #expect(UTType(filenameExtension: "unheard-of") == nil)
  }

  @Test("a file is read back byte by byte, is deleted with its sample, and is hidden if the sample cannot be read")
  func attachments() async throws {
    let scratch = try ScratchStore()
    let store = scratch.opened(.allowAll)
    let prescription = HKVisionPrescription(
      type: .glasses, dateIssued: TestTime.at(1), expirationDate: nil, device: nil, metadata: nil)
    let attachments = HKAttachmentStore(healthStore: store)
    let file = URL(filePath: scratch.directory + "/paper.pdf")
    var random = SplitMix(seed: 4)
    let bytes = Data((0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) })
    try bytes.write(to: file)
    await #expect(throws: HKError.self) {
      try await attachments.addAttachment(to: prescription, name: "paper", contentType: .pdf, url: file)
    }
    try await store.save(prescription)
    let added = try await attachments.addAttachment(
      to: prescription, name: "paper", contentType: .pdf, url: file, metadata: ["page": 1])
    let found = try #require(try await attachments.attachments(for: prescription).first)
    #expect(found == added && found.name == "paper" && found.contentType == .pdf && found.size == 100_000)
    #expect(found.metadata?["page"] as? Int == 1)
    #expect(try await attachments.dataReader(for: found).data == bytes)

    let stranger = HKAttachmentStore(
      healthStore: scratch.opened(by: "org.example.stranger", .ask(Person.absent())))
    await #expect(throws: HKError.self) { try await stranger.attachments(for: prescription) }
    await #expect(throws: HKError.self) { try await stranger.dataReader(for: found).data }
    await #expect(throws: HKError.self) { try await stranger.removeAttachment(found, from: prescription) }

    // A client that may read and write the type reads files of other clients' samples, but changes none of them.
    let reader = HKAttachmentStore(healthStore: scratch.opened(by: "org.example.second", .allowAll))
    #expect(try await reader.attachments(for: prescription) == [added])
    await #expect(throws: HKError.self) { try await reader.removeAttachment(found, from: prescription) }
    await #expect(throws: HKError.self) {
      try await reader.addAttachment(to: prescription, name: "b", contentType: .pdf, url: file)
    }
    var singly = Data()
    for try await byte in attachments.dataReader(for: found).bytes { singly.append(byte) }
    #expect(singly == bytes)
    let calls = Calls<(Data?, Bool)>()
    let progress = attachments.streamData(for: found) { data, error, isLast in
      if let error { Issue.record(error) }
      calls.add((data, isLast))
    }
    var streamed = Data()
    while true {
      let (piece, isLast) = try await calls.next()
      streamed += piece ?? Data()
      if isLast { break }
    }
    #expect(streamed == bytes && progress.fractionCompleted == 1)
    let workout = TestSample.run(from: TestTime.at(1), to: TestTime.at(2))
    try await store.save(workout)
    await #expect(throws: HKError.self) {
      try await attachments.addAttachment(to: workout, name: "w", contentType: .png, url: file)
    }

    let second = try await attachments.addAttachment(to: prescription, name: "two", contentType: .pdf, url: file)
    try await attachments.removeAttachment(second, from: prescription)
    await #expect(throws: HKError.self) { try await attachments.removeAttachment(second, from: prescription) }
    #expect(try await attachments.attachments(for: prescription) == [added])
    try await store.delete(prescription)
    #expect(try await attachments.attachments(for: prescription) == [])
    await #expect(throws: HKError.self) { try await attachments.dataReader(for: found).data }
  }

  @Test("files that cannot be read, are empty or too large are refused")
  func wrongFiles() async throws {
    let scratch = try ScratchStore()
    let store = scratch.opened(.allowAll)
    let sample = TestSample.steps(1, from: TestTime.at(1))
    try await store.save(sample)
    func code(_ bytes: Int?) async throws -> HKError.Code? {
      let file = URL(filePath: scratch.directory + "/file")
      try? FileManager.default.removeItem(at: file)
      if let bytes { try Data(count: bytes).write(to: file) }
      do {
        try await HKAttachmentStore(healthStore: store)
          .addAttachment(to: sample, name: "f", contentType: .data, url: file)
        return nil
      } catch {
        return (error as? HKError)?.code
      }
    }
    #expect(try await code(nil) == .errorInvalidArgument)
    #expect(try await code(0) == .errorInvalidArgument)
    #expect(try await code(SampleLimits.mostFileBytes + 1) == .errorDataSizeExceeded)
    #expect(try await code(1) == nil)
    // Each fits, but all of them together do not.
    #expect(try await code(SampleLimits.mostFileBytes) == nil)
    #expect(try await code(SampleLimits.mostFileBytes) == .errorDataSizeExceeded)
    // A file can be removed from its own sample only.
    let attachments = HKAttachmentStore(healthStore: store)
    let second = TestSample.steps(2, from: TestTime.at(2))
    try await store.save(second)
    let added = try #require(try await attachments.attachments(for: sample).first)
    await #expect(throws: HKError.self) { try await attachments.removeAttachment(added, from: second) }
    #expect(try await attachments.attachments(for: sample).count == 2)
  }
}
