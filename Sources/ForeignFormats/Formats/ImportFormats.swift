import HealthImport

/// Every format beside Apple's export and our own JSON Lines. To add one, add a folder beside this one and a line
/// here.
enum ImportFormats {
  static var all: [any ImportFormat.Type] {
    [
      HealthAutoExportJSONFormat.self,
      PhoneBackupFormat.self,
      HealthConnectFormat.self,
      GadgetbridgeFormat.self,
      FitbitFormat.self,
      FITFormat.self,
      HealthMdFormat.self,
      SportFormat.self,
      StravaFormat.self,
      GarminCSVFormat.self,
      HealthAutoExportCSVFormat.self,
      // The others have taken their tables and texts when these look at what is left.
      HadgeFormat.self,
      SampleArrayFormat.self,
    ]
  }
}
