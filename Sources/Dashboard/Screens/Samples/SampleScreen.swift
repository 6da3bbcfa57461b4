import FoundationEssentials
import HealthModel
import Presentation
package import TerminalModel
package import Widgets

/// One sample with all details: value, dates, source, device and metadata.
package struct SampleScreen: Screen {
  package static let name: ScreenName = "sample"
  package static let bindings =
    ListView.bindings.filter { $0.action != .search } + [
      KeyBinding(keys: [.escape, "q", .enter], action: .back, label: "close", help: "Close the sample."),
      KeyBinding(
        keys: ["d", .delete], action: .view(.delete), label: "delete", rank: 3,
        help: "Delete the sample, after confirmation; u restores it."),
    ]

  let row: Int64
  /// The scrollable lines, once loaded.
  var first = 0

  init(row: Int64) {
    self.row = row
  }

  package var presentation: ScreenPresentation { .dialog }

  package func visible(in context: ScreenContext) -> [any StoreQuery] { [SampleQuery(row: row)] }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    switch action {
    case .back, .select: return [.close]
    case .view(.delete):
      guard case .some(let detail?) = context.data.answer(to: SampleQuery(row: row)) else { return [] }
      return [.close, .show(Self.question(detail, context))]
    case .move(.down): first = min(first + 1, 10_000)
    case .move(.up): first = max(0, first - 1)
    case .page(.down): first = min(first + 10, 10_000)
    case .page(.up): first = max(0, first - 10)
    case .scroll(let rows): first = min(10_000, max(0, first + min(max(rows, -1_000), 1_000)))
    case .first: first = 0
    default: return nil
    }
    return []
  }

  /// The confirmation before a sample is deleted.
  static func question(_ detail: SampleDetail, _ context: ScreenContext) -> ConfirmationScreen {
    ConfirmationScreen(
      title: "Delete this sample?",
      lines: [
        SampleWords(detail, context.formatting).text, "from \(detail.provenance.source.name)", "",
        "u restores it.",
      ],
      action: .edit("delete --yes --uuid \(detail.uuid.uuidString)"))
  }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    let detail = context.data.answer(to: SampleQuery(row: row)) ?? nil
    let lines = detail.map { Self.lines($0, context.formatting) } ?? [("", "This sample no longer exists.")]
    let dialog = Dialog(in: area, columns: 76, rows: lines.count)
    dialog.draw(detail.map { TypeWords.title($0.type) } ?? "Sample", on: &canvas)
    canvas.hit(canvas.grid.bounds, .back)
    let inner = dialog.inner
    let indent = min(max(12, (lines.map { TextWidth.columns(of: $0.0) }.max() ?? 0) + 2), inner.size.columns / 2)
    for (index, row) in zip(Viewport(first: first).rows(of: lines.count, height: inner.size.rows), inner.rows) {
      let (name, value) = lines[index]
      canvas.write(name, inner.origin.column, row, .faint, within: indent - 1)
      let start = inner.origin.column + (name.isEmpty ? 0 : indent)
      canvas.write(value, start, row, .plain, within: inner.columns.upperBound - start)
    }
  }

  /// The names and values of a sample's details.
  static func lines(_ detail: SampleDetail, _ formatting: Formatting) -> [(String, String)] {
    let entry = detail.entry
    var lines: [(String, String)] = []
    func add(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { lines.append((name, value)) }
    }
    add("Value", SampleWords.value(detail, formatting))
    if entry.value.isFinite, CategoryTypeCatalog.readable(detail.type) == nil {
      add("As stored", "\(entry.value) \(detail.unit)")
    }
    let clock = LocalClock(entry, formatting)
    add("Start", clock.text(entry.start))
    if entry.end != entry.start { add("End", clock.text(entry.end)) }
    add("Source", detail.provenance.source.name)
    add("Bundle", detail.provenance.source.bundleIdentifier)
    add("Version", detail.provenance.version)
    add("Product", detail.provenance.productType)
    add("System", detail.provenance.operatingSystem)
    if let device = detail.provenance.device {
      add("Device", device.name)
      add("Manufacturer", device.manufacturer)
      add("Model", device.model)
      add("Hardware", device.hardwareVersion)
      add("Software", device.softwareVersion)
      add("Firmware", device.firmwareVersion)
    }
    for item in detail.metadata.entries { add(MetadataWords.name(item.key), MetadataWords(clock: clock).text(item)) }
    add("UUID", detail.uuid.uuidString)
    return lines
  }
}
