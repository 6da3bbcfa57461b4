# Checked with nix-instantiate --parse; not built yet. It needs Swift 6.1 or later in nixpkgs. Nix prints the hashes that are
# missing here.
{
  description = "Activity rings of an Apple Health export in the terminal";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";
  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" ];
      forAll = each: nixpkgs.lib.genAttrs systems (system: each nixpkgs.legacyPackages.${system});
      libraries = pkgs: with pkgs; [ ncurses sqlite zlib libpng qrencode freetype swiftPackages.Foundation swiftPackages.Dispatch ];
      tools = pkgs: with pkgs; [ swift swiftpm git pkg-config python3 ];
    in {
      packages = forAll (pkgs:
        let
          source = pkgs.fetchzip {
            url = "@ADDRESS@/releases/download/v@VERSION@/ringtop-@VERSION@.tar.gz";
            hash = pkgs.lib.fakeHash;
          };
          # The packages that SwiftPM downloads, which a build without a network needs beforehand.
          checkouts = pkgs.stdenvNoCC.mkDerivation {
            name = "ringtop-checkouts-@VERSION@";
            src = source;
            nativeBuildInputs = tools pkgs ++ [ pkgs.cacert ];
            buildPhase = "HOME=$TMPDIR swift package resolve --scratch-path $out";
            installPhase = "rm -rf $out/repositories $out/checkouts/*/.git";
            outputHashMode = "recursive";
            outputHash = pkgs.lib.fakeHash;
          };
        in {
          default = pkgs.swiftPackages.stdenv.mkDerivation {
            pname = "ringtop";
            version = "@VERSION@";
            src = source;
            nativeBuildInputs = tools pkgs;
            buildInputs = libraries pkgs;
            configurePhase = "cp -r --no-preserve=mode ${checkouts} .build";
            buildPhase = "HOME=$TMPDIR swift build -c release --product ringtop --disable-automatic-resolution";
            installPhase = "patchShebangs Assets && Assets/release/files .build/release/ringtop $out";
            meta = {
              homepage = "@ADDRESS@";
              license = pkgs.lib.licenses.asl20;
              mainProgram = "ringtop";
              platforms = systems;
            };
          };
        });
      # A shell with everything that `swift build` needs, except the packages that SwiftPM downloads.
      devShells = forAll (pkgs: { default = pkgs.mkShell { packages = tools pkgs ++ libraries pkgs ++ [ pkgs.tmux ]; }; });
    };
}
