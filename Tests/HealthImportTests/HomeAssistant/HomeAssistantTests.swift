import Foundation
import HealthModel
import Testing

@testable import HealthImport

@Suite("Home Assistant")
struct HomeAssistantTests {
  private static let now = Date(timeIntervalSince1970: 1_794_300_000)

  private func read(_ text: String) throws -> (sink: MemorySink, report: FeedReport) {
    let sink = MemorySink()
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    let input = JSONInput(bytes: Array(text.utf8))
    let report = try HomeAssistantImporter(input, now: Self.now, zone: zone).run(into: sink)
    #expect(report.received == report.stored + report.alreadyPresent + report.skipped)
    return (sink, report)
  }

  private func text(_ sample: MemorySink.Sample) -> String {
    let name = sample.type.replacing("HKQuantityTypeIdentifier", with: "")
    return
      "\(name) \(sample.value ?? .nan) \(sample.unit ?? "") \(sample.start.formatted(.iso8601)) \(sample.end.formatted(.iso8601))"
  }

  @Test("a list of all states: those of the app are stored, totals from midnight, others skipped")
  func states() throws {
    let (sink, report) = try read(
      """
      [{"entity_id": "sensor.kims_iphone_active_energy", "state": "412", "last_changed": "2026-11-10T10:05:00.123456+00:00",
        "last_updated": "2026-11-10T10:06:00+00:00",
        "attributes": {"unit_of_measurement": "kcal", "friendly_name": "Kim’s iPhone Active Energy", "icon": "mdi:fire"}},
       {"entity_id": "sensor.kims_iphone_resting_heart_rate", "state": "52", "last_changed": "2026-11-10T05:00:00+00:00",
        "last_updated": "2026-11-10T10:06:00+00:00", "attributes": {"unit_of_measurement": "bpm"}},
       {"entity_id": "sensor.kims_iphone_heart_rate_2", "state": "81.0", "last_changed": "2026-11-10T10:00:00+00:00",
        "attributes": {"unit_of_measurement": "bpm"}},
       {"entity_id": "sensor.kims_iphone_blood_oxygen", "state": "97.0", "last_changed": "2026-11-10T05:00:00+00:00",
        "attributes": {"unit_of_measurement": "%"}},
       {"entity_id": "sensor.kims_iphone_walking_running_distance", "state": "3.5", "last_updated": "2026-11-10T10:06:00+00:00",
        "attributes": {"unit_of_measurement": "mi"}},
       {"entity_id": "sensor.kims_iphone_weight", "state": "unavailable", "attributes": {"unit_of_measurement": "kg"}},
       {"entity_id": "sensor.kitchen_water", "state": "12", "attributes": {"unit_of_measurement": "m³"}},
       {"entity_id": "light.kitchen", "state": "on", "attributes": {}}]
      """)
    #expect(
      sink.samples.map(text).sorted() == [
        "ActiveEnergyBurned 412.0 kcal 2026-11-09T23:00:00Z 2026-11-10T10:06:00Z",
        "DistanceWalkingRunning 3.5 mi 2026-11-09T23:00:00Z 2026-11-10T10:06:00Z",
        "HeartRate 81.0 count/min 2026-11-10T10:00:00Z 2026-11-10T10:00:00Z",
        "OxygenSaturation 0.97 % 2026-11-10T05:00:00Z 2026-11-10T05:00:00Z",
        "RestingHeartRate 52.0 count/min 2026-11-10T05:00:00Z 2026-11-10T05:00:00Z",
      ])
    #expect(report.skipCounts == ["missingValue": 1, "incompatibleUnit": 1, "unsupportedElement": 1])
    #expect(Set(sink.samples.map(\.provenance.source.name)) == ["Kim’s iPhone", "kims_iphone"])
  }

  @Test("one state, and the app's webhook")
  func others() throws {
    let one = try read(
      #"{"entity_id": "sensor.phone_water", "state": 250, "attributes": {"unit_of_measurement": "mL"}, "last_updated": "2026-11-10T10:06:00+01:00"}"#
    )
    #expect(one.sink.samples.map(text) == ["DietaryWater 250.0 mL 2026-11-09T23:00:00Z 2026-11-10T09:06:00Z"])
    let webhook = try read(
      #"{"type": "update_sensor_states", "data": [{"unique_id": "health_steps", "type": "sensor", "state": 5120, "unit_of_measurement": "steps"}, {"unique_id": "battery_level", "state": 80}]}"#
    )
    #expect(webhook.sink.samples.map(text) == ["StepCount 5120.0 count 2026-11-09T23:00:00Z 2026-11-10T08:40:00Z"])
    #expect(webhook.report.skipCounts == ["unsupportedElement": 1])
  }

  @Test("a webhook without units has those of the app, and an odd state costs only itself")
  func odd() throws {
    let (sink, report) = try read(
      """
      {"type": "update_sensor_states", "data": [
        {"unique_id": "health_steps", "type": "sensor", "state": 1500, "icon": "mdi:walk", "attributes": {}},
        {"unique_id": "health_distance_walking_running", "state": 1.5, "attributes": {}},
        {"unique_id": "health_body_mass_index", "state": 22.5}, null, 5,
        {"unique_id": "health_heart_rate", "state": 66, "last_updated": "garbage", "last_changed": "2026-11-10T10:00:00Z"}]}
      """)
    #expect(
      sink.samples.map(text).sorted() == [
        "BodyMassIndex 22.5 count 2026-11-10T08:40:00Z 2026-11-10T08:40:00Z",
        "DistanceWalkingRunning 1.5 km 2026-11-09T23:00:00Z 2026-11-10T08:40:00Z",
        "StepCount 1500.0 count 2026-11-09T23:00:00Z 2026-11-10T08:40:00Z",
      ])
    #expect(report.skipCounts == ["unsupportedElement": 2, "badDate": 1])
  }

  @Test("two phones are two sources, also where only the entity names them")
  func phones() throws {
    let (sink, _) = try read(
      """
      [{"entity_id": "sensor.kims_iphone_health_steps", "state": "2000", "attributes": {"unit_of_measurement": "steps"}},
       {"entity_id": "sensor.pats_iphone_health_steps", "state": "1000", "attributes": {"unit_of_measurement": "steps"}}]
      """)
    #expect(Set(sink.samples.map(\.provenance.source.name)) == ["kims_iphone", "pats_iphone"])
  }

  @Test("what is not JSON of states is refused with its place")
  func refused() {
    #expect(throws: JSONError.self) { try read("[{\"entity_id\": }]") }
    #expect(throws: JSONError.self) { try read("5") }
  }

  @Test("each sensor of the app is a type of the catalog, and found by both of its names")
  func catalog() {
    for sensor in HomeAssistantCatalog.all {
      #expect(QuantityTypeCatalog.entry(for: sensor.identifier) != nil, "\(sensor.name)")
      #expect(HomeAssistantCatalog.sensor(uniqueID: sensor.uniqueID)?.name == sensor.name)
      #expect(HomeAssistantCatalog.sensor(entity: "sensor.my_phone_\(sensor.slug)")?.name == sensor.name)
      #expect(HomeAssistantCatalog.sensor(entity: "sensor.\(sensor.slug)_3")?.name == sensor.name)
    }
    for (unit, factor) in HomeAssistantCatalog.units.values {
      #expect(factor > 0 && (try? HealthUnit(parsing: unit)) != nil, "\(unit)")
    }
  }
}
