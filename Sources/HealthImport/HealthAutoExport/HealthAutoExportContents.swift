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
      FormatContent(rawValue, stored: "the category of that name; an unknown one keeps its name")
    case .stateOfMind: FormatContent(rawValue, stored: "stateOfMind")
    case .medications: FormatContent(rawValue, stored: "medicationDoseEvent")
    case .electrocardiograms: FormatContent(rawValue, stored: "electrocardiogram with its voltages")
    case .heartRateNotifications:
      FormatContent(rawValue, stored: "highHeartRateEvent, lowHeartRateEvent, irregularHeartRhythmEvent")
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
    FormatContent("table of workouts", stored: "workout with energy, distance and heart rates"),
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
