import Foundation
import OpenHealthKit
import UniformTypeIdentifiers

// example: Files of samples
func attachPaper(_ file: URL, to prescription: HKVisionPrescription, in store: HKHealthStore) async throws {
  let attachments = HKAttachmentStore(healthStore: store)
  try await attachments.addAttachment(to: prescription, name: "Prescription", contentType: .pdf, url: file)
}

func papers(of prescription: HKVisionPrescription, in store: HKHealthStore) async throws -> [String: Data] {
  let attachments = HKAttachmentStore(healthStore: store)
  var papers: [String: Data] = [:]
  for attachment in try await attachments.attachments(for: prescription) {
    papers[attachment.name] = try await attachments.dataReader(for: attachment).data
  }
  return papers
}
// end
