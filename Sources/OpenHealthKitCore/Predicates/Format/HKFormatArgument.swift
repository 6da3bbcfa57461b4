#if !canImport(Darwin)
  public import Foundation

  /// An object that formats take as `%@`, as every object is on Apple's systems. A text shows its description.
  public protocol HKFormatArgument: NSObject, _CVarArgObject {}

  extension HKFormatArgument {
    /// The object that a format shows.
    public var _cVarArgObject: any CVarArg { NSString(string: description) }
    /// Where the object lies, for as long as somebody holds it.
    public var _cVarArgEncoding: [Int] { [Int(bitPattern: Unmanaged.passUnretained(self).toOpaque())] }
  }

  extension HKObject: HKFormatArgument {}
  extension HKObjectType: HKFormatArgument {}
  extension HKQuantity: HKFormatArgument {}
  extension HKUnit: HKFormatArgument {}
  extension HKSource: HKFormatArgument {}
  extension HKSourceRevision: HKFormatArgument {}
  extension HKDevice: HKFormatArgument {}
  extension HKQuery: HKFormatArgument {}
  extension HKQueryAnchor: HKFormatArgument {}
  extension HKDeletedObject: HKFormatArgument {}
  extension HKActivitySummary: HKFormatArgument {}
  extension HKStatistics: HKFormatArgument {}
  extension HKWorkoutActivity: HKFormatArgument {}
  extension HKWorkoutEvent: HKFormatArgument {}
  extension HKWorkoutConfiguration: HKFormatArgument {}
  extension HKWorkoutEffortRelationship: HKFormatArgument {}
  extension HKBiologicalSexObject: HKFormatArgument {}
  extension HKBloodTypeObject: HKFormatArgument {}
  extension HKFitzpatrickSkinTypeObject: HKFormatArgument {}
  extension HKWheelchairUseObject: HKFormatArgument {}
  extension HKActivityMoveModeObject: HKFormatArgument {}
  extension HKHealthStore: HKFormatArgument {}

  // What programs write as arguments of formats, which Foundation lets them do on Apple's systems.
  extension Date: @retroactive CVarArg {
    /// The bits of a C argument.
    public var _cVarArgEncoding: [Int] { timeIntervalSinceReferenceDate._cVarArgEncoding }
  }

  extension Date: @retroactive _CVarArgObject {
    /// The object that a format shows.
    public var _cVarArgObject: any CVarArg { NSString(string: description) }
  }

  extension UUID: @retroactive CVarArg {
    /// The bits of a C argument.
    public var _cVarArgEncoding: [Int] { uuidString.hashValue._cVarArgEncoding }
  }

  extension UUID: @retroactive _CVarArgObject {
    /// The object that a format shows.
    public var _cVarArgObject: any CVarArg { NSString(string: uuidString) }
  }
#endif
