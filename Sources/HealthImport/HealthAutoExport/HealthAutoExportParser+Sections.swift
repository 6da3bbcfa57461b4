import FoundationEssentials
import HealthModel

/// The sections whose elements are records and not series of numbers.
extension HealthAutoExportParser {
  /// What an element of any of these sections may contain.
  private struct Element {
    /// The fields that have a value, of whatever kind.
    var fields: Set<String> = []
    var dates: [String: Date] = [:]
    var texts: [String: String] = [:]
    var numbers: [String: Double] = [:]
    var flags: [String: Bool] = [:]
    var lists: [String: [String]] = [:]
    /// An electrocardiogram's voltages in microvolts.
    var voltages: [Double] = []
    /// Heart rates of a notification in beats per minute, and variabilities in milliseconds.
    var heartRates: [(date: Date, value: Double)] = []
    var variabilities: [(date: Date, value: Double)] = []
  }

  private static let dateFields: Set<String> = ["start", "end", "date", "scheduledDate"]
  /// The app prints some numbers as text, and some with their unit.
  private static let numberFields: Set<String> = [
    "threshold", "valence", "dosage", "averageHeartRate", "samplingFrequency",
  ]

  private mutating func element(_ reader: inout JSONReader) throws -> Element {
    var element = Element()
    var fields = 0
    try reader.object { reader, key in
      fields += 1
      guard fields <= 64 else { return try reader.skip() }
      let kind = try reader.kind()
      if kind != .null { element.fields.insert(key) }
      switch (key, kind) {
      case ("voltageMeasurements", .array):
        try reader.array { reader, _ in
          let voltage = try self.voltage(&reader)
          if let voltage, element.voltages.count < ElectrocardiogramContent.mostVoltages {
            element.voltages.append(voltage)
          }
        }
      case ("heartRate", .array):
        try reader.array { reader, _ in
          if let rate = try self.noted("hr", &reader), element.heartRates.count < 4_096 {
            element.heartRates.append(rate)
          }
        }
      case ("heartRateVariation", .array):
        try reader.array { reader, _ in
          if let value = try self.noted("hrv", &reader), element.variabilities.count < 4_096 {
            element.variabilities.append(value)
          }
        }
      case (_, .text) where Self.dateFields.contains(key): element.dates[key] = try self.instant(&reader)?.date
      case (let key, .text) where Self.numberFields.contains(key): element.numbers[key] = try reader.numberOrNil()
      case (_, .text): element.texts[key] = try reader.textOrNil(limit: 4_096)
      case (_, .number): element.numbers[key] = try reader.numberOrNil()
      case (let key, .object) where Self.numberFields.contains(key):
        element.numbers[key] = try Self.amount(&reader)?.quantity
      case (_, .boolean): element.flags[key] = try reader.boolean()
      case (_, .array):
        try reader.array { reader, _ in
          guard let text = try reader.textOrNil(limit: 256), element.lists[key, default: []].count < 256 else { return }
          element.lists[key, default: []].append(text)
        }
      default: try reader.skip()
      }
    }
    return element
  }

  /// `{"date": …, "voltage": 0.00012, "units": "V"}` in microvolts.
  private func voltage(_ reader: inout JSONReader) throws -> Double? {
    guard try reader.kind() == .object else { return try reader.numberOrNil().map { $0 * 1e6 } }
    var value: Double?
    var unit = "V"
    try reader.object { reader, key in
      switch key {
      case "voltage": value = try reader.numberOrNil()
      case "units": unit = try reader.textOrNil(limit: 16) ?? unit
      default: try reader.skip()
      }
    }
    let scale = ["V": 1e6, "mV": 1e3, "mcV": 1, "µV": 1, "μV": 1][unit] ?? .nan
    return value.map { $0 * scale }.flatMap { $0.magnitude < 1e9 ? $0 : nil }
  }

  private mutating func noted(_ field: String, _ reader: inout JSONReader) throws -> (date: Date, value: Double)? {
    guard try reader.kind() == .object else {
      try reader.skip()
      return nil
    }
    var date: Date?
    var value: Double?
    try reader.object { reader, key in
      switch (key, try reader.kind()) {
      case (field, _): value = try reader.numberOrNil()
      case ("timestamp", .object):
        try reader.object { reader, key in
          if key == "start" { date = try self.instant(&reader)?.date } else { try reader.skip() }
        }
      default: try reader.skip()
      }
    }
    guard let date, let value else { return nil }
    return (date, value)
  }

  /// The dates of an element, and its source; nil without a start, which is counted.
  private mutating func frame(
    _ element: Element, at place: String, _ metadata: [Metadata.Entry] = []
  ) -> (start: Date, end: Date, details: FeedBatcher.Details)? {
    guard let start = element.dates["start"] ?? element.dates["date"] else {
      batcher.skip(.badDate, at: place)
      return nil
    }
    var entries = metadata
    if element.flags["userEntered"] == true {
      entries.append(Metadata.Entry(key: MetadataKey.wasUserEntered, value: .flag(true)))
    }
    let details = FeedBatcher.Details(
      provenance: batcher.provenance(element.texts["source"] ?? ""), metadata: entries,
      uuid: element.texts["id"].flatMap { UUIDParser.uuid($0) })
    return (start, element.dates["end"] ?? start, details)
  }

  /// Adds a sample without a value of its own.
  private mutating func add(
    _ identifier: String, _ content: some SampleContent, data: SampleData? = nil, _ element: Element, at place: String,
    _ metadata: [Metadata.Entry] = []
  ) throws {
    guard content.isPlausible else { return batcher.skip(.badValue, at: place) }
    guard let (start, end, details) = frame(element, at: place, metadata + [content.entry]) else { return }
    let longest = SampleBounds.longestDuration(of: .other, type: identifier)
    if let reason = FeedBatcher.refusal(from: start, to: end, longest: longest) {
      return batcher.skip(reason, at: place)
    }
    let sample = SampleRecord(
      type: batcher.tables.type(SampleTypeUse(identifier: identifier, kind: .other)), provenance: details.provenance,
      metadata: batcher.tables.metadata(details.metadata), start: start, end: end, value: .nan, uuid: details.uuid)
    if let data {
      try batcher.add(DataRecord(sample: sample, data: data))
    } else {
      try batcher.add(sample)
    }
  }

  // MARK: - Symptoms and cycles

  /// A symptom, or an event of a cycle: a category's name and value, in the phone's language if that is not English.
  mutating func categories(_ reader: inout JSONReader, _ section: Section) throws {
    let element = try element(&reader)
    let place = reader.place
    guard let name = element.texts["name"] else { return batcher.skip(.missingType, at: place) }
    let value = element.texts["severity"] ?? element.texts["value"]
    guard let type = PhoneCategory.type(named: name) else {
      // Kept by the name that it came with.
      var metadata = [Metadata.Entry(key: "org.openhealthkit.section", value: .text(section.rawValue))]
      if let value { metadata.append(Metadata.Entry(key: MetadataKey.unknownValue, value: .text(value))) }
      guard let (start, end, details) = frame(element, at: place, metadata) else { return }
      let longest = SampleBounds.longestDuration(of: .other, type: name)
      if let reason = FeedBatcher.refusal(from: start, to: end, longest: longest) {
        return batcher.skip(reason, at: place)
      }
      return try batcher.add(
        SampleRecord(
          type: batcher.tables.type(SampleTypeUse(identifier: name, kind: .other)), provenance: details.provenance,
          metadata: batcher.tables.metadata(details.metadata), start: start, end: end, value: .nan, uuid: details.uuid))
    }
    let number = PhoneCategory.value(value, of: type)
    guard number != nil || value != nil else { return batcher.skip(.badValue, at: place) }
    var metadata: [Metadata.Entry] = []
    // Kept as the word that it came with.
    if number == nil, let value { metadata.append(Metadata.Entry(key: MetadataKey.unknownValue, value: .text(value))) }
    if type.name == "menstrualFlow" {
      metadata.append(
        Metadata.Entry(key: "HKMenstrualCycleStart", value: .flag(element.flags["isCycleStart"] ?? false)))
    }
    guard let (start, end, details) = frame(element, at: place, metadata) else { return }
    try batcher.add(
      category: type.identifier, number.map(Double.init) ?? .nan, from: start, to: end, details, at: place)
  }

  // MARK: - State of mind

  mutating func stateOfMind(_ reader: inout JSONReader) throws {
    let element = try element(&reader)
    let place = reader.place
    guard let valence = element.numbers["valence"] else { return batcher.skip(.missingValue, at: place) }
    let kind = PhoneCategory.folded(element.texts["kind"] ?? "")
    guard kind.contains("daily") || kind.contains("momentary") else { return batcher.skip(.badValue, at: place) }
    func numbers(_ field: String, _ names: [String]) -> [Int] {
      (element.lists[field] ?? []).compactMap { text in
        names.firstIndex { PhoneCategory.folded($0) == PhoneCategory.folded(text) }.map { $0 + 1 }
      }
    }
    let content = StateOfMindContent(
      kind: kind.contains("daily") ? 2 : 1, valence: valence, labels: numbers("labels", PhoneCategory.labels),
      associations: numbers("associations", PhoneCategory.associations))
    try add(TypeIdentifier.stateOfMind, content, element, at: place)
  }

  // MARK: - Medications

  mutating func dose(_ reader: inout JSONReader) throws {
    let element = try element(&reader)
    let place = reader.place
    guard let name = element.texts["displayText"] ?? element.texts["nickname"] else {
      return batcher.skip(.missingType, at: place)
    }
    // HealthKit's numbers of a dose's status.
    let statuses = ["notinteracted", "notificationnotsent", "snoozed", "taken", "skipped", "notlogged"]
    guard let status = statuses.firstIndex(of: PhoneCategory.folded(element.texts["status"] ?? "")) else {
      return batcher.skip(.badValue, at: place)
    }
    let content = DoseContent(
      scheduleType: element.dates["scheduledDate"] == nil ? 1 : 2, logStatus: status + 1, medication: name,
      scheduledDate: element.dates["scheduledDate"], quantity: element.numbers["dosage"])
    try add(TypeIdentifier.doseEvent, content, element, at: place)
  }

  // MARK: - Electrocardiograms

  mutating func electrocardiogram(_ reader: inout JSONReader) throws {
    let element = try element(&reader)
    let place = reader.place
    let name = element.texts["classification"] ?? ""
    let classifications = [
      "sinusrhythm": 1, "atrialfibrillation": 2, "inconclusivelowheartrate": 3, "inconclusivehighheartrate": 4,
      "highheartrate": 4, "inconclusivepoorrecording": 5, "poorrecording": 5, "inconclusiveother": 6, "inconclusive": 6,
      "unrecognized": 100,
    ]
    var content = ElectrocardiogramContent(
      classification: classifications[PhoneCategory.folded(name)] ?? 0, symptomsStatus: 0,
      averageHeartRate: element.numbers["averageHeartRate"], samplingFrequency: element.numbers["samplingFrequency"],
      count: element.voltages.count)
    if content.classification == 0, !name.isEmpty { content.classificationText = name }
    try add(
      TypeIdentifier.electrocardiogram, content,
      data: element.voltages.isEmpty ? nil : ElectrocardiogramContent.data(element.voltages), element, at: place)
  }

  // MARK: - Notifications of the heart rate

  /// A high or low heart rate, by the threshold and the rates; without a threshold, an irregular rhythm.
  mutating func notification(_ reader: inout JSONReader) throws {
    let element = try element(&reader)
    let place = reader.place
    var metadata: [Metadata.Entry] = []
    var name = "IrregularHeartRhythmEvent"
    if element.fields.contains("threshold") {
      // Without its number it is unknown which notification it was.
      guard let threshold = element.numbers["threshold"], SampleBounds.allows(threshold), threshold > 0 else {
        return batcher.skip(.badValue, at: place)
      }
      metadata.append(
        Metadata.Entry(key: "HKHeartRateEventThreshold", value: .quantity(threshold, unit: "count/min")))
      let rates = element.heartRates.map(\.value)
      // A low threshold is at most 50 beats per minute, a high one at least 100.
      let isHigh =
        rates.isEmpty ? threshold >= 75 : rates.reduce(0, +) / Double(rates.count) >= threshold
      name = isHigh ? "HighHeartRateEvent" : "LowHeartRateEvent"
    }
    guard let (start, end, details) = frame(element, at: place, metadata) else { return }
    try batcher.add(
      category: "HKCategoryTypeIdentifier" + name, 0, from: start, to: end, details, at: place)
    let measured = FeedBatcher.Details(provenance: details.provenance)
    for (values, type, unit) in [
      (element.heartRates, TypeIdentifier.heartRate, "count/min"),
      (element.variabilities, "HKQuantityTypeIdentifierHeartRateVariabilitySDNN", "ms"),
    ] {
      for (date, value) in values {
        try batcher.add(quantity: type, value, unit, from: date, to: date, measured, at: place)
      }
    }
  }
}

/// Names of HealthKit's categories and their values, as the phone shows them in English.
enum PhoneCategory {
  /// Only the letters and digits, in lower case.
  static func folded(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }

  /// The category type with a name, `Chest Tightness or Pain`.
  static func type(named name: String) -> CategoryTypeEntry? {
    let folded = folded(name)
    return types[otherNames[folded] ?? folded]
  }

  private static let types = Dictionary(CategoryTypeCatalog.all.map { (folded($0.name), $0) }) { first, _ in first }

  private static let otherNames = [
    "bodyandmuscleache": "generalizedbodyache", "bodyache": "generalizedbodyache", "cough": "coughing",
    "heartpalpitations": "rapidpoundingorflutteringheartbeat", "congestion": "sinuscongestion",
    "spotting": "intermenstrualbleeding", "menstruation": "menstrualflow", "period": "menstrualflow",
    "cervicalmucus": "cervicalmucusquality", "ovulationtest": "ovulationtestresult",
    "pregnancytest": "pregnancytestresult", "progesteronetest": "progesteronetestresult",
    "contraceptives": "contraceptive", "chesttightness": "chesttightnessorpain", "lossofsmellortaste": "lossofsmell",
    "breastpainortenderness": "breastpain",
  ]

  /// The number of a value of a category, nil if it has no such value. Types without values have one number.
  static func value(_ text: String?, of type: CategoryTypeEntry) -> Int? {
    let members = type.values.members
    if members.count == 1 { return members[0].rawValue }
    let folded = folded(text ?? "unspecified")
    let name = ["present": "unspecified", "notpresent": "notpresent"][folded] ?? folded
    return (members.first { Self.folded($0.name) == folded } ?? members.first { Self.folded($0.name) == name })?
      .rawValue
  }

  /// HealthKit's labels and associations of a state of mind, from number 1.
  static let labels = [
    "amazed", "amused", "angry", "anxious", "ashamed", "brave", "calm", "content", "disappointed", "discouraged",
    "disgusted", "embarrassed", "excited", "frustrated", "grateful", "guilty", "happy", "hopeless", "irritated",
    "jealous", "joyful", "lonely", "passionate", "peaceful", "proud", "relieved", "sad", "scared", "stressed",
    "surprised", "worried", "annoyed", "confident", "drained", "hopeful", "indifferent", "overwhelmed", "satisfied",
  ]

  static let associations = [
    "community", "currentEvents", "dating", "education", "family", "fitness", "friends", "health", "hobbies",
    "identity", "money", "partner", "selfCare", "spirituality", "tasks", "travel", "work", "weather",
  ]
}
