import HealthModel

/// A row of a list that is read in pages from the store.
protocol PagedEntry {
  /// Where the list goes on after it.
  var cursor: ListCursor { get }
}

extension WorkoutSummary: PagedEntry {}
extension SampleListEntry: PagedEntry {}

extension PagedList where Cursor == ListCursor {
  /// The same list with what has been read since.
  ///
  /// - Parameter page: the rows after a row, as far as they are known.
  func learned<Entry: PagedEntry>(_ page: (ListCursor?) -> [Entry]?) -> PagedList {
    var list = self
    list.learn { cursor in
      page(cursor).map { Page(count: $0.count, next: $0.count == pageSize ? $0.last?.cursor : nil) }
    }
    return list
  }

  /// A row of the list; nil where it is not known.
  func entry<Entry: PagedEntry>(_ row: Int, _ page: (ListCursor?) -> [Entry]?) -> Entry? {
    guard let place = place(of: row), let page = page(place.cursor), place.offset < page.count else { return nil }
    return page[place.offset]
  }

  /// From the beginning.
  mutating func startAgain() { self = PagedList(pageSize: pageSize) }
}
