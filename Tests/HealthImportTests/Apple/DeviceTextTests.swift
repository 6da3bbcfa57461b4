import HealthImport
import HealthModel
import Testing

@Suite("DeviceText reads printed devices")
struct DeviceTextTests {
  @Test("All fields are read, with commas in their values, and unknown labels are left out")
  func fields() {
    let text =
      "<<HKDevice: 0x2>, name:Scale, Pro, manufacturer:A, B Ltd., model:M:1, hardware:Watch6,2, firmware:1, software:2, "
      + "localIdentifier:L, UDIDeviceIdentifier:U, creation date:2023-01-01 00:00:00 +0000>"
    #expect(
      DeviceText.device(text)
        == Device(
          name: "Scale, Pro", manufacturer: "A, B Ltd.", model: "M:1", hardwareVersion: "Watch6,2",
          firmwareVersion: "1", softwareVersion: "2", localIdentifier: "L", udiDeviceIdentifier: "U"))
  }

  @Test(
    "A pointer alone is not a device; other text is a name",
    arguments: ["", "<<HKDevice: 0x2>>", "<<HKDevice: 0x2>, >"])
  func nothing(text: String) {
    #expect(DeviceText.device(text) == nil)
    #expect(DeviceText.device("Cuff 3000") == Device(name: "Cuff 3000"))
  }
}
