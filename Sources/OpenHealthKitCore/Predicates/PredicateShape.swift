import Foundation
import HealthModel

/// The kind of a predicate, one level deep.
enum PredicateShape {
  case constant(Bool)
  case filter(FilterPredicate.Content)
  case and([NSPredicate])
  case or([NSPredicate])
  case not(NSPredicate)
  case opaque

  init(_ predicate: NSPredicate) {
    if let predicate = predicate as? FilterPredicate {
      self = .filter(predicate.content)
    } else if let predicate = predicate as? NSCompoundPredicate {
      let parts = (predicate.subpredicates as [Any]).compactMap { $0 as? NSPredicate }
      switch predicate.compoundPredicateType {
      case .and: self = .and(parts)
      case .or: self = .or(parts)
      case .not: self = parts.first.map { .not($0) } ?? .constant(true)
      @unknown default: self = .opaque
      }
    } else if predicate == NSPredicate(value: true) {
      self = .constant(true)
    } else if predicate == NSPredicate(value: false) {
      self = .constant(false)
    } else {
      #if canImport(Darwin)
        if let comparison = predicate as? NSComparisonPredicate {
          do {
            self = .filter(try FilterPredicate.Content(comparison))
          } catch let failure as PredicateFormat.Failure {
            self = .filter(.unreadable(failure.reason))
          } catch {
            self = .filter(.unreadable("\(error)"))
          }
          return
        }
      #endif
      self = .opaque
    }
  }
}
