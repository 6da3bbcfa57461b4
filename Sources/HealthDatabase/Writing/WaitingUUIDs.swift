import Foundation
import GRDB

/// Buffers the UUIDs of new rows, many of which one statement inserts at a time.
struct WaitingUUIDs {
  private static let mostPerStatement = 64

  private var waiting: [(row: Int64, uuid: UUID)] = []
  private var all: Set<UUID> = []
  private var insertMany: RawStatement?

  func contains(_ uuid: UUID) -> Bool { all.contains(uuid) }

  /// Gives a new row a UUID of its own, at the latest with the next `flush`.
  mutating func assign(_ uuid: UUID, toRow row: Int64, _ identities: SampleIdentityReader) throws {
    // The second row with it is refused by the table, as it would be without a buffer.
    all.insert(uuid)
    waiting.append((row, uuid))
    if waiting.count == Self.mostPerStatement { try flush(identities) }
  }

  mutating func flush(_ identities: SampleIdentityReader) throws {
    guard !waiting.isEmpty else { return }
    if waiting.count == Self.mostPerStatement {
      let statement = try insertMany ?? RawStatement(identities.db, Self.many)
      insertMany = statement
      try Self.insert(waiting[...], by: statement)
    } else {
      let statement = try RawStatement(identities.db, Self.one)
      for index in waiting.indices { try Self.insert(waiting[index...index], by: statement) }
    }
    try identities.revive(waiting.map(\.uuid))
    waiting.removeAll(keepingCapacity: true)
    all.removeAll(keepingCapacity: true)
  }

  private static func insert(_ entries: ArraySlice<(row: Int64, uuid: UUID)>, by statement: RawStatement) throws {
    var index: Int32 = 0
    for (row, uuid) in entries {
      statement.bind(index + 1, row)
      statement.bind(index + 2, uuid)
      index += 2
    }
    try statement.run()
  }

  /// A failure rolls back the whole transaction, so none of them needs a statement journal (`OR FAIL`).
  private static let one = "INSERT OR FAIL INTO sample_uuid (sample_id, uuid) VALUES (?, ?)"
  private static let many = one + String(repeating: ", (?, ?)", count: mostPerStatement - 1)
}
