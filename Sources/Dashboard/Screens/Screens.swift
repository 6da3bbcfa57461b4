import Widgets

/// All screens and dialogs. A new one must be registered only here.
package enum Screens {
  package static let all: [any Screen.Type] = [
    DayScreen.self,
    RingScreen.self,
    MonthScreen.self,
    WorkoutsScreen.self,
    WorkoutScreen.self,
    ChartScreen.self,
    TypeScreen.self,
    HeartScreen.self,
    SleepScreen.self,
    SamplesScreen.self,
    SampleScreen.self,
    ConfirmationScreen.self,
    SourcesScreen.self,
    YearScreen.self,
    TrendsScreen.self,
    MeasuresScreen.self,
    StreaksScreen.self,
    FriendsScreen.self,
    AddScreen.self,
    GoalsScreen.self,
    PauseScreen.self,
    ThemeScreen.self,
    ImportScreen.self,
    PhoneScreen.self,
    CommandScreen.self,
    GoToDateScreen.self,
    HelpScreen.self,
  ]

  /// The screen with a name; nil if there is none.
  static func named(_ name: ScreenName) -> (any Screen.Type)? {
    all.first { $0.name == name }
  }
}
