/// The elements of an export that the importer processes.
enum AppleElement: Int, CaseIterable {
  case healthData
  case exportDate
  case me
  case record
  case correlation
  case workout
  case activitySummary
  case metadataEntry
  case beats
  case beat
  case workoutEvent
  case workoutActivity
  case workoutStatistics
  case workoutRoute
  case fileReference
  /// A point of a route, as printed in older exports.
  case location
  case audiogram
  case sensitivityPoint
  case visionPrescription
  case rightEye
  case leftEye
  case clinicalRecord
  /// A chunk of a sample's data, which occurs only in our own exports.
  case sampleData
  /// An attachment of a sample, with its data, which occurs only in our own exports.
  case attachment
  /// A reference from a workout to a sample that belongs to it, which occurs only in our own exports. The sample is
  /// also an independent record.
  case workoutSample
  /// Any other element, for example one added by a later system.
  case other

  init(_ name: UnsafeRawBufferPointer) {
    if name.equals("Record") {
      self = .record
    } else if name.equals("MetadataEntry") {
      self = .metadataEntry
    } else if let found = Self.names.first(where: { name.equals($0.0) }) {
      self = found.1
    } else {
      self = .other
    }
  }

  /// Whether it is always directly under HealthData (a Record may also be a member of a correlation).
  var isTopLevel: Bool {
    switch self {
    case .exportDate, .me, .record, .correlation, .workout, .activitySummary, .audiogram, .visionPrescription,
      .clinicalRecord:
      true
    default: false
    }
  }

  /// Whether the other element is a direct child of this one.
  func holds(_ child: AppleElement) -> Bool {
    switch (self, child) {
    case (.record, .metadataEntry), (.record, .beats), (.beats, .beat),
      (.correlation, .metadataEntry), (.correlation, .record),
      (.workout, .metadataEntry), (.workout, .workoutEvent), (.workout, .workoutActivity),
      (.workout, .workoutStatistics), (.workout, .workoutRoute), (.workout, .workoutSample),
      (.workoutActivity, .metadataEntry), (.workoutActivity, .workoutEvent), (.workoutActivity, .workoutStatistics),
      (.workoutEvent, .metadataEntry), (.workoutRoute, .metadataEntry), (.workoutRoute, .fileReference),
      (.workoutRoute, .location), (.record, .sampleData), (.record, .attachment), (.attachment, .sampleData),
      (.attachment, .metadataEntry), (.audiogram, .metadataEntry),
      (.audiogram, .sensitivityPoint), (.visionPrescription, .metadataEntry), (.visionPrescription, .rightEye),
      (.visionPrescription, .leftEye), (.clinicalRecord, .metadataEntry):
      true
    default: false
    }
  }

  private static let names: [(StaticString, AppleElement)] = [
    ("Location", .location),
    ("InstantaneousBeatsPerMinute", .beat),
    ("HeartRateVariabilityMetadataList", .beats),
    ("ActivitySummary", .activitySummary),
    ("WorkoutEvent", .workoutEvent),
    ("WorkoutStatistics", .workoutStatistics),
    ("Workout", .workout),
    ("Correlation", .correlation),
    ("WorkoutRoute", .workoutRoute),
    ("FileReference", .fileReference),
    ("WorkoutActivity", .workoutActivity),
    ("HealthData", .healthData),
    ("Audiogram", .audiogram),
    ("SensitivityPoint", .sensitivityPoint),
    ("VisionPrescription", .visionPrescription),
    ("RightEye", .rightEye),
    ("LeftEye", .leftEye),
    ("ClinicalRecord", .clinicalRecord),
    ("SampleData", .sampleData),
    ("Attachment", .attachment),
    ("WorkoutSample", .workoutSample),
    ("ExportDate", .exportDate),
    ("Me", .me),
  ]
}
