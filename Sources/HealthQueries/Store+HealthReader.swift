package import HealthDatabase
import HealthModel

extension Store: HealthReader {}
