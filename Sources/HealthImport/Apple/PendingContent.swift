import FoundationEssentials
import HealthModel

/// An audiogram, a prescription or a clinical record whose end tag has not been read yet.
struct PendingContent {
  enum Kind {
    case audiogram(AudiogramContent)
    case vision(VisionContent)
    case clinical(ClinicalContent, path: String?)
  }

  var kind: Kind?

  // MARK: - Audiograms

  /// - Returns: the reason why a point is dropped, nil if it is not.
  mutating func addPoint(_ tag: XMLTag) -> SkipReason? {
    guard case .audiogram(var audiogram) = kind else { return nil }
    guard audiogram.points.count < AudiogramContent.mostPoints else { return .tooLarge }
    guard let frequency = Self.quantity(tag, "frequencyValue", "frequencyUnit", Self.hertz) else { return .badValue }
    var point = AudiogramContent.Point(frequency: frequency, tests: [])
    let sides: [(Int, StaticString, StaticString, StaticString, StaticString, StaticString)] = [
      (
        0, "leftEarValue", "leftEarUnit", "leftEarMasked", "leftEarClampingRangeLowerBound",
        "leftEarClampingRangeUpperBound"
      ),
      (
        1, "rightEarValue", "rightEarUnit", "rightEarMasked", "rightEarClampingRangeLowerBound",
        "rightEarClampingRangeUpperBound"
      ),
    ]
    for (side, value, unit, masked, lower, upper) in sides {
      guard let raw = tag[value], !raw.isEmpty else { continue }
      guard let sensitivity = Self.quantity(tag, value, unit, Self.hearingLevel) else { return .badValue }
      point.tests.append(
        AudiogramContent.Test(
          sensitivity: sensitivity, side: side,
          isMasked: tag[masked].map { ["true", "YES", "1"].contains(XMLText.decode($0)) } ?? false,
          clampedLower: tag[lower].flatMap(NumberParser.double), clampedUpper: tag[upper].flatMap(NumberParser.double)))
    }
    audiogram.points.append(point)
    guard audiogram.isPlausible else { return .valueOutOfRange }
    kind = .audiogram(audiogram)
    return nil
  }

  // MARK: - Prescriptions

  /// - Returns: the reason why a lens is dropped, nil if it is not.
  mutating func addLens(_ tag: XMLTag, isRight: Bool) -> SkipReason? {
    guard case .vision(var vision) = kind else { return nil }
    guard let sphere = Self.quantity(tag, "sphere", "sphereUnit", Self.diopter) else { return .badValue }
    var lens = VisionContent.Lens(sphere: sphere)
    lens.cylinder = Self.quantity(tag, "cylinder", "cylinderUnit", Self.diopter)
    lens.axis = Self.quantity(tag, "axis", "axisUnit", Self.degree)
    lens.addPower = Self.quantity(tag, "add", "addUnit", Self.diopter)
    lens.vertexDistance = Self.quantity(tag, "vertex", "vertexUnit", Self.millimeter)
    lens.farPupillaryDistance = Self.quantity(tag, "farPD", "farPDUnit", Self.millimeter)
    lens.nearPupillaryDistance = Self.quantity(tag, "nearPD", "nearPDUnit", Self.millimeter)
    lens.baseCurve = Self.quantity(tag, "baseCurve", "baseCurveUnit", Self.millimeter)
    lens.diameter = Self.quantity(tag, "diameter", "diameterUnit", Self.millimeter)
    if let amount = Self.quantity(tag, "prismAmount", "prismAmountUnit", Self.prismDiopter),
      let angle = Self.quantity(tag, "prismAngle", "prismAngleUnit", Self.degree)
    {
      lens.prism = VisionContent.Prism(amount: amount, angle: angle, isRight: isRight)
    }
    if isRight { vision.right = lens } else { vision.left = lens }
    guard vision.isPlausible else { return .valueOutOfRange }
    kind = .vision(vision)
    return nil
  }

  // MARK: - Units

  private static let hertz = unit("Hz")
  private static let hearingLevel = unit("dBHL")
  private static let diopter = unit("D")
  private static let prismDiopter = unit("pD")
  private static let degree = unit("deg")
  private static let millimeter = unit("mm")

  private static func unit(_ text: String) -> HealthUnit { (try? HealthUnit(parsing: text)) ?? .count }

  /// A number in a unit, which is the default if it is missing. nil if the number is missing or implausible.
  private static func quantity(
    _ tag: XMLTag, _ value: StaticString, _ unit: StaticString, _ canonical: HealthUnit
  ) -> Double? {
    guard let raw = tag[value], let number = NumberParser.double(raw) else { return nil }
    guard let name = tag[unit], !name.isEmpty else { return number }
    guard name.count <= HealthUnit.longestText else { return nil }
    return AppleCatalog.convert(number, from: XMLText.decode(name), to: canonical).flatMap {
      SampleBounds.allows($0) ? $0 : nil
    }
  }
}

extension AppleExportParser {
  mutating func beginContent(_ element: AppleElement, _ tag: XMLTag) {
    var attributes = RecordAttributes(tag)
    var head = SampleTag()
    head.record.line = Int32(clamping: tag.position.line)
    content.kind = nil
    func text(_ name: StaticString) -> String? {
      tag[name].flatMap { $0.isEmpty || $0.count > SampleLimits.longestName ? nil : XMLText.decode($0) }
    }
    var type: String?
    switch element {
    case .audiogram:
      type = TypeIdentifier.audiogram
      content.kind = .audiogram(AudiogramContent(points: []))
    case .visionPrescription:
      type = TypeIdentifier.visionPrescription
      attributes.startDate = tag["dateIssued"]
      attributes.endDate = nil
      let name = text("type") ?? ""
      let expiration = tag["expirationDate"].flatMap { dates.instant($0)?.date }
      content.kind = .vision(
        VisionContent(
          kind: name.contains("Contact") || name == "2" ? 2 : 1,
          expirationDate: expiration.flatMap { SampleBounds.allows($0) ? $0 : nil }, brand: text("brand")))
    default:
      let name = text("type") ?? ""
      type = TypeIdentifier.clinicalRecords.first { $0.identifier == name || $0.name == name }?.identifier
      if type == nil, name.hasPrefix(TypeIdentifier.clinicalPrefix) { type = name }
      attributes.startDate = tag["receivedDate"]
      attributes.endDate = nil
      let path = text("resourceFilePath")
      let identifier = text("identifier") ?? ""
      content.kind = .clinical(
        ClinicalContent(
          displayName: "", resourceType: "", identifier: identifier, fhirVersion: text("fhirVersion") ?? "",
          sourceURL: text("sourceURL")), path: path)
    }
    if attributes.isTooLarge {
      head.skip = .tooLarge
    } else if let type {
      let use = tables.type(type)
      head.record.type = use.index
      head.record.provenance = tables.provenance(attributes)
      head.skip = readDates(attributes, longest: use.longestDuration, into: &head.record)
    } else {
      head.skip = .missingType
    }
    sample.begin(with: head)
  }

  mutating func endContent() {
    if let reason = sample.skip { return skip(reason, line: Int(sample.record.line)) }
    let metadata = sample.metadata.decoded()
    weight += 4
    switch content.kind {
    case .audiogram(let audiogram):
      sample.record.metadata = tables.metadata(metadata.adding(audiogram.entry))
      batch.samples.append(sample.record)
    case .vision(let vision):
      sample.record.metadata = tables.metadata(metadata.adding(vision.entry))
      batch.samples.append(sample.record)
    case .clinical(var record, let path):
      let file = path.flatMap { resource(at: $0) }
      // The name of one that contains large images is not looked for.
      if let file, file.head.count == file.data.count { FHIRHead.read(file.head, into: &record) }
      sample.record.metadata = tables.metadata(metadata.adding(record.entry))
      sample.record.uuid = identity(of: record)
      batch.withData.append(DataRecord(sample: sample.record, data: file?.data ?? []))
      weight += (file?.data.count ?? 0) / 256
    case nil: break
    }
    content.kind = nil
  }

  /// The identity of the open clinical record; nil for one without an identifier. A hospital's records arrive by the
  /// hundred in one second, so dates do not distinguish them.
  func identity(of record: ClinicalContent) -> UUID? {
    guard !record.identifier.isEmpty else { return nil }
    let type = tables.tables.types[Int(sample.record.type)].identifier
    let source = tables.tables.provenances[Int(sample.record.provenance)].source.name
    return NameIdentity.uuid(of: [
      type, source, record.sourceURL ?? "", record.identifier,
      "\(sample.record.start.timeIntervalSinceReferenceDate)",
    ])
  }

  /// The data of a clinical record's file; nil, and counted as dropped, if it cannot be read.
  private mutating func resource(at path: String) -> ExportFiles.FileData? {
    let line = Int(sample.record.line)
    do throws(ImportError) {
      switch try files?.data(of: path, ending: ".json") {
      case .success(let file): return file
      case .failure(let fault): drop(fault.reason, "resourceFilePath", line: line)
      case nil: drop(.missingFile, "resourceFilePath", line: line)
      }
    } catch {
      drop(fileDamage(error), "resourceFilePath", line: line)
    }
    return nil
  }
}

/// The properties of a FHIR resource that the importer needs: its type and its name.
enum FHIRHead {
  private struct Coding: Decodable {
    var display: String?
  }

  private struct Concept: Decodable {
    var text: String?
    var coding: [Coding]?

    var name: String? { text ?? coding?.lazy.compactMap(\.display).first }
  }

  private struct Resource: Decodable {
    var resourceType: String?
    var id: String?
    var code: Concept?
    var vaccineCode: Concept?
    var medicationCodeableConcept: Concept?
    var type: Concept?
    var description: String?

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Key.self)
      // A field with an unexpected type is treated as missing.
      resourceType = try? fields.decode(String.self, forKey: .resourceType)
      id = try? fields.decode(String.self, forKey: .id)
      code = try? fields.decode(Concept.self, forKey: .code)
      vaccineCode = try? fields.decode(Concept.self, forKey: .vaccineCode)
      medicationCodeableConcept = try? fields.decode(Concept.self, forKey: .medicationCodeableConcept)
      type = try? fields.decode(Concept.self, forKey: .type)
      description = try? fields.decode(String.self, forKey: .description)
    }

    private enum Key: CodingKey {
      case resourceType, id, code, vaccineCode, medicationCodeableConcept, type, description
    }
  }

  static func read(_ json: [UInt8], into record: inout ClinicalContent) {
    guard !json.isEmpty, let resource = try? JSONDecoder().decode(Resource.self, from: Data(json)) else { return }
    record.resourceType = String((resource.resourceType ?? "").prefix(256))
    if record.identifier.isEmpty { record.identifier = String((resource.id ?? "").prefix(256)) }
    let name =
      resource.code?.name ?? resource.vaccineCode?.name ?? resource.medicationCodeableConcept?.name
      ?? resource.type?.name ?? resource.description
    record.displayName = String((name ?? record.resourceType).prefix(1_024))
  }
}

/// Identities computed from names, so that the same object has the same identity in every export.
enum NameIdentity {
  static func uuid(of names: [String]) -> UUID {
    // Anyone who constructs a collision only hides their own record.
    let text: [UInt8] = names.flatMap { Array($0.utf8) + [0xFF] }
    func half(_ basis: UInt64) -> [UInt8] {
      withUnsafeBytes(of: FNV.hash(text, basis: basis).bigEndian) { Array($0) }
    }
    var bytes = half(FNV.basis) + half(0x9AE1_6A3B_2F90_404F)
    // Version 8 (custom), and the variant of RFC 9562.
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9], bytes[10],
        bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      ))
  }
}
