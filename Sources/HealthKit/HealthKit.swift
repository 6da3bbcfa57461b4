// Where Apple's framework is absent, `import HealthKit` means OpenHealthKit, and brings Foundation as it does there.
@_exported public import Foundation
@_exported public import OpenHealthKit
