import TerminalModel

/// The last row: the keys that work now, each of which can be clicked.
struct Footer {
  struct Item: Hashable {
    var binding: KeyBinding
    var columns: Range<Int>
    var text: String
    /// A key, or the word for one or more keys before it.
    var isKey: Bool
    /// False for a key that does nothing just now. It keeps its place, so that the row stands still while days go by.
    var isLive: Bool
  }

  var items: [Item]
  /// The column after the last item.
  var end: Int

  /// - Parameter columns: how much room there is; keys of the highest rank are left out until the rest fits.
  init(_ bindings: [KeyBinding], screen: any Screen, context: ScreenContext, columns: Int) {
    var bindings = bindings.filter { $0.label != nil && !$0.keys.isEmpty && $0.isOffered(in: context) }
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

  /// Neighbours with one label stand as `h l day`; a click on the label does what the last key does.
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
