# Checked with nix-instantiate --parse; the shell has not been tried yet.
{
  description = "Activity rings of an Apple Health export in the terminal";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";
  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" ];
      forAll = nixpkgs.lib.genAttrs systems;
    in {
      # A shell with everything that `swift build` needs, except the packages that SwiftPM downloads.
      devShells = forAll (system:
        let pkgs = nixpkgs.legacyPackages.${system};
        in {
          default = pkgs.mkShell {
            packages = with pkgs; [ swift swiftpm swiftPackages.Foundation ncurses sqlite zlib libpng freetype pkg-config tmux ];
          };
        });
    };
}
