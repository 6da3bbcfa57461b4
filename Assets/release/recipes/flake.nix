# Not tried yet.
{
  description = "Activity rings of an Apple Health export in the terminal";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";
  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" ];
      forAll = nixpkgs.lib.genAttrs systems;
    in {
      # A shell that has all that `swift build` needs; the packages that SwiftPM fetches are not in it.
      devShells = forAll (system:
        let pkgs = nixpkgs.legacyPackages.${system};
        in {
          default = pkgs.mkShell {
            packages = with pkgs; [ swift swiftpm swiftPackages.Foundation ncurses sqlite zlib libpng pkg-config tmux ];
          };
        });
    };
}
