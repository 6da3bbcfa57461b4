/// Category values that can be used in predicates.
public protocol HKCategoryValuePredicateProviding: Hashable, RawRepresentable where RawValue == Int {}
