package import HealthModel
import TerminalModel

/// A list that is loaded in pages, each continuing at the end of the previous one: the position, and the known part of
/// its length.
package struct PagedList<Cursor: Hashable & Sendable>: Hashable, Sendable {
  /// The content of a page.
  package struct Page {
    package var count: Int
    /// The cursor after the page; nil for the last page.
    package var next: Cursor?

    package init(count: Int, next: Cursor? = nil) {
      self.count = count
      self.next = next
    }
  }

  package let pageSize: Int
  /// The cursors of the known pages: a page starts after this row; the first has none.
  private(set) var cursors: [Cursor?] = [nil]
  /// The number of known rows.
  package private(set) var count = 0
  package private(set) var selected = 0
  private var viewport = Viewport()

  package init(pageSize: Int) {
    self.pageSize = pageSize
  }

  /// Updates the known length from the pages that have been loaded, and where the pages after them begin: rows may have
  /// been added or deleted since.
  package mutating func learn(_ page: (Cursor?) -> Page?) {
    let near = selected / pageSize
    for index in max(0, near - 1)..<max(near + 2, 1) where index < cursors.count - 1 {
      guard let known = page(cursors[index]) else { continue }
      guard let next = known.next else {
        cursors.removeSubrange((index + 1)...)
        break
      }
      cursors[index + 1] = next
    }
    while let known = page(cursors[cursors.count - 1]) {
      let start = (cursors.count - 1) * pageSize
      count = start + known.count
      guard let next = known.next, selected + pageSize >= count else { break }
      cursors.append(next)
    }
    selected = max(0, min(selected, count - 1))
  }

  /// The pages that are visible, or soon will be, and the index of the first row of each.
  package func pages(height: Int) -> [(cursor: Cursor?, start: Int)] {
    let low = max(0, selected - height) / pageSize
    let high = min(cursors.count - 1, (selected + 2 * height) / pageSize)
    return (min(low, high)...high).map { (cursors[$0], $0 * pageSize) }
  }

  /// The page that contains a row, and its offset there; nil if unknown.
  package func place(of row: Int) -> (cursor: Cursor?, offset: Int)? {
    let page = row / pageSize
    return row >= 0 && page < cursors.count ? (cursors[page], row % pageSize) : nil
  }

  package func rows(height: Int) -> Range<Int> {
    var viewport = viewport
    viewport.show(selected, of: count, height: height)
    return viewport.rows(of: count, height: height)
  }

  /// Moves by an action; false if the action does not apply.
  package mutating func handle(_ action: Action, height: Int) -> Bool {
    guard selected.select(action.asMove, of: count, page: height) else { return false }
    viewport.show(selected, of: count, height: height)
    return true
  }

  package static var bindings: [KeyBinding] {
    [
      KeyBinding(
        keys: ["j", .down], action: .move(.down), condition: .withStore, label: "move", rank: 2, help: "Next row."),
      KeyBinding(
        keys: ["k", .up], action: .move(.up), condition: .withStore, label: "move", rank: 2, help: "Previous row."),
      KeyBinding(keys: [.pageDown], action: .page(.down), condition: .withStore, help: "Next page."),
      KeyBinding(keys: [.pageUp], action: .page(.up), condition: .withStore, help: "Previous page."),
      KeyBinding(keys: [.home], action: .first, condition: .withStore, help: "First row."),
      KeyBinding(keys: [.end], action: .last, condition: .withStore, help: "Last known row."),
    ]
  }
}

/// A row of a list that is loaded in pages from the store.
package protocol PagedEntry {
  /// The position after it, for the next page.
  var cursor: ListCursor { get }
}

extension WorkoutSummary: PagedEntry {}
extension SampleListEntry: PagedEntry {}

extension PagedList where Cursor == ListCursor {
  /// The same list with newly loaded rows.
  ///
  /// - Parameter page: returns the page after a row, if it has been loaded.
  package func learned<Entry: PagedEntry>(_ page: (ListCursor?) -> [Entry]?) -> PagedList {
    var list = self
    list.learn { cursor in
      page(cursor).map { Page(count: $0.count, next: $0.count == pageSize ? $0.last?.cursor : nil) }
    }
    return list
  }

  /// A row of the list; nil if it has not been loaded.
  package func entry<Entry: PagedEntry>(_ row: Int, _ page: (ListCursor?) -> [Entry]?) -> Entry? {
    guard let place = place(of: row), let page = page(place.cursor), place.offset < page.count else { return nil }
    return page[place.offset]
  }

  /// The first page.
  package mutating func startAgain() { self = PagedList(pageSize: pageSize) }
}

extension Int {
  /// Moves a selected row by an action, and keeps it among the rows; false if the action does not apply.
  ///
  /// - Parameter page: the visible rows; nil if all are visible.
  package mutating func select(_ action: Action, of count: Int, page: Int? = nil) -> Bool {
    switch (action, page) {
    case (.choose(let row), _): self = row
    case (.move(.down), _): self += 1
    case (.move(.up), _): self -= 1
    case (.scroll(let rows), _): self += Swift.min(Swift.max(rows, -1_000), 1_000)
    case (.page(.down), let page?): self += Swift.max(1, page - 1)
    case (.page(.up), let page?): self -= Swift.max(1, page - 1)
    case (.first, _): self = 0
    case (.last, _): self = count - 1
    default: return false
    }
    self = Swift.max(0, Swift.min(self, count - 1))
    return true
  }
}

extension Int? {
  /// Moves a mark among some places; from none, to the first or the last one.
  package mutating func move(_ step: Int, among count: Int) {
    self = Swift.min(count - 1, Swift.max(0, (self ?? (step > 0 ? -1 : count)) + step))
  }
}

extension Action {
  /// In a list the next and the previous one are those below and above.
  var asMove: Action {
    switch self {
    case .next: .move(.down)
    case .previous: .move(.up)
    default: self
    }
  }
}
