import GRDB
import HealthModel

/// A total of which a feed has delivered parts since. What is left of it is stored in the rest of its time, and names it,
/// so that the rest is less when a part becomes more.
struct RestedTotal: Hashable {
  var type: String
  /// Seconds since the reference date.
  var start: Double
  var end: Double
  var value: Double

  var text: String { "\(type) \(start) \(end) \(value)" }

  init(type: String, start: Double, end: Double, value: Double) {
    (self.type, self.start, self.end, self.value) = (type, start, end, value)
  }

  init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count == 4, let start = Double(words[1]), let end = Double(words[2]), let value = Double(words[3]),
      start < end
    else { return nil }
    self.init(type: String(words[0]), start: start, end: end, value: value)
  }

  /// Those that stored rests name, by the row of their metadata.
  ///
  /// - Complexity: O(n) in all rests; most stores have none.
  static func all(_ db: Database) throws -> [Int64: RestedTotal] {
    var all: [Int64: RestedTotal] = [:]
    let sets = try RawStatement(
      db,
      """
      SELECT m.id, m.content FROM metadata_key k CROSS JOIN metadata_entry e ON e.key_id = k.id
      CROSS JOIN metadata_set m ON m.id = e.set_id WHERE k.name = ?
      """)
    sets.bind(1, text: MetadataKey.rest)
    defer { sets.reset() }
    while try sets.step() {
      guard case .text(let text) = try MetadataCoding.decode(sets.text(1))[MetadataKey.rest] else { continue }
      all[sets.int64(0)] = RestedTotal(text)
    }
    return all
  }
}
