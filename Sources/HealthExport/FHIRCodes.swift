import HealthModel

/// The codes of public code systems for what a store contains: LOINC for what was measured, UCUM for its unit.
package enum FHIRCodes {
  package struct Code: Hashable {
    package var code: String
    package var display: String
  }

  static let loinc = "http://loinc.org"
  static let ucum = "http://unitsofmeasure.org"
  static let categories = "http://terminology.hl7.org/CodeSystem/observation-category"
  /// Apple's own names, for every type, as other programs that convert HealthKit to FHIR use them.
  static let healthKit = "http://developer.apple.com/documentation/healthkit"

  /// LOINC's codes by HealthKit's identifier without its prefix, the most specific one last. A type that is not here has none
  /// that means the same.
  package static let codes: [String: [Code]] = [
    "ActiveEnergyBurned": [Code(code: "41981-2", display: "Calories burned")],
    "AppleExerciseTime": [Code(code: "55411-3", display: "Exercise duration")],
    "BloodGlucose": [Code(code: "2339-0", display: "Glucose [Mass/volume] in Blood")],
    "BloodPressureDiastolic": [Code(code: "8462-4", display: "Diastolic blood pressure")],
    "BloodPressureSystolic": [Code(code: "8480-6", display: "Systolic blood pressure")],
    "BodyFatPercentage": [Code(code: "41982-0", display: "Percentage of body fat Measured")],
    "BodyMass": [Code(code: "29463-7", display: "Body weight")],
    "BodyMassIndex": [Code(code: "39156-5", display: "Body mass index (BMI) [Ratio]")],
    "BodyTemperature": [Code(code: "8310-5", display: "Body temperature")],
    "DietaryEnergyConsumed": [Code(code: "9052-2", display: "Calorie intake total")],
    "DistanceWalkingRunning": [Code(code: "55430-3", display: "Walking distance unspecified time Pedometer")],
    "ForcedExpiratoryVolume1": [Code(code: "20150-9", display: "FEV1")],
    "ForcedVitalCapacity": [Code(code: "19870-5", display: "Forced vital capacity [Volume] Respiratory system")],
    "HeartRate": [Code(code: "8867-4", display: "Heart rate")],
    "HeartRateVariabilitySDNN": [
      Code(code: "80404-7", display: "R-R interval.standard deviation (Heart rate variability)")
    ],
    "Height": [Code(code: "8302-2", display: "Body height")],
    // The vital signs of FHIR require the first one.
    "OxygenSaturation": [
      Code(code: "2708-6", display: "Oxygen saturation in Arterial blood"),
      Code(code: "59408-5", display: "Oxygen saturation in Arterial blood by Pulse oximetry"),
    ],
    "PeakExpiratoryFlowRate": [
      Code(code: "19935-6", display: "Maximum expiratory gas flow Respiratory system airway by Peak flow meter")
    ],
    "RespiratoryRate": [Code(code: "9279-1", display: "Respiratory rate")],
    "RestingHeartRate": [Code(code: "40443-4", display: "Heart rate --resting")],
    "SixMinuteWalkTestDistance": [Code(code: "64098-7", display: "Six minute walk test")],
    "StepCount": [Code(code: "55423-8", display: "Number of steps in unspecified time Pedometer")],
    "WaistCircumference": [
      Code(code: "8280-0", display: "Waist Circumference at umbilicus by Tape measure")
    ],
  ]

  static let bloodPressure = Code(code: "85354-9", display: "Blood pressure panel with all children optional")

  /// Durations of sleep by the value of its stage; none for time in bed and awake.
  package static let sleep: [Int: Code] = [
    1: Code(code: "93832-4", display: "Sleep duration"), 3: Code(code: "93830-8", display: "Light sleep duration"),
    4: Code(code: "93831-6", display: "Deep sleep duration"), 5: Code(code: "93829-0", display: "REM sleep duration"),
  ]

  /// What FHIR counts among the vital signs; other measurements are activity.
  static let vitalSigns: Set<String> = [
    "BloodPressureDiastolic", "BloodPressureSystolic", "BodyMass", "BodyMassIndex", "BodyTemperature", "HeartRate",
    "Height", "OxygenSaturation", "RespiratoryRate",
  ]

  /// UCUM's units by the canonical ones of the catalog of types.
  package static let units: [String: String] = [
    "count": "{count}", "count/min": "/min", "kcal": "kcal", "min": "min", "ms": "ms", "degC": "Cel", "%": "%",
    "mg/dL": "mg/dL", "mmHg": "mm[Hg]", "kg": "kg", "g": "g", "m": "m", "cm": "cm", "m/s": "m/s", "W": "W", "L": "L",
    "mL": "mL", "L/min": "L/min", "S": "S", "IU": "[IU]", "dBASPL": "dB[SPL]", "appleEffortScore": "{score}",
    "kcal/hr·kg": "kcal/(kg.h)", "kcal/kg·hr": "kcal/(kg.h)", "mL/min·kg": "mL/(kg.min)", "mL/kg·min": "mL/(kg.min)",
  ]
}
