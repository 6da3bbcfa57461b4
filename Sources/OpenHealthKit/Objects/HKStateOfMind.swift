public import Foundation
import HealthModel
public import OpenHealthKitCore

/// A logged state of mind, at a moment or over a day.
public final class HKStateOfMind: HKSample, @unchecked Sendable {
  /// Momentary emotion or daily mood.
  public enum Kind: Int, Sendable, CaseIterable {
    case momentaryEmotion = 1
    case dailyMood = 2
  }

  /// How pleasant it was: seven equal intervals from -1 to 1.
  public enum ValenceClassification: Int, Sendable, CaseIterable {
    case veryUnpleasant = 1
    case unpleasant = 2
    case slightlyUnpleasant = 3
    case neutral = 4
    case slightlyPleasant = 5
    case pleasant = 6
    case veryPleasant = 7

    /// The classification of a valence; nil outside -1 to 1.
    public init?(valence: Double) {
      guard (-1...1).contains(valence) else { return nil }
      self.init(rawValue: min(7, Int((valence + 1) * 3.5) + 1))
    }
  }

  /// A label.
  public enum Label: Int, Sendable, CaseIterable {
    case amazed = 1
    case amused, angry, anxious, ashamed, brave, calm, content, disappointed, discouraged, disgusted, embarrassed
    case excited, frustrated, grateful, guilty, happy, hopeless, irritated, jealous, joyful, lonely, passionate
    case peaceful, proud, relieved, sad, scared, stressed, surprised, worried, annoyed, confident, drained, hopeful
    case indifferent, overwhelmed, satisfied
  }

  /// An association.
  public enum Association: Int, Sendable, CaseIterable {
    case community = 1
    case currentEvents, dating, education, family, fitness, friends, health, hobbies, identity, money, partner
    case selfCare, spirituality, tasks, travel, work, weather
  }

  private let stored: StateOfMindContent

  private static let none = StateOfMindContent(kind: 1, valence: 0, labels: [], associations: [])

  /// A state of mind from the running program. Traps for a valence outside -1 to 1.
  public init(
    date: Date, kind: Kind, valence: Double, labels: [Label], associations: [Association],
    metadata: [String: Any]? = nil
  ) {
    stored = StateOfMindContent(
      kind: kind.rawValue, valence: valence, labels: labels.map(\.rawValue), associations: associations.map(\.rawValue))
    super.init(
      checked: .stateOfMindType(), start: date, end: date, device: nil, metadata: metadata, content: stored)
  }

  /// Takes the values as they are, for samples from a store.
  init(start: Date, end: Date, header: ObjectHeader) {
    stored = Self.content(of: header, otherwise: Self.none)
    super.init(type: .stateOfMindType(), start: start, end: end, header: header)
  }

  /// Momentary emotion or daily mood.
  public var kind: Kind { Kind(rawValue: stored.kind) ?? .momentaryEmotion }
  /// -1 very unpleasant, 1 very pleasant.
  public var valence: Double { stored.valence }
  /// How pleasant it was.
  public var valenceClassification: ValenceClassification { ValenceClassification(valence: valence) ?? .neutral }
  /// The labels, except those of later systems.
  public var labels: [Label] { stored.labels.compactMap { Label(rawValue: $0) } }
  /// The associations, except those of later systems.
  public var associations: [Association] { stored.associations.compactMap { Association(rawValue: $0) } }

  public required init?(coder: NSCoder) {
    stored = coder.decodeContent() ?? Self.none
    super.init(coder: coder)
  }
}

extension HKStateOfMind: ContentSample {
  package static func stored(_ content: StoredContent) -> HKSample {
    HKStateOfMind(start: content.start, end: content.end, header: content.header)
  }

  package func contentToSave() throws -> SavedContent {
    SavedContent()
  }
}
