package import HealthImport

extension FormatContent {
  /// The contents of every format, with the format's title.
  package static var all: [(title: String, contents: [FormatContent])] {
    let formats = ImportFormats.all.map { (title: $0.description.title, contents: $0.contents) }
    // Two forms of one format.
    var titles: [String] = []
    var byTitle: [String: [FormatContent]] = [:]
    for (title, contents) in formats + [(title: "Home Assistant", contents: HomeAssistantImporter.contents)] {
      if byTitle[title] == nil { titles.append(title) }
      byTitle[title, default: []] += contents
    }
    return titles.map { ($0, byTitle[$0] ?? []) }
  }
}
