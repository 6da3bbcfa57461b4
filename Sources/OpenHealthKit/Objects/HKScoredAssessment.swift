public import Foundation
import HealthModel
public import OpenHealthKitCore

/// The answers to a questionnaire, and their score.
open class HKScoredAssessment: HKSample, @unchecked Sendable {
  let numbers: [Int]

  /// Traps if the number of answers differs from the number of questions.
  init(
    _ type: HKScoredAssessmentType, date: Date, questions: Int, answers: [Int], metadata: [String: Any]?
  ) {
    HKPrecondition.check(
      answers.count == questions, "\(type) requires \(questions) answers, not \(answers.count)", .validation)
    numbers = answers
    super.init(
      checked: type, start: date, end: date, device: nil, metadata: metadata,
      content: AssessmentContent(answers: answers))
  }

  /// Takes the values as they are, for samples from a store.
  init(_ type: HKScoredAssessmentType, start: Date, end: Date, header: ObjectHeader) {
    numbers = Self.content(of: header, otherwise: AssessmentContent(answers: [])).answers
    super.init(type: type, start: start, end: end, header: header)
  }

  /// The sum of the answers.
  public var score: Int { numbers.reduce(0) { $0 + ($1 <= 3 ? $1 : 0) } }

  /// Decodes an archived object; nil if something is missing or invalid.
  public required init?(coder: NSCoder) {
    let content: AssessmentContent? = coder.decodeContent()
    numbers = content?.answers ?? []
    super.init(coder: coder)
  }
}

/// The answers to the seven questions of GAD-7, about anxiety.
public final class HKGAD7Assessment: HKScoredAssessment, @unchecked Sendable {
  /// How often in two weeks.
  public enum Answer: Int, Sendable, CaseIterable {
    /// Not at all. Counts 0.
    case notAtAll = 0
    /// On several days. Counts 1.
    case severalDays = 1
    /// On more than half of the days. Counts 2.
    case moreThanHalfTheDays = 2
    /// Nearly every day. Counts 3.
    case nearlyEveryDay = 3
  }

  /// The risk level for a score; 5, 10 and 15 are the limits.
  public enum Risk: Int, Sendable, CaseIterable {
    /// A score of 0 to 4.
    case noneToMinimal = 1
    /// A score of 5 to 9.
    case mild = 2
    /// A score of 10 to 14.
    case moderate = 3
    /// A score of 15 to 21.
    case severe = 4
  }

  /// Seven answers. Any other number traps.
  public convenience init(date: Date, answers: [Answer], metadata: [String: Any]? = nil) {
    self.init(
      HKScoredAssessmentType(.GAD7), date: date, questions: 7, answers: answers.map(\.rawValue), metadata: metadata)
  }

  /// The answers, in the order of the questions.
  public var answers: [Answer] { numbers.compactMap { Answer(rawValue: $0) } }

  /// The risk level for the score.
  public var risk: Risk { Risk(rawValue: min(3, score / 5) + 1) ?? .noneToMinimal }
}

/// The answers to the nine questions of PHQ-9, about depression.
public final class HKPHQ9Assessment: HKScoredAssessment, @unchecked Sendable {
  /// How often in two weeks.
  public enum Answer: Int, Sendable, CaseIterable {
    /// Not at all. Counts 0.
    case notAtAll = 0
    /// On several days. Counts 1.
    case severalDays = 1
    /// On more than half of the days. Counts 2.
    case moreThanHalfTheDays = 2
    /// Nearly every day. Counts 3.
    case nearlyEveryDay = 3
    /// For the last question only. Counts as 0.
    case preferNotToAnswer = 4
  }

  /// The risk level for a score; 5, 10, 15 and 20 are the limits.
  public enum Risk: Int, Sendable, CaseIterable {
    /// A score of 0 to 4.
    case noneToMinimal = 1
    /// A score of 5 to 9.
    case mild = 2
    /// A score of 10 to 14.
    case moderate = 3
    /// A score of 15 to 19.
    case moderatelySevere = 4
    /// A score of 20 to 27.
    case severe = 5
  }

  /// Nine answers, of which only the last may be `preferNotToAnswer`. Anything else traps.
  public convenience init(date: Date, answers: [Answer], metadata: [String: Any]? = nil) {
    HKPrecondition.check(
      !answers.dropLast().contains(.preferNotToAnswer), "Only the last question may be left unanswered", .validation)
    self.init(
      HKScoredAssessmentType(.PHQ9), date: date, questions: 9, answers: answers.map(\.rawValue), metadata: metadata)
  }

  /// The answers, in the order of the questions.
  public var answers: [Answer] { numbers.compactMap { Answer(rawValue: $0) } }

  /// The risk level for the score.
  public var risk: Risk { Risk(rawValue: min(4, score / 5) + 1) ?? .noneToMinimal }
}

extension HKGAD7Assessment: ContentSample {
  package static func stored(_ content: StoredContent) -> HKSample {
    HKGAD7Assessment(HKScoredAssessmentType(.GAD7), start: content.start, end: content.end, header: content.header)
  }

  package func contentToSave() throws -> SavedContent { SavedContent() }
}

extension HKPHQ9Assessment: ContentSample {
  package static func stored(_ content: StoredContent) -> HKSample {
    HKPHQ9Assessment(HKScoredAssessmentType(.PHQ9), start: content.start, end: content.end, header: content.header)
  }

  package func contentToSave() throws -> SavedContent { SavedContent() }
}
