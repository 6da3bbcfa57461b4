public import Foundation
import HealthModel
public import OpenHealthKitCore

/// A document about a person's health.
open class HKDocumentSample: HKSample, @unchecked Sendable {
  /// The type, with its class.
  public let documentType: HKDocumentType

  init(
    checked type: HKDocumentType, start: Date, end: Date, metadata: [String: Any]?, content: DocumentHead
  ) {
    documentType = type
    super.init(checked: type, start: start, end: end, device: nil, metadata: metadata, content: content)
  }

  init(type: HKDocumentType, start: Date, end: Date, header: ObjectHeader) {
    documentType = type
    super.init(type: type, start: start, end: end, header: header)
  }

  /// Decodes an archived object; nil if something is missing or invalid.
  public required init?(coder: NSCoder) {
    guard let type = coder.decodeValue(of: HKObjectType.self, forKey: "sampleType") as? HKDocumentType else {
      return nil
    }
    documentType = type
    super.init(coder: coder)
  }
}

/// A document in HL7's Clinical Document Architecture. It is kept unchanged: only its root element is checked.
public final class HKCDADocumentSample: HKDocumentSample, @unchecked Sendable {
  /// The document itself; nil if the query omitted it.
  public let document: HKCDADocument?

  /// A document over a span of at most four days, which is validated like every sample.
  ///
  /// - Throws: ``HKError/Code/errorInvalidArgument`` if the data has no `ClinicalDocument` element.
  public init(data documentData: Data, start startDate: Date, end endDate: Date, metadata: [String: Any]?) throws {
    guard DocumentHead.isDocument(Array(documentData)) else {
      throw HKError.invalid("The data is not a CDA document.")
    }
    let document = HKCDADocument(documentData)
    self.document = document
    super.init(
      checked: HKDocumentType(.CDA), start: startDate, end: endDate, metadata: metadata, content: document.head)
  }

  /// Takes the values as they are, for samples from a store.
  init(document: Data?, start: Date, end: Date, header: ObjectHeader) {
    self.document = document.map { HKCDADocument($0) }
    super.init(type: HKDocumentType(.CDA), start: start, end: end, header: header)
  }

  /// Decodes an archived object; nil if something is missing or invalid.
  public required init?(coder: NSCoder) {
    document = (coder.decodeValue(of: NSData.self, forKey: "document") as Data?).map { HKCDADocument($0) }
    super.init(coder: coder)
  }

  /// Encodes the object. Archives are compatible only with this library.
  public override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(document?.documentData as NSData?, forKey: "document")
  }
}

/// The content of a clinical document. Immutable.
public final class HKCDADocument: NSObject, Sendable {
  /// The document's data; nil if the query omitted it.
  public let documentData: Data?
  let head: DocumentHead

  init(_ data: Data) {
    documentData = data
    head = DocumentHead(Array(data))
    super.init()
  }

  /// Its title; empty if there is none.
  public var title: String { head.title }
  /// The patient's name; empty if there is none.
  public var patientName: String { head.patientName }
  /// The author's name; empty if there is none.
  public var authorName: String { head.authorName }
  /// The custodian's name; empty if there is none.
  public var custodianName: String { head.custodianName }
}

extension HKCDADocumentSample: ContentSample {
  package static func stored(_ content: StoredContent) -> HKSample {
    var header = content.header
    var document: Data?
    if content.isWithDocument {
      document = content.data.map { Data($0) }
      // The location in earlier versions.
      if document == nil, case .text(let text) = header.metadata[MetadataKey.document] {
        document = Data(base64Encoded: text)
      }
    }
    header.metadata = Metadata(header.metadata.entries.filter { $0.key != MetadataKey.document })
    return HKCDADocumentSample(document: document, start: content.start, end: content.end, header: header)
  }

  package func contentToSave() throws -> SavedContent {
    let bytes = Array(document?.documentData ?? Data())
    guard bytes.count <= SampleLimits.mostDataBytes else {
      throw HKError(.errorDataSizeExceeded, reason: "A document can have at most \(SampleLimits.mostDataBytes) bytes.")
    }
    return SavedContent(data: SampleData(SampleData.pieces(bytes)))
  }
}
