import HealthModel

/// A row of a list that is loaded in pages from the store.
protocol PagedEntry {
  /// The position after it, for the next page.
  var cursor: ListCursor { get }
}

extension WorkoutSummary: PagedEntry {}
extension SampleListEntry: PagedEntry {}

extension PagedList where Cursor == ListCursor {
  /// The same list with newly loaded rows.
  ///
  /// - Parameter page: returns the page after a row, if it has been loaded.
  func learned<Entry: PagedEntry>(_ page: (ListCursor?) -> [Entry]?) -> PagedList {
    var list = self
    list.learn { cursor in
      page(cursor).map { Page(count: $0.count, next: $0.count == pageSize ? $0.last?.cursor : nil) }
    }
    return list
  }

  /// A row of the list; nil if it has not been loaded.
  func entry<Entry: PagedEntry>(_ row: Int, _ page: (ListCursor?) -> [Entry]?) -> Entry? {
    guard let place = place(of: row), let page = page(place.cursor), place.offset < page.count else { return nil }
    return page[place.offset]
  }

  /// The first page.
  mutating func startAgain() { self = PagedList(pageSize: pageSize) }
}
