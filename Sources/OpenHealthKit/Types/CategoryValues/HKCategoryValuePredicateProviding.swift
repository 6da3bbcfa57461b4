/// Values of category samples that predicates can be made of.
public protocol HKCategoryValuePredicateProviding: Hashable, RawRepresentable where RawValue == Int {}
