package import FoundationEssentials

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Hearing sensitivity by frequency.
package struct AudiogramContent: SampleContent {
  package struct Test: Codable, Hashable, Sendable {
    /// Decibels of hearing level.
    package var sensitivity: Double
    /// 0 left, 1 right.
    package var side: Int
    /// HealthKit's number for how the tone was conducted: 0 by air.
    package var conduction: Int
    package var isMasked: Bool
    /// For values beyond the range of the device.
    package var clampedLower: Double?
    package var clampedUpper: Double?

    package init(
      sensitivity: Double, side: Int, conduction: Int = 0, isMasked: Bool = false, clampedLower: Double? = nil,
      clampedUpper: Double? = nil
    ) {
      self.sensitivity = sensitivity
      self.side = side
      self.conduction = conduction
      self.isMasked = isMasked
      self.clampedLower = clampedLower
      self.clampedUpper = clampedUpper
    }
  }

  package struct Point: Codable, Hashable, Sendable {
    /// Hertz.
    package var frequency: Double
    package var tests: [Test]

    package init(frequency: Double, tests: [Test]) {
      self.frequency = frequency
      self.tests = tests
    }
  }

  package var points: [Point]

  package init(points: [Point]) {
    self.points = points
  }

  package static let mostPoints = 256

  package var isPlausible: Bool {
    points.count <= Self.mostPoints
      && points.allSatisfy { point in
        point.frequency.magnitude < 1e9
          && point.tests.allSatisfy { $0.sensitivity.magnitude < 1e6 && (0...1).contains($0.side) }
      }
  }
}

/// A prescription for glasses or contact lenses.
package struct VisionContent: SampleContent {
  /// A prism correction: amounts in prism dioptres.
  package struct Prism: Codable, Hashable, Sendable {
    package var amount: Double
    /// Degrees.
    package var angle: Double
    package var verticalAmount: Double
    package var horizontalAmount: Double
    /// HealthKit's numbers for the directions of the bases.
    package var verticalBase: Int
    package var horizontalBase: Int
    /// 1 left, 2 right.
    package var eye: Int

    package init(
      amount: Double, angle: Double, verticalAmount: Double, horizontalAmount: Double, verticalBase: Int,
      horizontalBase: Int, eye: Int
    ) {
      self.amount = amount
      self.angle = angle
      self.verticalAmount = verticalAmount
      self.horizontalAmount = horizontalAmount
      self.verticalBase = verticalBase
      self.horizontalBase = horizontalBase
      self.eye = eye
    }
  }

  /// Powers in dioptres, lengths in millimetres, angles in degrees.
  package struct Lens: Codable, Hashable, Sendable {
    package var sphere: Double
    package var cylinder: Double?
    package var axis: Double?
    package var addPower: Double?
    package var vertexDistance: Double?
    package var prism: Prism?
    package var farPupillaryDistance: Double?
    package var nearPupillaryDistance: Double?
    package var baseCurve: Double?
    package var diameter: Double?

    package init(sphere: Double) {
      self.sphere = sphere
    }

    var isPlausible: Bool {
      let numbers = [
        sphere, cylinder, axis, addPower, vertexDistance, farPupillaryDistance, nearPupillaryDistance, baseCurve,
        diameter, prism?.amount, prism?.angle, prism?.verticalAmount, prism?.horizontalAmount,
      ]
      return numbers.allSatisfy { ($0 ?? 0).magnitude < 1e6 }
    }
  }

  /// 1 for glasses, 2 for contact lenses.
  package var kind: Int
  package var expirationDate: Date?
  package var right: Lens?
  package var left: Lens?
  /// For contact lenses.
  package var brand: String?

  package init(kind: Int, expirationDate: Date? = nil, right: Lens? = nil, left: Lens? = nil, brand: String? = nil) {
    self.kind = kind
    self.expirationDate = expirationDate
    self.right = right
    self.left = left
    self.brand = brand
  }

  package var isPlausible: Bool {
    (1...2).contains(kind) && expirationDate.map(SampleBounds.allows) != false
      && [right, left].allSatisfy { $0?.isPlausible != false }
  }
}

/// A logged emotion or mood.
package struct StateOfMindContent: SampleContent {
  /// 1 momentary emotion, 2 daily mood.
  package var kind: Int
  /// -1 very unpleasant, 1 very pleasant.
  package var valence: Double
  /// HealthKit's numbers of the labels.
  package var labels: [Int]
  /// HealthKit's numbers of the associations.
  package var associations: [Int]

  package init(kind: Int, valence: Double, labels: [Int], associations: [Int]) {
    self.kind = kind
    self.valence = valence
    self.labels = labels
    self.associations = associations
  }

  package var isPlausible: Bool {
    (1...2).contains(kind) && valence.magnitude <= 1 && labels.count <= 256 && associations.count <= 256
  }
}

/// The answers to a questionnaire, and their score.
package struct AssessmentContent: SampleContent {
  /// HealthKit's numbers of the answers, in the order of the questions.
  package var answers: [Int]

  package init(answers: [Int]) {
    self.answers = answers
  }

  package var isPlausible: Bool { answers.count <= 64 && answers.allSatisfy { (0...4).contains($0) } }
}

/// A code of a concept in a coding system.
package struct CodingContent: Codable, Hashable, Sendable {
  package var system: String
  package var version: String?
  package var code: String

  package init(system: String, version: String? = nil, code: String) {
    self.system = system
    self.version = version
    self.code = code
  }
}

/// A medication that a person takes, with the person's own details.
package struct MedicationContent: SampleContent {
  /// The identifier that dose events refer to.
  package var identifier: String
  package var displayText: String
  package var generalForm: String
  package var codings: [CodingContent]
  package var nickname: String?
  package var isArchived: Bool
  package var hasSchedule: Bool

  package init(
    identifier: String, displayText: String, generalForm: String, codings: [CodingContent] = [],
    nickname: String? = nil, isArchived: Bool = false, hasSchedule: Bool = false
  ) {
    self.identifier = identifier
    self.displayText = displayText
    self.generalForm = generalForm
    self.codings = codings
    self.nickname = nickname
    self.isArchived = isArchived
    self.hasSchedule = hasSchedule
  }

  package var isPlausible: Bool { codings.count <= 1_024 }
}

/// A dose that was taken, skipped, or due.
package struct DoseContent: SampleContent {
  /// 1 as needed, 2 scheduled.
  package var scheduleType: Int
  /// HealthKit's number of the log status.
  package var logStatus: Int
  /// The medication's identifier.
  package var medication: String
  package var scheduledDate: Date?
  package var scheduledQuantity: Double?
  package var quantity: Double?
  package var unit: String

  package init(
    scheduleType: Int, logStatus: Int, medication: String, scheduledDate: Date? = nil,
    scheduledQuantity: Double? = nil, quantity: Double? = nil, unit: String = "count"
  ) {
    self.scheduleType = scheduleType
    self.logStatus = logStatus
    self.medication = medication
    self.scheduledDate = scheduledDate
    self.scheduledQuantity = scheduledQuantity
    self.quantity = quantity
    self.unit = unit
  }

  package var isPlausible: Bool {
    (1...2).contains(scheduleType) && (1...6).contains(logStatus) && (quantity ?? 0).magnitude < 1e12
      && (scheduledQuantity ?? 0).magnitude < 1e12 && scheduledDate.map(SampleBounds.allows) != false
      && unit.utf8.count <= HealthUnit.longestText
  }
}

/// Describes a clinical record; the record itself, in FHIR's JSON, is the sample's data.
package struct ClinicalContent: SampleContent {
  package var displayName: String
  /// FHIR's resource type: `Observation`.
  package var resourceType: String
  /// The identifier of the resource.
  package var identifier: String
  /// FHIR's version, `4.0.1`.
  package var fhirVersion: String
  package var sourceURL: String?

  package init(
    displayName: String, resourceType: String, identifier: String, fhirVersion: String, sourceURL: String? = nil
  ) {
    self.displayName = displayName
    self.resourceType = resourceType
    self.identifier = identifier
    self.fhirVersion = fhirVersion
    self.sourceURL = sourceURL
  }

  package var isPlausible: Bool { true }
}

extension VisionContent.Prism {
  /// A prism by its amount and the angle of its base, in degrees.
  ///
  /// Seen from the front, an angle of 0 points to the left eye's temple and to the right eye's nose.
  package init(amount: Double, angle: Double, isRight: Bool) {
    let (vertical, horizontal) = (amount * Self.sine(angle), amount * Self.sine(angle + 90))
    // HealthKit's numbers: 0 none, 1 up, 2 down, 3 in, 4 out.
    func base(_ amount: Double, _ positive: Int, _ negative: Int) -> Int {
      amount.magnitude < 1e-9 ? 0 : amount > 0 ? positive : negative
    }
    self.init(
      amount: amount, angle: angle, verticalAmount: vertical.magnitude, horizontalAmount: horizontal.magnitude,
      verticalBase: base(vertical, 1, 2), horizontalBase: isRight ? base(horizontal, 3, 4) : base(horizontal, 4, 3),
      eye: isRight ? 2 : 1)
  }

  private static func sine(_ degrees: Double) -> Double { sin(degrees * .pi / 180) }
}
