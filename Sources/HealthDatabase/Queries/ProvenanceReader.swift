import GRDB
import HealthModel

/// Reads who wrote samples.
enum ProvenanceReader {
  private static let columns = """
    SELECT provenance.id, source.name AS source_name, source.bundle_identifier, provenance.version,
      provenance.product_type, provenance.operating_system, device.id AS device_id, device.name AS device_name,
      device.manufacturer, device.model, device.hardware, device.firmware, device.software, device.local_identifier,
      device.udi
    FROM provenance JOIN source ON source.id = provenance.source_id
    LEFT JOIN device ON device.id = provenance.device_id
    """

  /// Every provenance of the store by its row; there are at most some hundreds.
  static func all(_ db: Database) throws -> [Int64: Provenance] {
    Dictionary(try Row.fetchAll(db, sql: columns).map { ($0["id"], provenance($0)) }) { first, _ in first }
  }

  private static func provenance(_ row: Row) -> Provenance {
    let deviceID: Int64? = row["device_id"]
    let device = deviceID.map { _ in
      Device(
        name: row["device_name"], manufacturer: row["manufacturer"], model: row["model"],
        hardwareVersion: row["hardware"], firmwareVersion: row["firmware"], softwareVersion: row["software"],
        localIdentifier: row["local_identifier"], udiDeviceIdentifier: row["udi"])
    }
    return Provenance(
      source: Source(name: row["source_name"], bundleIdentifier: row["bundle_identifier"]), version: row["version"],
      productType: row["product_type"], operatingSystem: row["operating_system"], device: device)
  }
}
