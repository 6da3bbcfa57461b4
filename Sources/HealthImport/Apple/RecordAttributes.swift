import HealthModel

/// The attributes that records, correlations, workouts and routes share, found in one pass.
struct RecordAttributes {
  var type: UnsafeRawBufferPointer?
  var unit: UnsafeRawBufferPointer?
  var value: UnsafeRawBufferPointer?
  var sourceName: UnsafeRawBufferPointer?
  var sourceVersion: UnsafeRawBufferPointer?
  /// Only in files of our own: Apple's exports name no programs.
  var sourceIdentifier: UnsafeRawBufferPointer?
  var device: UnsafeRawBufferPointer?
  var startDate: UnsafeRawBufferPointer?
  var endDate: UnsafeRawBufferPointer?
  var creationDate: UnsafeRawBufferPointer?

  @inline(__always)
  init(_ tag: XMLTag) {
    for attribute in tag.attributes {
      // Names of the same length differ in few bytes; the length alone decides most cases.
      let name = attribute.name
      switch name.count {
      case 4:
        if name.equals("type") { type = attribute.value } else if name.equals("unit") { unit = attribute.value }
      case 5: if name.equals("value") { value = attribute.value }
      case 6:
        if name.equals("device") {
          device = attribute.value
        } else if name.equals("source"), sourceName == nil {
          // The name in exports of 2014 and 2015.
          sourceName = attribute.value
        }
      case 7: if name.equals("endDate") { endDate = attribute.value }
      case 9: if name.equals("startDate") { startDate = attribute.value }
      case 10: if name.equals("sourceName") { sourceName = attribute.value }
      case 12: if name.equals("creationDate") { creationDate = attribute.value }
      case 13: if name.equals("sourceVersion") { sourceVersion = attribute.value }
      case 16: if name.equals("sourceIdentifier") { sourceIdentifier = attribute.value }
      default: break
      }
    }
  }

  /// Whether a name is longer than the limit.
  var isTooLarge: Bool {
    let longest = max(
      type?.count ?? 0, unit?.count ?? 0, sourceName?.count ?? 0, sourceVersion?.count ?? 0, device?.count ?? 0,
      sourceIdentifier?.count ?? 0)
    return longest > SampleLimits.longestName
  }
}
