public import Foundation
import HealthModel
public import OpenHealthKitCore

/// A logged state of mind, at a moment or over a day.
public final class HKStateOfMind: HKSample, @unchecked Sendable {
  /// Momentary emotion or daily mood.
  public enum Kind: Int, Sendable, CaseIterable {
    /// How it was at a moment.
    case momentaryEmotion = 1
    /// How it was over a day.
    case dailyMood = 2
  }

  /// How pleasant it was: seven equal intervals from -1 to 1.
  public enum ValenceClassification: Int, Sendable, CaseIterable {
    /// From -1 to below -5/7.
    case veryUnpleasant = 1
    /// From -5/7 to below -3/7.
    case unpleasant = 2
    /// From -3/7 to below -1/7.
    case slightlyUnpleasant = 3
    /// From -1/7 to below 1/7.
    case neutral = 4
    /// From 1/7 to below 3/7.
    case slightlyPleasant = 5
    /// From 3/7 to below 5/7.
    case pleasant = 6
    /// From 5/7 to 1.
    case veryPleasant = 7

    /// The classification of a valence; nil outside -1 to 1.
    public init?(valence: Double) {
      guard (-1...1).contains(valence) else { return nil }
      self.init(rawValue: min(7, Int((valence + 1) * 3.5) + 1))
    }
  }

  /// A label.
  public enum Label: Int, Sendable, CaseIterable {
    /// Amazed.
    case amazed = 1
    /// A feeling by its name.
    case amused, angry, anxious, ashamed, brave, calm, content, disappointed, discouraged, disgusted, embarrassed
    /// A feeling by its name.
    case excited, frustrated, grateful, guilty, happy, hopeless, irritated, jealous, joyful, lonely, passionate
    /// A feeling by its name.
    case peaceful, proud, relieved, sad, scared, stressed, surprised, worried, annoyed, confident, drained, hopeful
    /// A feeling by its name.
    case indifferent, overwhelmed, satisfied
  }

  /// An association.
  public enum Association: Int, Sendable, CaseIterable {
    /// The community.
    case community = 1
    /// What it had to do with, by its name.
    case currentEvents, dating, education, family, fitness, friends, health, hobbies, identity, money, partner
    /// What it had to do with, by its name.
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

  /// Decodes an archived object; nil if something is missing or invalid.
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
