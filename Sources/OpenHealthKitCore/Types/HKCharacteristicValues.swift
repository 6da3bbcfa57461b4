// HealthKit spells these cases in capitals.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The user's biological sex.
public enum HKBiologicalSex: Int, Sendable {
  /// Not set.
  case notSet = 0
  /// Female.
  case female = 1
  /// Male.
  case male = 2
  /// Other.
  case other = 3
}

/// The sex whose reference ranges apply to the user's clinical measurements, which may differ from ``HKBiologicalSex``.
///
/// It is of the beta of iOS 27.3. Its raw values are not verified; these are those of ``HKBiologicalSex``.
public enum HKReferenceSex: Int, Sendable {
  /// Not set.
  case notSet = 0
  /// Female.
  case female = 1
  /// Male.
  case male = 2
}

/// The user's blood type.
public enum HKBloodType: Int, Sendable {
  /// Not set.
  case notSet = 0
  /// A positive.
  case aPositive = 1
  /// A negative.
  case aNegative = 2
  /// B positive.
  case bPositive = 3
  /// B negative.
  case bNegative = 4
  /// AB positive.
  case abPositive = 5
  /// AB negative.
  case abNegative = 6
  /// O positive.
  case oPositive = 7
  /// O negative.
  case oNegative = 8
}

/// A skin type on the Fitzpatrick scale.
public enum HKFitzpatrickSkinType: Int, Sendable {
  /// Not set.
  case notSet = 0
  /// Pale skin that always burns and never tans.
  case I = 1
  /// Fair skin that usually burns and tans little.
  case II = 2
  /// Medium skin that sometimes burns and tans slowly.
  case III = 3
  /// Olive skin that rarely burns and tans easily.
  case IV = 4
  /// Brown skin that very rarely burns and tans easily.
  case V = 5
  /// Dark skin that never burns.
  case VI = 6
}

/// Whether the user uses a wheelchair.
public enum HKWheelchairUse: Int, Sendable {
  /// Not set.
  case notSet = 0
  /// The user does not use a wheelchair.
  case no = 1
  /// The user uses a wheelchair.
  case yes = 2
}

/// What the Move ring measures.
public enum HKActivityMoveMode: Int, Sendable {
  /// The Move ring measures active energy.
  case activeEnergy = 1
  /// The Move ring measures minutes of movement.
  case appleMoveTime = 2
}
