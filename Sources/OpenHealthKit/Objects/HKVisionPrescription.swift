public import Foundation
import HealthModel

/// What a prescription is for.
public enum HKVisionPrescriptionType: UInt, Sendable {
  case glasses = 1
  case contacts = 2
}

/// A prescription for glasses or contact lenses.
open class HKVisionPrescription: HKSample, @unchecked Sendable {
  let content: VisionContent

  /// A prescription without lenses, whose paper may be attached to it.
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

  /// A prescription from a store, of the class that its content has.
  static func stored(start: Date, end: Date, header: ObjectHeader) -> HKVisionPrescription {
    let content = content(of: header, otherwise: VisionContent(kind: 1))
    guard content.left != nil || content.right != nil || content.brand != nil else {
      return HKVisionPrescription(content, start: start, end: end, header: header)
    }
    return content.kind == 2
      ? HKContactsPrescription(content, start: start, end: end, header: header)
      : HKGlassesPrescription(content, start: start, end: end, header: header)
  }

  /// What it is for.
  public var prescriptionType: HKVisionPrescriptionType { content.kind == 2 ? .contacts : .glasses }

  /// When it was written.
  public var dateIssued: Date { startDate }

  /// Until when it is good; nil where it does not say.
  public var expirationDate: Date? { content.expirationDate }

  public required init?(coder: NSCoder) {
    content = coder.decodeContent() ?? VisionContent(kind: 1)
    super.init(coder: coder)
  }
}

/// A prescription for glasses.
public final class HKGlassesPrescription: HKVisionPrescription, @unchecked Sendable {
  /// A prescription of the running program. Ends the process without a lens.
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
  /// A prescription of the running program. Ends the process without a lens.
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
  /// Who makes them.
  public var brand: String { content.brand ?? "" }
}

/// A lens. Immutable.
open class HKLensSpecification: NSObject, @unchecked Sendable {
  // Unchecked because an open class cannot be checked; its property is a constant value.

  let content: VisionContent.Lens

  init(_ content: VisionContent.Lens) {
    self.content = content
    super.init()
  }

  /// The power in dioptres.
  public var sphere: HKQuantity { HKQuantity(unit: .diopter(), doubleValue: content.sphere) }
  /// The power along one line, for astigmatism.
  public var cylinder: HKQuantity? { HKQuantity(content.cylinder, .diopter()) }
  /// The angle of that line.
  public var axis: HKQuantity? { HKQuantity(content.axis, .degreeAngle()) }
  /// What is added for what is near.
  public var addPower: HKQuantity? { HKQuantity(content.addPower, .diopter()) }

  /// The power that all lenses have. A quantity of another dimension traps.
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

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? HKLensSpecification)?.content == content
  }

  open override var hash: Int { content.hashValue }
}

/// A lens of glasses.
public final class HKGlassesLensSpecification: HKLensSpecification, @unchecked Sendable {
  /// A lens. A quantity of another dimension traps.
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

  /// From the eye to the lens.
  public var vertexDistance: HKQuantity? { HKQuantity(content.vertexDistance, Self.millimeter) }
  /// What light is bent aside by.
  public var prism: HKVisionPrism? { content.prism.map { HKVisionPrism($0) } }
  /// From the pupil to the middle of the face, looking far.
  public var farPupillaryDistance: HKQuantity? { HKQuantity(content.farPupillaryDistance, Self.millimeter) }
  /// The same, looking near.
  public var nearPupillaryDistance: HKQuantity? { HKQuantity(content.nearPupillaryDistance, Self.millimeter) }
}

/// A contact lens.
public final class HKContactsLensSpecification: HKLensSpecification, @unchecked Sendable {
  /// A lens. A quantity of another dimension traps.
  public convenience init(
    sphere: HKQuantity, cylinder: HKQuantity?, axis: HKQuantity?, addPower: HKQuantity?, baseCurve: HKQuantity?,
    diameter: HKQuantity?
  ) {
    var lens = Self.lens(sphere, cylinder, axis, addPower)
    lens.baseCurve = baseCurve?.doubleValue(for: Self.millimeter)
    lens.diameter = diameter?.doubleValue(for: Self.millimeter)
    self.init(lens)
  }

  /// The radius of its inner side.
  public var baseCurve: HKQuantity? { HKQuantity(content.baseCurve, Self.millimeter) }
  /// Its diameter.
  public var diameter: HKQuantity? { HKQuantity(content.diameter, Self.millimeter) }
}

/// An eye.
public enum HKVisionEye: Int, Sendable {
  case left = 1
  case right = 2
}

/// Where the thick side of a prism points.
public enum HKPrismBase: Int, Sendable {
  case none = 0
  case up = 1
  case down = 2
  case `in` = 3
  case out = 4
}

/// What light is bent aside by: as an amount and an angle, and as a vertical and a horizontal amount. Immutable.
public final class HKVisionPrism: NSObject, Sendable {
  let content: VisionContent.Prism

  init(_ content: VisionContent.Prism) {
    self.content = content
    super.init()
  }

  /// A prism by its amount and the angle of its base. A quantity of another dimension traps.
  public convenience init(amount: HKQuantity, angle: HKQuantity, eye: HKVisionEye) {
    self.init(
      VisionContent.Prism(
        amount: amount.doubleValue(for: .prismDiopter()), angle: angle.doubleValue(for: .degreeAngle()),
        isRight: eye == .right))
  }

  /// A prism by its vertical and its horizontal part. A quantity of another dimension traps.
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

  /// Of which eye.
  public var eye: HKVisionEye { HKVisionEye(rawValue: content.eye) ?? .left }
  /// How much, in prism dioptres.
  public var amount: HKQuantity { HKQuantity(unit: .prismDiopter(), doubleValue: content.amount) }
  /// Where the base points.
  public var angle: HKQuantity { HKQuantity(unit: .degreeAngle(), doubleValue: content.angle) }
  /// How much up or down.
  public var verticalAmount: HKQuantity { HKQuantity(unit: .prismDiopter(), doubleValue: content.verticalAmount) }
  /// How much to a side.
  public var horizontalAmount: HKQuantity { HKQuantity(unit: .prismDiopter(), doubleValue: content.horizontalAmount) }
  /// Up or down.
  public var verticalBase: HKPrismBase { HKPrismBase(rawValue: content.verticalBase) ?? .none }
  /// To which side.
  public var horizontalBase: HKPrismBase { HKPrismBase(rawValue: content.horizontalBase) ?? .none }
}
