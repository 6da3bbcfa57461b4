// HealthKit's constants are global and begin with its prefix.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The key of ``HKDevice/name`` in predicates.
public let HKDevicePropertyKeyName: String = "HKDevicePropertyName"
/// The key of ``HKDevice/manufacturer`` in predicates.
public let HKDevicePropertyKeyManufacturer: String = "HKDevicePropertyManufacturer"
/// The key of ``HKDevice/model`` in predicates.
public let HKDevicePropertyKeyModel: String = "HKDevicePropertyModel"
/// The key of ``HKDevice/hardwareVersion`` in predicates.
public let HKDevicePropertyKeyHardwareVersion: String = "HKDevicePropertyHardwareVersion"
/// The key of ``HKDevice/firmwareVersion`` in predicates.
public let HKDevicePropertyKeyFirmwareVersion: String = "HKDevicePropertyFirmwareVersion"
/// The key of ``HKDevice/softwareVersion`` in predicates.
public let HKDevicePropertyKeySoftwareVersion: String = "HKDevicePropertySoftwareVersion"
/// The key of ``HKDevice/localIdentifier`` in predicates.
public let HKDevicePropertyKeyLocalIdentifier: String = "HKDevicePropertyLocalIdentifier"
/// The key of ``HKDevice/udiDeviceIdentifier`` in predicates.
public let HKDevicePropertyKeyUDIDeviceIdentifier: String = "HKDevicePropertyUDIDeviceIdentifier"
