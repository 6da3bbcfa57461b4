import Foundation
import HealthAnalysis
import HealthDatabase
import HealthModel
import HealthQueries
import Presentation
import Reports

/// What the page shows to those who may read everything.
extension ServerPage {
  /// The last known rings of friends: the server does not read them itself.
  var friendsHTML: String {
    guard let friends, !friends.friends.isEmpty else { return "" }
    let rows = friends.everybody.map { person in
      let words = FriendWords(person, on: friends, formatting: formatting)
      let rings = Ring.allCases.map { ring in
        "<td>\(RingWords(ring, of: person.summary, formatting: formatting).percentText ?? "-")</td>"
      }
      let points = person.points(in: friends.week).map(formatting.number) ?? "-"
      let state = [words.closed, words.otherDay, words.offline].compactMap(\.self).joined(separator: ", ")
      return """
        <tr><th scope="row">\(Self.escaped(person.name))</th>\(rings.joined())<td>\(points)</td>\
        <td>\(Self.escaped(state))</td></tr>
        """
    }
    let names = ["Name"] + Ring.allCases.map(\.name) + ["Points", "Today"]
    return table("Friends", names, rows)
  }

  private func table(_ title: String, _ names: [String], _ rows: [String]) -> String {
    """
    <h2>\(title)</h2>
    <table class="\(title.lowercased())"><thead><tr>\(names.map { "<th scope=\"col\">\($0)</th>" }.joined())</tr></thead>
    <tbody>
    \(rows.joined(separator: "\n"))
    </tbody></table>

    """
  }

  var deliveriesHTML: String {
    guard !deliveries.isEmpty else { return "" }
    let rows = deliveries.map { delivery in
      let state =
        delivery.problem != nil
        ? "refused" : "\(formatting.number(delivery.stored)) of \(formatting.number(delivery.received)) new"
      let note = delivery.note.map { delivery.problem == nil ? "Skipped: \($0)" : $0 } ?? ""
      let time = delivery.time.formatted(.iso8601)
      return """
        <tr\(delivery.note == nil ? "" : " class=\"problem\"")><td><time datetime="\(time)">\(time)</time></td>\
        <td>\(Self.escaped(delivery.senderName))</td><td>\(Self.escaped(delivery.feed))</td>\
        <td>\(state)\(note.isEmpty ? "" : "<br>\(Self.escaped(note))")</td></tr>
        """
    }
    return table("Deliveries", ["Time", "Sender", "Feed", "Result"], rows)
  }
}
