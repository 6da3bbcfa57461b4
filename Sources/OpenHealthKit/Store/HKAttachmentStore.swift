public import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
public import OpenHealthKitCore
public import UniformTypeIdentifiers

/// A file attached to a sample, without its data. Immutable.
public final class HKAttachment: NSObject, NSCopying, NSSecureCoding, Sendable {
  private let stored: StoredAttachment

  init(_ stored: StoredAttachment) {
    self.stored = stored
    super.init()
  }

  /// The attachment's identity.
  public var identifier: UUID { stored.uuid }
  /// The name of the file.
  public var name: String { stored.name }
  /// The type of its data.
  public var contentType: UTType { UTType(stored.contentType) ?? .data }
  /// The size in bytes.
  public var size: Int { stored.size }
  /// When it was attached.
  public var creationDate: Date { stored.created }
  /// Its metadata.
  public var metadata: [String: Any]? { stored.metadata.dictionary }

  /// Whether the other object is equal. See the class.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKAttachment)?.identifier == identifier
  }

  /// Equal objects have equal hashes.
  public override var hash: Int { identifier.hashValue }

  /// The same object, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// Decodes an archived object; nil if something is missing or invalid.
  public init?(coder: NSCoder) {
    guard let uuid = coder.decodeUUID(forKey: "identifier"), let name = coder.decodeText(forKey: "name"),
      let contentType = coder.decodeText(forKey: "contentType"), let created = coder.decodeDate(forKey: "creationDate")
    else { return nil }
    stored = StoredAttachment(
      uuid: uuid, name: name, contentType: contentType, size: coder.decodeInteger(forKey: "size"), created: created,
      metadata: coder.decodeMetadata(forKey: "metadata"))
    super.init()
  }

  /// Encodes the object without its data. Archives are compatible only with this library.
  public func encode(with coder: NSCoder) {
    coder.encodeUUID(identifier, forKey: "identifier")
    coder.encodeText(name, forKey: "name")
    coder.encodeText(stored.contentType, forKey: "contentType")
    coder.encode(size, forKey: "size")
    coder.encodeDate(creationDate, forKey: "creationDate")
    coder.encodeMetadata(stored.metadata, forKey: "metadata")
  }
}

/// Access to files attached to samples, for example the original of a prescription.
///
/// They are kept in the store, and deleted with their samples. A client that may read a sample may read its
/// attachments; a client that may share a type may attach files to its own samples of that type. Correlations and
/// workouts have no attachments.
public final class HKAttachmentStore: NSObject, Sendable {
  private let store: HKHealthStore

  /// The attachments of a store.
  public init(healthStore: HKHealthStore) {
    store = healthStore
    super.init()
  }

  // MARK: - Adding and removing

  /// Attaches a file to a sample that the client has saved.
  ///
  /// - Parameters:
  ///   - name: the user-facing name.
  ///   - file: the location of its data.
  /// - Throws: ``HKError/Code/errorDataSizeExceeded`` for a file of more than 16 MiB, or if those of the sample would
  ///   exceed 24 MiB together; ``HKError/Code/errorInvalidArgument`` for one that is empty or unreadable and for a
  ///   sample that does not exist or was saved by another client; an authorization error if the client may not share
  ///   the type.
  @discardableResult
  public func addAttachment(
    to object: HKObject, name: String, contentType: UTType, url file: URL, metadata: [String: Any]? = nil
  ) async throws -> HKAttachment {
    let metadata = Metadata(validating: metadata)
    return try await store.write { [store] in
      try Self.add(to: object, name, contentType, file, metadata, in: store)
    }
  }

  /// Attaches a file to a sample. See ``addAttachment(to:name:contentType:url:metadata:)``.
  public func addAttachment(
    to object: HKObject, name: String, contentType: UTType, url file: URL, metadata: [String: Any]? = nil,
    completion: @escaping @Sendable (HKAttachment?, (any Error)?) -> Void
  ) {
    let metadata = Metadata(validating: metadata)
    store.work { [store] in
      try Self.add(to: object, name, contentType, file, metadata, in: store)
    } then: {
      Self.complete(completion, $0)
    }
  }

  /// Removes an attachment from a sample that the client has saved.
  ///
  /// - Throws: ``HKError/Code/errorInvalidArgument`` if the sample does not have it or was saved by another client,
  ///   an authorization error if the client may not share the type.
  public func removeAttachment(_ attachment: HKAttachment, from object: HKObject) async throws {
    try await store.write { [store] in try Self.remove(attachment, from: object, in: store) }
  }

  /// Removes an attachment from a sample. See ``removeAttachment(_:from:)``.
  public func removeAttachment(
    _ attachment: HKAttachment, from object: HKObject, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    store.work(completion) { [store] in try Self.remove(attachment, from: object, in: store) }
  }

  // MARK: - Reading

  /// The attachments of a sample, in the order in which they were added; none if the client may not read the sample.
  ///
  /// - Throws: ``HKError/Code/errorAuthorizationNotDetermined`` if the client has not requested the type.
  public func attachments(for object: HKObject) async throws -> [HKAttachment] {
    try await store.work { [reader = store.reader] in try Self.attachments(for: object, reader) }
  }

  /// The attachments of a sample. See ``attachments(for:)``.
  public func getAttachments(
    for object: HKObject, completion: @escaping @Sendable ([HKAttachment]?, (any Error)?) -> Void
  ) {
    store.work { [reader = store.reader] in
      try Self.attachments(for: object, reader)
    } then: {
      Self.complete(completion, $0)
    }
  }

  /// A reader for the data of an attachment.
  public func dataReader(for attachment: HKAttachment) -> HKAttachmentDataReader {
    HKAttachmentDataReader(attachment, store)
  }

  /// Reads the data of an attachment.
  ///
  /// - Returns: the progress in bytes; it cannot be cancelled.
  @discardableResult
  public func getData(
    for attachment: HKAttachment, completion: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress {
    let reader = dataReader(for: attachment)
    store.work {
      try reader.readAll()
    } then: {
      Self.complete(completion, $0)
    }
    return reader.progress
  }

  /// Reads the data of an attachment chunk by chunk.
  ///
  /// - Parameter dataHandler: called with each chunk; its last argument is true with the last chunk, and with an
  ///   error.
  /// - Returns: the progress in bytes; it cannot be cancelled.
  @discardableResult
  public func streamData(
    for attachment: HKAttachment, dataHandler: @escaping @Sendable (Data?, (any Error)?, Bool) -> Void
  ) -> Progress {
    let reader = dataReader(for: attachment)
    store.work {
      var left = attachment.size
      // The handler may be slow, or use the store itself, so it is called after the read has ended.
      var pieces: [Data] = []
      try reader.forEachPiece { pieces.append($0) }
      for piece in pieces {
        left -= piece.count
        dataHandler(piece, nil, left <= 0)
      }
    } then: { result in
      if case .failure(let error) = result { dataHandler(nil, error, true) }
    }
    return reader.progress
  }

  // MARK: - What both forms do

  private static func complete<Value>(
    _ completion: (Value?, (any Error)?) -> Void, _ result: Result<Value, any Error>
  ) {
    switch result {
    case .success(let value): completion(value, nil)
    case .failure(let error): completion(nil, error)
    }
  }

  private static func attachments(for object: HKObject, _ reader: ClientReader) throws -> [HKAttachment] {
    if let sample = object as? HKSample { try reader.access.requireDecided(sample.sampleType.identifier) }
    return try reader.view(orWithoutStore: []) { try $0.attachments(of: object.uuid).map { HKAttachment($0) } }
  }

  private static func remove(_ attachment: HKAttachment, from object: HKObject, in store: HKHealthStore) throws {
    try requireSharing(of: object, in: store)
    guard try store.connection.writing().view(store.access.scope()).detach(attachment.identifier, from: object.uuid)
    else {
      throw HKError.invalid("The object has no such attachment.")
    }
  }

  private static func add(
    to object: HKObject, _ name: String, _ type: UTType, _ url: URL, _ metadata: Metadata, in store: HKHealthStore
  ) throws -> HKAttachment {
    try requireSharing(of: object, in: store)
    guard url.isFileURL, let file = try? FileHandle(forReadingFrom: url) else {
      throw HKError.invalid("The file \(url.lastPathComponent) cannot be read.")
    }
    defer { try? file.close() }
    guard let bytes = try file.read(upToCount: SampleLimits.mostFileBytes + 1), !bytes.isEmpty else {
      throw HKError.invalid("The file \(url.lastPathComponent) is empty.")
    }
    guard bytes.count <= SampleLimits.mostFileBytes else {
      throw HKError(
        .errorDataSizeExceeded, reason: "An attachment can have at most \(SampleLimits.mostFileBytes) bytes.")
    }
    let view = try store.connection.writing().view(store.access.scope())
    let known = try view.attachments(of: object.uuid).reduce(bytes.count) { $0 + $1.size }
    guard known <= SampleLimits.mostBytesOfFiles else {
      throw HKError(
        .errorDataSizeExceeded,
        reason: "The attachments of a sample can have at most \(SampleLimits.mostBytesOfFiles) bytes.")
    }
    let attachment = StoredAttachment(
      uuid: UUID(), name: name, contentType: type.identifier, size: bytes.count, created: store.configuration.now(),
      metadata: metadata)
    guard try view.attach(AttachedFile(attachment, SampleData(SampleData.pieces(Array(bytes)))), to: object.uuid) else {
      throw HKError.invalid("The object does not exist, or was not saved by this client.")
    }
    return HKAttachment(attachment)
  }

  private static func requireSharing(of object: HKObject, in store: HKHealthStore) throws {
    guard let sample = object as? HKSample, !(sample is HKCorrelation), !(sample is HKWorkout) else {
      throw HKError.invalid("Correlations and workouts cannot have attachments.")
    }
    try store.access.requireSharing(of: [sample.sampleType.identifier])
  }
}

extension HKAttachment {
  /// The bytes of an attachment.
  public struct AsyncBytes: AsyncSequence, Sendable {
    /// A byte.
    public typealias Element = UInt8

    fileprivate let reader: HKAttachmentDataReader

    /// An iterator over the bytes.
    public func makeAsyncIterator() -> BufferedAsyncByteIterator { BufferedAsyncByteIterator(reader: reader) }
  }
}

/// An iterator over the bytes of an attachment, which reads them all at the first request.
public struct BufferedAsyncByteIterator: AsyncIteratorProtocol {
  private let reader: HKAttachmentDataReader
  private var data: Data.Iterator?

  fileprivate init(reader: HKAttachmentDataReader) {
    self.reader = reader
  }

  /// The next byte; nil at the end. Errors as for ``HKAttachmentDataReader/data``.
  public mutating func next() async throws -> UInt8? {
    if data == nil { data = try await reader.data.makeIterator() }
    return data?.next()
  }
}

/// A reader for the data of a file attached to a sample.
public final class HKAttachmentDataReader: NSObject, Sendable {
  /// The attachment.
  public let attachment: HKAttachment
  /// The progress in bytes.
  public let progress: Progress
  private let store: HKHealthStore

  init(_ attachment: HKAttachment, _ store: HKHealthStore) {
    self.attachment = attachment
    self.store = store
    progress = Progress(totalUnitCount: Int64(attachment.size))
    super.init()
  }

  /// All bytes.
  ///
  /// - Throws: ``HKError/Code/errorInvalidArgument`` if the attachment no longer exists, or may not be read.
  public var data: Data {
    get async throws {
      try await store.work { try self.readAll() }
    }
  }

  /// The bytes one by one; errors as for ``data``. They are all read when the first is requested.
  public var bytes: HKAttachment.AsyncBytes { HKAttachment.AsyncBytes(reader: self) }

  func readAll() throws -> Data {
    var data = Data(capacity: attachment.size)
    try forEachPiece { data.append($0) }
    return data
  }

  func forEachPiece(_ body: (Data) -> Void) throws {
    let isThere = try store.reader.view(orWithoutStore: false) { view in
      try view.forEachPiece(ofAttachment: attachment.identifier) { piece in
        body(Data(piece))
        progress.completedUnitCount += Int64(piece.count)
      }
    }
    guard isThere else { throw HKError.invalid("The attachment does not exist.") }
  }
}
