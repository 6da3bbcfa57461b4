import HealthModel

extension Store: HealthReader {}
