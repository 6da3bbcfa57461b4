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

/// The images that the terminal stores: an image of rings that differ little from others is only the part that differs,
/// with the others around it.
struct StoredImages {
  private struct Entry {
    var id: UInt32
    var isHeld = false
    var lastUse: Int
    /// The image around this part; nil if it is a whole image.
    var base: PictureContent?
    /// The cells of the part.
    var rect: CellRect
    /// The number of images below.
    var depth = 0
  }

  private var entries: [PictureContent: Entry] = [:]
  /// The images that were sent but not acknowledged.
  private(set) var awaited: Set<UInt32> = []
  /// The images that the terminal was asked to confirm.
  private var confirming: Set<UInt32> = []
  /// Images that are no longer used, and that the terminal may still store.
  private var discarded: [UInt32] = []
  /// The images that were deleted last. A program that quits drops output that the terminal has not read, so it deletes
  /// them again.
  private var deleted: [UInt32] = []
  private var numbers = ImageIDs()

  /// The maximum number of images: more than the days of a month with the parts of a motion, to return to a previous one.
  private static let capacity = 96
  /// The maximum number of parts above a whole image.
  private static let maximumDepth = 32

  /// A stored image, and the cells of the picture that it covers.
  struct Layer {
    var id: UInt32
    var rect: CellRect
  }

  /// The ids of all images.
  var ids: [UInt32] { (entries.values.map(\.id) + discarded + deleted).sorted() }

  func contains(_ content: PictureContent) -> Bool { entries[content] != nil }

  /// Whether the terminal has confirmed an image.
  func isHeld(_ content: PictureContent) -> Bool { entries[content]?.isHeld == true }

  /// The images that show a content, topmost first.
  func layers(of content: PictureContent) -> [Layer] {
    sequence(first: content) { entries[$0]?.base }.compactMap { entries[$0] }.map { Layer(id: $0.id, rect: $0.rect) }
  }

  /// Notes the use of a content, and thereby of everything below it.
  mutating func use(_ content: PictureContent, frame: Int) {
    var next: PictureContent? = content
    while let content = next {
      entries[content]?.lastUse = frame
      next = entries[content]?.base
    }
  }

  /// Whether a part can be put above an image.
  func canExtend(_ base: PictureContent) -> Bool {
    entries[base].map { $0.isHeld && $0.depth < Self.maximumDepth } == true
  }

  /// An id that no image of this program has.
  mutating func newID() -> UInt32 { numbers.next() }

  /// Registers an image that the terminal will confirm.
  ///
  /// - Parameters:
  ///   - rect: the cells that it covers.
  ///   - base: the content around it.
  mutating func add(_ content: PictureContent, id: UInt32, rect: CellRect, base: PictureContent?, frame: Int) {
    let depth = base.flatMap { entries[$0] }.map { $0.depth + 1 } ?? 0
    entries[content] = Entry(id: id, lastUse: frame, base: base, rect: rect, depth: depth)
    awaited.insert(id)
  }

  /// Images that the terminal must confirm again, because it may have dropped them.
  mutating func confirm(_ contents: some Sequence<PictureContent>) -> [Layer] {
    var layers: [UInt32: Layer] = [:]
    for content in contents { for layer in self.layers(of: content) { layers[layer.id] = layer } }
    confirming.formUnion(layers.keys)
    return layers.values.sorted { $0.id < $1.id }
  }

  /// What a reply of the terminal means.
  enum ReplyOutcome {
    case held, failed, lost
  }

  /// Handles a reply about an image; nil if it is of no consequence.
  mutating func receive(id: UInt32, isShown: Bool) -> ReplyOutcome? {
    if awaited.remove(id) != nil {
      guard isShown else { return .failed }
      for content in entries.keys where entries[content]?.id == id { entries[content]?.isHeld = true }
      return .held
    }
    guard confirming.remove(id) != nil, !isShown else { return nil }
    // What lies above it shows nothing around its part.
    let lost = entries.filter { layers(of: $0.key).contains { $0.id == id } }
    for (content, entry) in lost {
      entries[content] = nil
      awaited.remove(entry.id)
      discarded.append(entry.id)
    }
    return lost.isEmpty ? nil : .lost
  }

  /// Removes the least recently used images if there are too many.
  ///
  /// - Returns: the ids of all images to delete from the terminal.
  mutating func evict(frame: Int) -> [UInt32] {
    var ids = discarded
    discarded = []
    if entries.count > Self.capacity {
      let bases = Set(entries.values.compactMap(\.base))
      let old = entries.filter { $1.lastUse < frame && !awaited.contains($1.id) && !bases.contains($0) }
        .sorted { $0.value.lastUse < $1.value.lastUse }.prefix(entries.count - Self.capacity)
      for (content, _) in old { entries[content] = nil }
      ids += old.map(\.value.id)
    }
    if !ids.isEmpty { deleted = ids }
    return ids
  }

  mutating func removeAll() {
    entries = [:]
    awaited = []
    confirming = []
    discarded = []
    deleted = []
  }
}
