public import Foundation
import HealthModel
public import OpenHealthKitCore

/// The kind of a prescription.
public enum HKVisionPrescriptionType: UInt, Sendable {
  /// Glasses.
  case glasses = 1
  /// Contact lenses.
  case contacts = 2
}

/// A prescription for glasses or contact lenses.
open class HKVisionPrescription: HKSample, @unchecked Sendable {
  let content: VisionContent

  /// A prescription without lenses, to which the original document may be attached.
  public convenience init(
    type: HKVisionPrescriptionType, dateIssued: Date, expirationDate: Date?, device: HKDevice?,
    metadata: [String: Any]?
  ) {
    self.init(
      VisionContent(kind: Int(type.rawValue), expirationDate: expirationDate), issued: dateIssued, device, metadata)
  }

  init(_ content: VisionContent, issued: Date, _ device: HKDevice?, _ metadata: [String: Any]?) {
    self.content = content
    super.init(
      checked: .visionPrescriptionType(), start: issued, end: issued, device: device, metadata: metadata,
      content: content)
  }

  /// Takes the values as they are, for samples from a store.
  init(_ content: VisionContent, start: Date, end: Date, header: ObjectHeader) {
    self.content = content
    super.init(type: .visionPrescriptionType(), start: start, end: end, header: header)
  }

  /// The kind of prescription.
  public var prescriptionType: HKVisionPrescriptionType { content.kind == 2 ? .contacts : .glasses }

  /// When it was issued.
  public var dateIssued: Date { startDate }

  /// When it expires; nil if unknown.
  public var expirationDate: Date? { content.expirationDate }

  /// Decodes an archived object; nil if something is missing or invalid.
  public required init?(coder: NSCoder) {
    content = coder.decodeContent() ?? VisionContent(kind: 1)
    super.init(coder: coder)
  }
}

/// A prescription for glasses.
public final class HKGlassesPrescription: HKVisionPrescription, @unchecked Sendable {
  /// A prescription from the running program. Traps without a lens.
  public convenience init(
    rightEyeSpecification: HKGlassesLensSpecification?, leftEyeSpecification: HKGlassesLensSpecification?,
    dateIssued: Date, expirationDate: Date?, device: HKDevice?, metadata: [String: Any]?
  ) {
    HKPrecondition.check(
      rightEyeSpecification != nil || leftEyeSpecification != nil, "A prescription needs a lens", .validation)
    self.init(
      VisionContent(
        kind: 1, expirationDate: expirationDate, right: rightEyeSpecification?.content,
        left: leftEyeSpecification?.content), issued: dateIssued, device, metadata)
  }

  /// The right lens.
  public var rightEye: HKGlassesLensSpecification? { content.right.map { HKGlassesLensSpecification($0) } }
  /// The left lens.
  public var leftEye: HKGlassesLensSpecification? { content.left.map { HKGlassesLensSpecification($0) } }
}

/// A prescription for contact lenses.
public final class HKContactsPrescription: HKVisionPrescription, @unchecked Sendable {
  /// A prescription from the running program. Traps without a lens.
  public convenience init(
    rightEyeSpecification: HKContactsLensSpecification?, leftEyeSpecification: HKContactsLensSpecification?,
    brand: String, dateIssued: Date, expirationDate: Date?, device: HKDevice?, metadata: [String: Any]?
  ) {
    HKPrecondition.check(
      rightEyeSpecification != nil || leftEyeSpecification != nil, "A prescription needs a lens", .validation)
    self.init(
      VisionContent(
        kind: 2, expirationDate: expirationDate, right: rightEyeSpecification?.content,
        left: leftEyeSpecification?.content, brand: brand), issued: dateIssued, device, metadata)
  }

  /// The right lens.
  public var rightEye: HKContactsLensSpecification? { content.right.map { HKContactsLensSpecification($0) } }
  /// The left lens.
  public var leftEye: HKContactsLensSpecification? { content.left.map { HKContactsLensSpecification($0) } }
  /// The brand.
  public var brand: String { content.brand ?? "" }
}

/// A lens. Immutable.
open class HKLensSpecification: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // Unchecked because an open class cannot be checked; its property is a constant value.

  let content: VisionContent.Lens

  init(_ content: VisionContent.Lens) {
    self.content = content
    super.init()
  }

  /// The spherical power in dioptres.
  public var sphere: HKQuantity { HKQuantity(unit: .diopter(), doubleValue: content.sphere) }
  /// The cylindrical power, for astigmatism.
  public var cylinder: HKQuantity? { HKQuantity(content.cylinder, .diopter()) }
  /// The axis of the cylindrical power.
  public var axis: HKQuantity? { HKQuantity(content.axis, .degreeAngle()) }
  /// The additional power for near vision.
  public var addPower: HKQuantity? { HKQuantity(content.addPower, .diopter()) }

  /// The common specification of all lenses. A quantity with an incompatible unit traps.
  static func lens(
    _ sphere: HKQuantity, _ cylinder: HKQuantity?, _ axis: HKQuantity?, _ addPower: HKQuantity?
  ) -> VisionContent.Lens {
    var lens = VisionContent.Lens(sphere: sphere.doubleValue(for: .diopter()))
    lens.cylinder = cylinder?.doubleValue(for: .diopter())
    lens.axis = axis?.doubleValue(for: .degreeAngle())
    lens.addPower = addPower?.doubleValue(for: .diopter())
    return lens
  }

  static var millimeter: HKUnit { .meterUnit(with: .milli) }

  /// Whether the other object is equal. See the class.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? HKLensSpecification)?.content == content
  }

  /// Equal objects have equal hashes.
  open override var hash: Int { content.hashValue }

  /// The same object, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Always true.
  open class var supportsSecureCoding: Bool { true }

  /// Decodes an archived object; nil if something is missing or invalid.
  public required init?(coder: NSCoder) {
    guard let content: VisionContent.Lens = coder.decodeJSON(forKey: "content") else { return nil }
    self.content = content
    super.init()
  }

  /// Encodes the object. Archives are compatible only with this library.
  open func encode(with coder: NSCoder) {
    coder.encodeJSON(content, forKey: "content")
  }
}

/// A lens of glasses.
public final class HKGlassesLensSpecification: HKLensSpecification, @unchecked Sendable {
  /// A lens specification. A quantity with an incompatible unit traps.
  public convenience init(
    sphere: HKQuantity, cylinder: HKQuantity?, axis: HKQuantity?, addPower: HKQuantity?, vertexDistance: HKQuantity?,
    prism: HKVisionPrism?, farPupillaryDistance: HKQuantity?, nearPupillaryDistance: HKQuantity?
  ) {
    var lens = Self.lens(sphere, cylinder, axis, addPower)
    lens.vertexDistance = vertexDistance?.doubleValue(for: Self.millimeter)
    lens.prism = prism?.content
    lens.farPupillaryDistance = farPupillaryDistance?.doubleValue(for: Self.millimeter)
    lens.nearPupillaryDistance = nearPupillaryDistance?.doubleValue(for: Self.millimeter)
    self.init(lens)
  }

  /// The vertex distance, from the eye to the lens.
  public var vertexDistance: HKQuantity? { HKQuantity(content.vertexDistance, Self.millimeter) }
  /// The prism.
  public var prism: HKVisionPrism? { content.prism.map { HKVisionPrism($0) } }
  /// The pupillary distance from the centre of the face, for far vision.
  public var farPupillaryDistance: HKQuantity? { HKQuantity(content.farPupillaryDistance, Self.millimeter) }
  /// The same for near vision.
  public var nearPupillaryDistance: HKQuantity? { HKQuantity(content.nearPupillaryDistance, Self.millimeter) }
}

/// A contact lens.
public final class HKContactsLensSpecification: HKLensSpecification, @unchecked Sendable {
  /// A lens specification. A quantity with an incompatible unit traps.
  public convenience init(
    sphere: HKQuantity, cylinder: HKQuantity?, axis: HKQuantity?, addPower: HKQuantity?, baseCurve: HKQuantity?,
    diameter: HKQuantity?
  ) {
    var lens = Self.lens(sphere, cylinder, axis, addPower)
    lens.baseCurve = baseCurve?.doubleValue(for: Self.millimeter)
    lens.diameter = diameter?.doubleValue(for: Self.millimeter)
    self.init(lens)
  }

  /// The base curve: the radius of the inner surface.
  public var baseCurve: HKQuantity? { HKQuantity(content.baseCurve, Self.millimeter) }
  /// Its diameter.
  public var diameter: HKQuantity? { HKQuantity(content.diameter, Self.millimeter) }
}

/// An eye.
public enum HKVisionEye: Int, Sendable {
  /// The left eye.
  case left = 1
  /// The right eye.
  case right = 2
}

/// The direction of the base of a prism.
public enum HKPrismBase: Int, Sendable {
  /// No base.
  case none = 0
  /// Towards the brow.
  case up = 1
  /// Towards the cheek.
  case down = 2
  /// Towards the nose.
  case `in` = 3
  /// Towards the temple.
  case out = 4
}

/// A prism: as an amount and an angle, and as a vertical and a horizontal amount. Immutable.
public final class HKVisionPrism: NSObject, NSCopying, NSSecureCoding, Sendable {
  let content: VisionContent.Prism

  init(_ content: VisionContent.Prism) {
    self.content = content
    super.init()
  }

  /// A prism by its amount and the angle of its base. A quantity with an incompatible unit traps.
  public convenience init(amount: HKQuantity, angle: HKQuantity, eye: HKVisionEye) {
    self.init(
      VisionContent.Prism(
        amount: amount.doubleValue(for: .prismDiopter()), angle: angle.doubleValue(for: .degreeAngle()),
        isRight: eye == .right))
  }

  /// A prism by its vertical and horizontal amounts. A quantity with an incompatible unit traps.
  public convenience init(
    verticalAmount: HKQuantity, verticalBase: HKPrismBase, horizontalAmount: HKQuantity, horizontalBase: HKPrismBase,
    eye: HKVisionEye
  ) {
    let (vertical, horizontal) = (
      verticalAmount.doubleValue(for: .prismDiopter()), horizontalAmount.doubleValue(for: .prismDiopter())
    )
    let zero: HKPrismBase = eye == .left ? .out : .in
    let angle =
      atan2(
        verticalBase == .down ? -vertical : vertical, horizontalBase == zero ? horizontal : -horizontal) * 180 / .pi
    self.init(
      VisionContent.Prism(
        amount: (vertical * vertical + horizontal * horizontal).squareRoot(), angle: angle < 0 ? angle + 360 : angle,
        verticalAmount: vertical, horizontalAmount: horizontal, verticalBase: verticalBase.rawValue,
        horizontalBase: horizontalBase.rawValue, eye: eye.rawValue))
  }

  /// The eye.
  public var eye: HKVisionEye { HKVisionEye(rawValue: content.eye) ?? .left }
  /// The amount in prism dioptres.
  public var amount: HKQuantity { HKQuantity(unit: .prismDiopter(), doubleValue: content.amount) }
  /// The angle of the base.
  public var angle: HKQuantity { HKQuantity(unit: .degreeAngle(), doubleValue: content.angle) }
  /// The vertical amount.
  public var verticalAmount: HKQuantity { HKQuantity(unit: .prismDiopter(), doubleValue: content.verticalAmount) }
  /// The horizontal amount.
  public var horizontalAmount: HKQuantity { HKQuantity(unit: .prismDiopter(), doubleValue: content.horizontalAmount) }
  /// The vertical direction of the base.
  public var verticalBase: HKPrismBase { HKPrismBase(rawValue: content.verticalBase) ?? .none }
  /// The horizontal direction of the base.
  public var horizontalBase: HKPrismBase { HKPrismBase(rawValue: content.horizontalBase) ?? .none }

  /// Whether the other object is equal. See the class.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKVisionPrism)?.content == content
  }

  /// Equal objects have equal hashes.
  public override var hash: Int { content.hashValue }

  /// The same object, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// Decodes an archived object; nil if something is missing or invalid.
  public init?(coder: NSCoder) {
    guard let content: VisionContent.Prism = coder.decodeJSON(forKey: "content") else { return nil }
    self.content = content
    super.init()
  }

  /// Encodes the object. Archives are compatible only with this library.
  public func encode(with coder: NSCoder) {
    coder.encodeJSON(content, forKey: "content")
  }
}

extension HKVisionPrescription: ContentSample {
  package static func stored(_ content: StoredContent) -> HKSample {
    let (start, end, header) = (content.start, content.end, content.header)
    let vision: VisionContent = Self.content(of: header, otherwise: VisionContent(kind: 1))
    guard vision.left != nil || vision.right != nil || vision.brand != nil else {
      return HKVisionPrescription(vision, start: start, end: end, header: header)
    }
    return vision.kind == 2
      ? HKContactsPrescription(vision, start: start, end: end, header: header)
      : HKGlassesPrescription(vision, start: start, end: end, header: header)
  }

  package func contentToSave() throws -> SavedContent {
    SavedContent()
  }
}
