// Where Apple's framework is absent, `import HealthKit` means OpenHealthKit.
@_exported public import OpenHealthKit
