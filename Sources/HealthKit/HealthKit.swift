// Where Apple's framework is absent, `import HealthKit` imports OpenHealthKit and Foundation, as it does on Apple's
// systems.
@_exported public import Foundation
@_exported public import OpenHealthKit
