import TerminalModel

/// The images that the terminal stores: an image of rings that differ little from others is only the part that differs,
/// with the others around it.
struct StoredImages {
  private struct Holding {
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

  private var holdings: [PictureContent: Holding] = [:]
  /// The images that were sent but not acknowledged.
  private(set) var awaited: Set<UInt32> = []
  /// The images that the terminal was asked to confirm.
  private var confirming: Set<UInt32> = []
  /// Images that are no longer used, and that the terminal may still store.
  private var discarded: [UInt32] = []
  /// A random start makes id collisions between programs in the same terminal unlikely.
  private let firstID = UInt32.random(in: 0x1_0000...0xFF_0000)
  private var used = 0

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
  var ids: [UInt32] { (holdings.values.map(\.id) + discarded).sorted() }

  func contains(_ content: PictureContent) -> Bool { holdings[content] != nil }

  /// Whether the terminal has confirmed an image.
  func isHeld(_ content: PictureContent) -> Bool { holdings[content]?.isHeld == true }

  /// The images that show a content, topmost first.
  func layers(of content: PictureContent) -> [Layer] {
    sequence(first: content) { holdings[$0]?.base }.compactMap { holdings[$0] }.map { Layer(id: $0.id, rect: $0.rect) }
  }

  /// Notes the use of a content, and thereby of everything below it.
  mutating func use(_ content: PictureContent, frame: Int) {
    var next: PictureContent? = content
    while let content = next {
      holdings[content]?.lastUse = frame
      next = holdings[content]?.base
    }
  }

  /// Whether a part can be put above an image.
  func canExtend(_ base: PictureContent) -> Bool {
    holdings[base].map { $0.isHeld && $0.depth < Self.maximumDepth } == true
  }

  /// An id that no image of this program has.
  mutating func newID() -> UInt32 {
    used = (used + 1) % 0xFFFF
    return firstID + UInt32(used)
  }

  /// Registers an image that the terminal will confirm.
  ///
  /// - Parameters:
  ///   - rect: the cells that it covers.
  ///   - base: the content around it.
  /// - Returns: its id.
  mutating func add(_ content: PictureContent, rect: CellRect, base: PictureContent?, frame: Int) -> UInt32 {
    let id = newID()
    let depth = base.flatMap { holdings[$0] }.map { $0.depth + 1 } ?? 0
    holdings[content] = Holding(id: id, lastUse: frame, base: base, rect: rect, depth: depth)
    awaited.insert(id)
    return id
  }

  /// Images that the terminal must confirm again, because it may have dropped them.
  mutating func confirm(_ contents: some Sequence<PictureContent>) -> [Layer] {
    var layers: [UInt32: Layer] = [:]
    for content in contents { for layer in self.layers(of: content) { layers[layer.id] = layer } }
    confirming.formUnion(layers.keys)
    return layers.values.sorted { $0.id < $1.id }
  }

  /// What a reply of the terminal means.
  enum News {
    case held, failed, lost
  }

  /// Handles a reply about an image; nil if it is of no consequence.
  mutating func receive(id: UInt32, isShown: Bool) -> News? {
    if awaited.remove(id) != nil {
      guard isShown else { return .failed }
      for content in holdings.keys where holdings[content]?.id == id { holdings[content]?.isHeld = true }
      return .held
    }
    guard confirming.remove(id) != nil, !isShown else { return nil }
    // What lies above it shows nothing around its part.
    let lost = holdings.filter { layers(of: $0.key).contains { $0.id == id } }
    for (content, holding) in lost {
      holdings[content] = nil
      awaited.remove(holding.id)
      discarded.append(holding.id)
    }
    return lost.isEmpty ? nil : .lost
  }

  /// Removes the least recently used images if there are too many.
  ///
  /// - Returns: the ids of all images to delete from the terminal.
  mutating func evict(frame: Int) -> [UInt32] {
    defer { discarded = [] }
    guard holdings.count > Self.capacity else { return discarded }
    let bases = Set(holdings.values.compactMap(\.base))
    let old = holdings.filter { $1.lastUse < frame && !awaited.contains($1.id) && !bases.contains($0) }
      .sorted { $0.value.lastUse < $1.value.lastUse }.prefix(holdings.count - Self.capacity)
    for (content, _) in old { holdings[content] = nil }
    return discarded + old.map(\.value.id)
  }

  mutating func removeAll() {
    holdings = [:]
    awaited = []
    confirming = []
    discarded = []
  }
}
