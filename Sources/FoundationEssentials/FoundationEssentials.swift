// Apple's platforms have only the whole of Foundation. There this module stands for the part that other platforms offer under
// this name, so that imports say everywhere how little of it a module uses.
@_exported public import Foundation
