import Foundation

/// The shortest distance along the WGS 84 ellipsoid, by Vincenty's inverse formula.
enum Geodesic {
  private static let equatorRadius = 6_378_137.0
  private static let flattening = 1 / 298.257223563
  private static let poleRadius = equatorRadius * (1 - flattening)
  private static let meanRadius = 6_371_008.8

  /// In metres; NaN for coordinates that are not finite. Accurate to less than a millimetre, except for nearly
  /// antipodal points, for which the distance on a sphere is returned, with an error of up to half a per cent.
  static func length(from start: CLLocationCoordinate2D, to end: CLLocationCoordinate2D) -> Double {
    let radians = Double.pi / 180
    let (first, second) = (start.latitude * radians, end.latitude * radians)
    let east = (end.longitude - start.longitude) * radians
    guard first.isFinite, second.isFinite, east.isFinite else { return .nan }
    let (reducedFirst, reducedSecond) = (atan((1 - flattening) * tan(first)), atan((1 - flattening) * tan(second)))
    let (sin1, cos1, sin2, cos2) = (sin(reducedFirst), cos(reducedFirst), sin(reducedSecond), cos(reducedSecond))
    var lambda = east
    for _ in 0..<100 {
      let across = cos2 * sin(lambda)
      let along = cos1 * sin2 - sin1 * cos2 * cos(lambda)
      let sinSigma = (across * across + along * along).squareRoot()
      if sinSigma == 0 { return 0 }
      let cosSigma = sin1 * sin2 + cos1 * cos2 * cos(lambda)
      let sigma = atan2(sinSigma, cosSigma)
      let sinAlpha = cos1 * cos2 * sin(lambda) / sinSigma
      let cosSquared = 1 - sinAlpha * sinAlpha
      // Along the equator the midpoint latitude is undefined.
      let middle = cosSquared > 0 ? cosSigma - 2 * sin1 * sin2 / cosSquared : 0
      let c = flattening / 16 * cosSquared * (4 + flattening * (4 - 3 * cosSquared))
      let before = lambda
      lambda =
        east + (1 - c) * flattening * sinAlpha
        * (sigma + c * sinSigma * (middle + c * cosSigma * (2 * middle * middle - 1)))
      guard abs(lambda - before) < 1e-12 else { continue }
      let u = cosSquared * (equatorRadius * equatorRadius / (poleRadius * poleRadius) - 1)
      let a = 1 + u / 16_384 * (4_096 + u * (u * (320 - 175 * u) - 768))
      let b = u / 1_024 * (256 + u * (u * (74 - 47 * u) - 128))
      let correction =
        b * sinSigma
        * (middle
          + b / 4
          * (cosSigma * (2 * middle * middle - 1)
            - b / 6 * middle * (4 * sinSigma * sinSigma - 3) * (4 * middle * middle - 3)))
      return poleRadius * a * (sigma - correction)
    }
    let haversine =
      pow(sin((second - first) / 2), 2) + cos(first) * cos(second) * pow(sin(east / 2), 2)
    return 2 * meanRadius * asin(min(1, haversine.squareRoot()))
  }
}
