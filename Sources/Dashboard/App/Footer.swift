import TerminalModel
import Widgets

/// The last row: the available keys, which can be clicked.
struct Footer {
  struct Item: Hashable {
    var binding: KeyBinding
    var columns: Range<Int>
    var text: String
    /// Whether this is a key, as opposed to the label of the keys before it.
    var isKey: Bool
    /// Whether the key has an effect now. Other keys keep their place, so that the row does not change while
    /// navigating.
    var isLive: Bool
  }

  var items: [Item]
  /// The column after the last item.
  var end: Int

  /// - Parameter columns: the available width; keys of the highest rank are omitted until the rest fits.
  init(_ bindings: [KeyBinding], screen: any Screen, context: ScreenContext, columns: Int) {
    var bindings = bindings.filter { $0.label != nil && !$0.keys.isEmpty && $0.isOffered(in: context) }
    for index in bindings.indices { bindings[index].label = screen.label(of: bindings[index]) }
    let isLive = { (binding: KeyBinding) in
      binding.isLive(in: context) && screen.allows(binding.action, in: context)
    }
    let glyphs = context.appearance.glyphs
    (items, end) = Self.place(bindings, glyphs, isLive)
    while end >= columns, let rank = bindings.map(\.rank).max(), rank > 0 {
      bindings.removeAll { $0.rank == rank }
      (items, end) = Self.place(bindings, glyphs, isLive)
    }
  }

  func draw(on canvas: inout Canvas, row: Int) {
    for item in items {
      canvas.write(item.text, item.columns.lowerBound, row, item.isKey && item.isLive ? .strong : .faint)
      guard item.isLive else { continue }
      canvas.hit(
        CellRect(column: item.columns.lowerBound, row: row, columns: item.columns.count, rows: 1), item.binding.action)
    }
  }

  /// Neighbours with the same label are shown as `h l day`; a click on the label performs the last key.
  private static func place(
    _ bindings: [KeyBinding], _ glyphs: Glyphs, _ isLive: (KeyBinding) -> Bool
  ) -> ([Item], Int) {
    var items: [Item] = []
    var column = 1
    for (index, binding) in bindings.enumerated() {
      guard let label = binding.label, let key = binding.keys.first else { continue }
      func add(_ text: String, isKey: Bool) {
        let width = TextWidth.columns(of: text)
        items.append(
          Item(
            binding: binding, columns: column..<(column + width), text: text, isKey: isKey, isLive: isLive(binding)))
        column += width + 1
      }
      add(key.name(glyphs), isKey: true)
      if index + 1 < bindings.count, bindings[index + 1].label == label { continue }
      add(label, isKey: false)
      column += 2
    }
    return (items, max(0, column - 3))
  }
}
