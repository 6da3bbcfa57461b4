// HealthKit's constants are global and begin with its prefix.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import HealthModel

/// The hardware that measured a sample. Immutable; equal by all eight properties.
public final class HKDevice: NSObject, NSSecureCoding, NSCopying, Sendable {
  let record: Device

  init(_ record: Device) {
    self.record = record
    super.init()
  }

  /// A device with the known properties.
  public convenience init(
    name: String?, manufacturer: String?, model: String?, hardwareVersion: String?, firmwareVersion: String?,
    softwareVersion: String?, localIdentifier: String?, udiDeviceIdentifier: String?
  ) {
    self.init(
      Device(
        name: name, manufacturer: manufacturer, model: model, hardwareVersion: hardwareVersion,
        firmwareVersion: firmwareVersion, softwareVersion: softwareVersion, localIdentifier: localIdentifier,
        udiDeviceIdentifier: udiDeviceIdentifier))
  }

  /// The machine on which the program runs: its processor and its system.
  public class func local() -> HKDevice {
    HKDevice(
      Device(
        model: Machine.architecture, softwareVersion: ProcessInfo.processInfo.operatingSystemVersion.dotted))
  }

  /// The user-facing name.
  public var name: String? { record.name }
  /// The manufacturer.
  public var manufacturer: String? { record.manufacturer }
  /// The model, `Watch`.
  public var model: String? { record.model }
  /// The hardware version, `Watch6,1`.
  public var hardwareVersion: String? { record.hardwareVersion }
  /// The firmware version.
  public var firmwareVersion: String? { record.firmwareVersion }
  /// The software version.
  public var softwareVersion: String? { record.softwareVersion }
  /// An identifier that is only used by this installation.
  public var localIdentifier: String? { record.localIdentifier }
  /// The device part of the unique device identifier.
  public var udiDeviceIdentifier: String? { record.udiDeviceIdentifier }

  /// Whether the other object is equal. See the class.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKDevice)?.record == record
  }

  /// Equal objects have equal hashes.
  public override var hash: Int { record.hashValue }

  /// A description for people.
  public override var description: String {
    DeviceProperty.allCases.compactMap { property in
      property.value(of: record).map { "\(property):\($0)" }
    }.joined(separator: ", ")
  }

  /// The same object, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: - Archiving

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// Decodes an archived object; nil if something is missing or invalid.
  public init?(coder: NSCoder) {
    func text(_ property: DeviceProperty) -> String? {
      coder.decodeText(forKey: property.rawValue)
    }
    record = Device(
      name: text(.name), manufacturer: text(.manufacturer), model: text(.model),
      hardwareVersion: text(.hardwareVersion), firmwareVersion: text(.firmwareVersion),
      softwareVersion: text(.softwareVersion), localIdentifier: text(.localIdentifier),
      udiDeviceIdentifier: text(.udiDeviceIdentifier))
    super.init()
  }

  /// Encodes the object. Archives are compatible only with this library.
  public func encode(with coder: NSCoder) {
    for property in DeviceProperty.allCases {
      coder.encodeText(property.value(of: record), forKey: property.rawValue)
    }
  }
}

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
