import Configuration
import Foundation
import HealthAnalysis
package import HealthModel
import Processes

/// Someone whose rings are shown: where they are read, and the competitions with them.
package struct Friend: Codable, Hashable, Sendable {
  /// Names the file with the last known state; never used again.
  package let id: String
  package let name: String
  /// The URL of a server, or the absolute path of a store on this machine.
  package let place: String
  /// Nil for a path.
  package let token: String?
  /// The first days of the competitions, oldest first.
  var competitions: [String] = []

  /// The first days of the competitions, the newest first.
  package var competitionStarts: [Day] { competitions.compactMap { Day($0) }.sorted(by: >) }
}

/// The user's friends, in the file `friends` beside the configuration, which contains their tokens.
package struct FriendList: Sendable {
  private let file: PrivateFile

  /// Each friend has a connection and a thread while something shows them.
  private static let mostFriends = 32
  private static let mostCompetitions = 200
  /// How many days ago a competition may have begun: earlier days of friends are not read.
  package static let oldestStart = 28

  package init(_ variables: [String: String]) {
    file = PrivateFile("friends", variables)
  }

  /// - Throws: `Failure` if the file is malformed or cannot be read, or other users can read it.
  package func friends() throws -> [Friend] {
    let friends: [Friend] = try file.value() ?? []
    // The identifier becomes the name of a file.
    guard friends.count <= Self.mostFriends, friends.allSatisfy({ UUID(uuidString: $0.id) != nil }) else {
      throw Failure(.badData, "\(file.path) is malformed.")
    }
    return friends
  }

  /// - Throws: `Failure` for an invalid name, or one that is in use, and if the file cannot be changed.
  package func add(_ name: String, place: String, token: String?) throws {
    let isVisible = !name.allSatisfy(\.isWhitespace) && name.lowercased() != "you"
    guard isVisible, (1...40).contains(name.count), name.utf8.count <= 160, name.first != "-",
      name.unicodeScalars.allSatisfy({
        $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
      })
    else {
      throw Failure(
        .usage, "The name of a friend has up to 40 characters, does not begin with a hyphen, and is not \"You\".")
    }
    try file.update([Friend]()) { friends in
      guard !friends.contains(where: { $0.name == name }) else {
        throw Failure(.failed, "There is a friend \"\(name)\". Choose another name, or remove that one first.")
      }
      guard friends.count < Self.mostFriends else {
        throw Failure(.failed, "There are \(Self.mostFriends) friends already.")
      }
      friends.append(Friend(id: UUID().uuidString, name: name, place: place, token: token))
    }
  }

  /// - Returns: the friend.
  /// - Throws: `Failure` if there is none with this name, or the file cannot be changed.
  package func remove(_ name: String) throws -> Friend {
    try change(name) { friends, index in friends.remove(at: index) }
  }

  /// Adds a competition.
  ///
  /// - Returns: its days.
  /// - Throws: `Failure` also if it overlaps another one with this friend.
  package func compete(with name: String, from first: Day) throws -> ClosedRange<Day> {
    let days = Competition(from: first).days
    return try change(name) { friends, index in
      let known = friends[index].competitionStarts.map { Competition(from: $0).days }
      if let other = known.first(where: { $0.overlaps(days) }) {
        throw Failure(.failed, "There is a competition with \(name) from \(other.lowerBound) to \(other.upperBound).")
      }
      guard known.count < Self.mostCompetitions else {
        throw Failure(.failed, "There are \(Self.mostCompetitions) competitions with \(name) already.")
      }
      friends[index].competitions = (friends[index].competitions + [first.description]).sorted()
      return days
    }
  }

  private func change<Result>(_ name: String, _ body: (inout [Friend], Int) throws -> Result) throws -> Result {
    // Without friends, no file is created to say so.
    let names = try friends().map(\.name)
    guard names.contains(name) else {
      let nearest = NearestName.find(name, in: names).map { " Did you mean \"\($0)\"?" } ?? ""
      throw Failure(.noInput, "There is no friend \"\(name.prefix(60))\".\(nearest)")
    }
    return try file.update([Friend]()) { friends in
      guard let index = friends.firstIndex(where: { $0.name == name }) else {
        throw Failure(.noInput, "There is no friend \"\(name.prefix(60))\".")
      }
      return try body(&friends, index)
    }
  }
}
