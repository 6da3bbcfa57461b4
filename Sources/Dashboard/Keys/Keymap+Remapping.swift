package import TerminalModel
import Widgets

extension Keymap {
  /// The keys that the user has assigned to an action, by their names in the configuration.
  package struct Remapping: Hashable, Sendable {
    package var action: String
    package var keys: [String]

    package init(action: String, keys: [String]) {
      self.action = action
      self.keys = keys
    }
  }

  /// An error in a remapping.
  package struct Problem: Hashable, Sendable {
    /// The position of the remapping.
    package var index: Int
    /// The error, as a sentence without a period.
    package var text: String
    /// The unknown name, if that is the error.
    package var unknownName: String?
  }

  /// The names of all actions that can be bound to keys, in the order of the help.
  package var actionNames: [String] {
    var names: [String] = []
    for layer in remappable {
      for name in self[layer].compactMap(\.action.name) where !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// The keys of an action in its first entry; dialogs may have additional ones.
  package func keys(of action: String) -> [Key] {
    for layer in remappable {
      if let binding = self[layer].first(where: { $0.action.name == action }) { return binding.keys }
    }
    return []
  }

  /// Assigns other keys to actions, on every screen to which they apply. Text fields are not affected.
  ///
  /// A key that is assigned to an action is removed from all others. Two actions may share a key if they belong to
  /// different screens. `^C` always quits.
  package func remapped(_ remappings: [Remapping]) -> (keymap: Keymap, problems: [Problem]) {
    var keymap = self
    var problems: [Problem] = []
    let names = actionNames
    var given: [String: [Key]] = [:]
    var owners: [Key: [String]] = [:]
    func conflict(_ key: Key, with action: String) -> String? {
      let layers = layers(of: action)
      return owners[key]?.first { owner in
        let others = self.layers(of: owner)
        // A key of a layer below would never be reached if the screen itself uses it.
        return owner != action
          && (!layers.isDisjoint(with: others) || layers.contains(.global) || others.contains(.global))
      }
    }
    for (index, remapping) in remappings.enumerated() {
      guard names.contains(remapping.action) else {
        problems.append(
          Problem(
            index: index, text: "there is no action \"\(remapping.action)\"", unknownName: remapping.action))
        continue
      }
      var keys: [Key] = []
      for name in remapping.keys {
        guard let key = Key(named: name) else {
          problems.append(Problem(index: index, text: "\"\(name)\" is not a key"))
          continue
        }
        if key == .control("c"), remapping.action != "quit" {
          problems.append(Problem(index: index, text: "the key \(name) always quits"))
        } else if let owner = conflict(key, with: remapping.action) {
          problems.append(
            Problem(
              index: index,
              text: "the key \(name) is already assigned to \(owner), so it is not assigned to \(remapping.action)")
          )
        } else if !keys.contains(key) {
          keys.append(key)
        }
      }
      // Unchanged and invalid entries do not remove keys from other actions.
      if keys == self.keys(of: remapping.action) || (keys.isEmpty && !remapping.keys.isEmpty) { continue }
      for key in keys { owners[key, default: []].append(remapping.action) }
      given[remapping.action] = keys
    }
    for layer in remappable {
      keymap[layer] = self[layer].map { binding in
        var binding = binding
        let name = binding.action.name ?? ""
        let isQuit = binding.keys.contains(.control("c"))
        binding.keys = given[name] ?? binding.keys.filter { owners[$0] == nil }
        if isQuit, !binding.keys.contains(.control("c")) { binding.keys.append(.control("c")) }
        return binding
      }
    }
    for name in names where given[name] == nil && !keys(of: name).isEmpty && keymap.keys(of: name).isEmpty {
      let index = remappings.lastIndex { keys(of: name).flatMap { owners[$0] ?? [] }.contains($0.action) } ?? 0
      problems.append(Problem(index: index, text: "no key is left for \(name)"))
    }
    return (keymap, problems.sorted { $0.index < $1.index })
  }

  private func layers(of action: String) -> Set<Layer> {
    Set(remappable.filter { self[$0].contains { $0.action.name == action } })
  }

  /// The layers except text fields.
  private var remappable: [Layer] {
    ([.global] + Screens.all.map { .screen($0.name) }).filter { layer in
      !self[layer].contains {
        if case .erase = $0.action { true } else { false }
      }
    }
  }
}
