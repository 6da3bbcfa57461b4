import TerminalModel

/// Numbers for images. A random start makes collisions between programs in the same terminal unlikely.
struct ImageIDs {
  private let first = UInt32.random(in: 0x1_0000...0xFF_0000)
  private var used = 0

  mutating func next() -> UInt32 {
    used = (used + 1) % 0xFFFF
    return first + UInt32(used)
  }
}

/// The images that the terminal stores, and the pictures that it can show with their cells: a cell that looks like one that
/// the terminal has is not sent again, wherever it was.
struct StoredImages {
  /// A cell of an image.
  struct Place: Hashable {
    var image: UInt32
    var number: Int

    var row: Int { number / TileSheet.columns }
    var column: Int { number % TileSheet.columns }

    /// The cell to the right; nil at the end of a row.
    var next: Place? { column + 1 < TileSheet.columns ? Place(image: image, number: number + 1) : nil }
  }

  private struct Entry {
    var tiles: [Tile]
    var isHeld = false
    var lastUse: Int
  }

  private struct Layout {
    /// The place of each cell, row by row; nil if nothing is drawn.
    var places: [Place?]
    var images: Set<UInt32>
    var lastUse: Int
  }

  private var entries: [UInt32: Entry] = [:]
  private var layouts: [PictureContent: Layout] = [:]
  /// Where the terminal has each tile: some of the places, the newest first.
  private var known: [Tile: [Place]] = [:]
  /// The images that were sent but not acknowledged.
  private(set) var awaited: Set<UInt32> = []
  /// The images that the terminal was asked to confirm.
  private var confirming: Set<UInt32> = []
  /// Whether the terminal has confirmed an image.
  private(set) var hasHeld = false
  /// Images that are no longer used, and that the terminal may still store.
  private var discarded: [UInt32] = []
  /// The images that were deleted last. A program that quits drops output that the terminal has not read, so it deletes
  /// them again.
  private var deleted: [UInt32] = []
  private var numbers = ImageIDs()

  /// The maximum number of pictures: more than the days of a month, to return to previous ones.
  private static let maximumPictures = 96
  /// The maximum number of images and of their cells.
  private static let (maximumImages, maximumTiles) = (160, 32_768)
  /// The number of images of which a picture is sent as a whole.
  private static let maximumImagesOfPicture = 32
  /// The cells for which it is worth to switch to another image: text that does is longer than the pixels of a few cells.
  private static let shortestRun = 4
  private static let mostPlaces = 4

  var ids: [UInt32] { (entries.keys + discarded + deleted).sorted() }

  func contains(_ content: PictureContent) -> Bool { layouts[content] != nil }

  /// Whether the terminal has confirmed all cells of a picture.
  ///
  /// - Parameter orSent: whether it is enough that it was sent them.
  func isHeld(_ content: PictureContent, orSent: Bool) -> Bool {
    layouts[content]?.images.allSatisfy { entries[$0].map { orSent || $0.isHeld } == true } == true
  }

  /// The cells of images that show a picture, row by row; nil where nothing is drawn.
  func places(of content: PictureContent) -> [Place?] { layouts[content]?.places ?? [] }

  /// Notes the use of a picture, and thereby of its images.
  mutating func use(_ content: PictureContent, frame: Int) {
    layouts[content]?.lastUse = frame
    for id in layouts[content]?.images ?? [] { entries[id]?.lastUse = frame }
  }

  /// Registers a picture.
  ///
  /// - Parameters:
  ///   - previous: what the terminal shows in its place; cells that are equal there need not change.
  ///   - sheets: images that are not yet sent. Cells that the terminal lacks are added, to a new one if necessary.
  mutating func add(
    _ content: PictureContent, insteadOf previous: PictureContent?, to sheets: inout [TileSheet], frame: Int
  ) {
    let image = content.whole
    let cell = (width: content.width / content.size.columns, height: content.height / content.size.rows)
    let tiles = image.tiles(cell: cell)
    let base = previous.flatMap { $0.size == content.size ? layouts[$0] : nil }
    let reuses = base.map { $0.images.count < Self.maximumImagesOfPicture } != false
    var layout = place(
      tiles, image, cell, content.isOfRings, base: reuses ? base?.places : nil, reuses: reuses, &sheets)
    layout.lastUse = frame
    layouts[content] = layout
    for sheet in sheets { entries[sheet.id] = Entry(tiles: sheet.tiles, lastUse: frame) }
    for id in layout.images { entries[id]?.lastUse = frame }
  }

  private mutating func place(
    _ tiles: [Tile], _ image: RasterImage, _ cell: (width: Int, height: Int), _ isOfRings: Bool, base: [Place?]?,
    reuses: Bool, _ sheets: inout [TileSheet]
  ) -> Layout {
    let columns = image.width / cell.width
    var places: [Place?] = []
    places.reserveCapacity(tiles.count)
    func isShown(_ index: Int) -> Bool {
      base?[index].map { entries[$0.image]?.tiles[$0.number] == tiles[index] } == true
    }
    // Whether a row of cells of one image is worth the text that switches to it and back.
    func isWorth(_ count: Int, at index: Int) -> Bool {
      let end = index + count
      let left = index % columns > 0 ? places[index - 1] : nil
      return count >= Self.shortestRun
        || count > 0 && (left == nil || left?.image != sheets.last?.id)
          && (end % columns == 0 || tiles[end].isEmpty || isShown(end))
    }
    while places.count < tiles.count {
      let index = places.count
      let end = index - index % columns + columns
      if tiles[index].isEmpty {
        places.append(nil)
      } else if let base, case let count = (index..<end).prefix(while: isShown).count, isWorth(count, at: index) {
        places += base[index..<(index + count)]
      } else if reuses, case let run = run(in: tiles, from: index, columns: columns), isWorth(run.count, at: index) {
        places += run
      } else {
        if sheets.last.map({ $0.isFull || $0.isOfRings != isOfRings }) != false {
          sheets.append(TileSheet(id: numbers.next(), cell: cell, isOfRings: isOfRings))
        }
        let last = sheets.count - 1
        let place = Place(image: sheets[last].id, number: sheets[last].tiles.count)
        sheets[last].append(tiles[index], of: image, column: index % columns, row: index / columns)
        known[tiles[index], default: []].insert(place, at: 0)
        if known[tiles[index], default: []].count > Self.mostPlaces { known[tiles[index]]?.removeLast() }
        places.append(place)
      }
    }
    return Layout(places: places, images: Set(places.compactMap { $0?.image }), lastUse: 0)
  }

  /// The most cells of an image, beside each other, that look like those of a picture from an index on, in its row.
  private func run(in tiles: [Tile], from start: Int, columns: Int) -> [Place] {
    var longest: [Place] = []
    for first in known[tiles[start]] ?? [] {
      guard let stored = entries[first.image]?.tiles else { continue }
      var run = [first]
      while let next = run[run.count - 1].next, case let index = start + run.count, index % columns > 0,
        index < tiles.count, next.number < stored.count, stored[next.number] == tiles[index]
      { run.append(next) }
      if run.count > longest.count { longest = run }
    }
    return longest
  }

  /// Notes that an image was sent, and that the terminal will confirm it.
  mutating func noteSent(_ id: UInt32) { awaited.insert(id) }

  /// Images of pictures that the terminal must confirm again, because it may have dropped them.
  mutating func confirm(_ contents: some Sequence<PictureContent>) -> [(id: UInt32, size: CellSize)] {
    let images = contents.reduce(into: Set<UInt32>()) { $0.formUnion(layouts[$1]?.images ?? []) }
    confirming.formUnion(images)
    return images.sorted().map { ($0, TileSheet.size(count: entries[$0]?.tiles.count ?? 0)) }
  }

  /// What a reply of the terminal means.
  enum ReplyOutcome {
    case held, failed, lost
  }

  /// Handles a reply about an image; nil if it is of no consequence.
  mutating func receive(id: UInt32, isShown: Bool) -> ReplyOutcome? {
    if awaited.remove(id) != nil {
      guard isShown else { return .failed }
      entries[id]?.isHeld = true
      hasHeld = true
      return .held
    }
    guard confirming.remove(id) != nil, !isShown, entries[id] != nil else { return nil }
    remove([id])
    discarded.append(id)
    return .lost
  }

  /// Removes images, and the pictures that consist of them.
  private mutating func remove(_ ids: Set<UInt32>) {
    for id in ids { entries[id] = nil }
    layouts = layouts.filter { ids.isDisjoint(with: $0.value.images) }
    known = known.compactMapValues { places in
      let left = places.filter { !ids.contains($0.image) }
      return left.isEmpty ? nil : left
    }
  }

  /// Removes the least recently used pictures and images if there are too many.
  ///
  /// - Returns: the ids of all images to delete from the terminal.
  mutating func evict(frame: Int) -> [UInt32] {
    if layouts.count > Self.maximumPictures {
      for (content, _) in layouts.filter({ $1.lastUse < frame }).sorted(by: { $0.value.lastUse < $1.value.lastUse })
        .prefix(layouts.count - Self.maximumPictures)
      {
        layouts[content] = nil
      }
    }
    var excess = (images: entries.count - Self.maximumImages, tiles: -Self.maximumTiles)
    for entry in entries.values { excess.tiles += entry.tiles.count }
    if excess.images > 0 || excess.tiles > 0 {
      var old: Set<UInt32> = []
      for (id, entry) in entries.filter({ $1.lastUse < frame && !awaited.contains($0) })
        .sorted(by: { $0.value.lastUse < $1.value.lastUse }) where excess.images > 0 || excess.tiles > 0
      {
        old.insert(id)
        excess = (excess.images - 1, excess.tiles - entry.tiles.count)
      }
      remove(old)
      discarded += old.sorted()
    }
    defer { discarded = [] }
    if !discarded.isEmpty { deleted = discarded }
    return discarded
  }

  mutating func removeAll() {
    entries = [:]
    layouts = [:]
    known = [:]
    awaited = []
    confirming = []
    discarded = []
    deleted = []
  }
}
