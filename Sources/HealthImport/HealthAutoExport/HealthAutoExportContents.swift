import HealthModel

extension HealthAutoExportParser.Section {
  /// What becomes of the section.
  var content: FormatContent {
    switch self {
    case .metrics: FormatContent("metrics", MetricCatalog.contents)
    case .workouts:
      FormatContent(
        rawValue,
        [
          "id, name, start, end, duration": "workout", "route": "the workout's route", "heartRateData": "heartRate",
          "energy, distance, steps, elevation, temperature, humidity, intensity": "of the workout",
          "other series": "the workout's totals, where they are missing; their values are also metrics",
        ])
    case .symptoms, .cycleTracking:
      FormatContent(
        rawValue,
        [
          "name, start, end, date": "the category of that name; an unknown one keeps its name",
          "severity, value": "its value; an unknown one as the word", "isCycleStart, userEntered, source, id": "of it",
          "others": "not stored",
        ])
    case .stateOfMind:
      FormatContent(
        rawValue,
        [
          "kind, valence, labels, associations, start, end, date": "stateOfMind", "source, id": "of it",
          "others": "not stored",
        ])
    case .medications:
      FormatContent(
        rawValue,
        [
          "displayText, start, scheduledDate, status, dosage": "medicationDoseEvent", "source, id": "of it",
          "others": "not stored",
        ])
    case .electrocardiograms:
      FormatContent(
        rawValue,
        [
          "classification, averageHeartRate, samplingFrequency, start, end": "electrocardiogram",
          "voltageMeasurements": "its voltages", "source, id": "of it", "others": "not stored",
        ])
    case .heartRateNotifications:
      FormatContent(
        rawValue,
        [
          "threshold, start, end":
            "highHeartRateEvent, lowHeartRateEvent; irregularHeartRhythmEvent without a threshold",
          "heartRate": "heartRate", "heartRateVariation": "heartRateVariabilitySDNN", "source, id": "of it",
          "others": "not stored",
        ])
    }
  }
}

extension HealthAutoExportJSONFormat {
  package static var contents: [FormatContent] {
    HealthAutoExportParser.Section.allCases.map(\.content) + [
      FormatContent("other sections", skipped: .unsupportedElement)
    ]
  }
}

extension HealthAutoExportCSVFormat {
  package static let contents = [
    FormatContent(
      "table of metrics", stored: "as `metrics` in JSON; sums of sleep as stages from the start of the row on, derived"),
    FormatContent(
      "table of workouts",
      [
        "Type, Start, End, Duration": "workout",
        "energy, distance, steps, flights, strokes, heart rates, elevation, temperature, humidity, intensity, speed, location":
          "of the workout", "others": "not stored, and named in the report",
      ]),
  ]
}

extension SampleArrayFormat {
  package static let contents = [FormatContent("samples", stored: "what they name")]
}

extension HomeAssistantImporter {
  /// The sensors that are stored.
  package static var contents: [FormatContent] {
    HomeAssistantCatalog.all.map { sensor in
      FormatContent(
        "…_\(sensor.slug)",
        stored: FormatContent.type(sensor.identifier) + (sensor.isTotal ? ", from midnight" : ""))
    } + [FormatContent("other entities", skipped: .unsupportedElement)]
  }
}
