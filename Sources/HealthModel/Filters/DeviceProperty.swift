/// One of the eight properties of a device, by the key that HealthKit's predicates use.
package enum DeviceProperty: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  case name = "HKDevicePropertyName"
  case manufacturer = "HKDevicePropertyManufacturer"
  case model = "HKDevicePropertyModel"
  case hardwareVersion = "HKDevicePropertyHardwareVersion"
  case firmwareVersion = "HKDevicePropertyFirmwareVersion"
  case softwareVersion = "HKDevicePropertySoftwareVersion"
  case localIdentifier = "HKDevicePropertyLocalIdentifier"
  case udiDeviceIdentifier = "HKDevicePropertyUDIDeviceIdentifier"

  /// The device's value, nil if it has none.
  package func value(of device: Device) -> String? {
    switch self {
    case .name: device.name
    case .manufacturer: device.manufacturer
    case .model: device.model
    case .hardwareVersion: device.hardwareVersion
    case .firmwareVersion: device.firmwareVersion
    case .softwareVersion: device.softwareVersion
    case .localIdentifier: device.localIdentifier
    case .udiDeviceIdentifier: device.udiDeviceIdentifier
    }
  }

  /// The name used in Apple's device descriptions.
  package var description: String {
    switch self {
    case .name: "name"
    case .manufacturer: "manufacturer"
    case .model: "model"
    case .hardwareVersion: "hardware"
    case .firmwareVersion: "firmware"
    case .softwareVersion: "software"
    case .localIdentifier: "localIdentifier"
    case .udiDeviceIdentifier: "udiDeviceIdentifier"
    }
  }
}
