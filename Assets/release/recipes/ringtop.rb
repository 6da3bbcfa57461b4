# Checked with RuboCop; not installed with Homebrew yet.
class Ringtop < Formula
  desc "Activity rings of an Apple Health export in the terminal"
  homepage "@ADDRESS@"
  url "@ADDRESS@/releases/download/v@VERSION@/ringtop-@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license "Apache-2.0"
  head "@ADDRESS@.git", branch: "main"

  depends_on "pkgconf" => :build
  depends_on "freetype"
  depends_on "libpng"
  depends_on "qrencode"
  depends_on "ncurses"
  uses_from_macos "python" => :build
  uses_from_macos "swift" => :build, since: :sequoia
  uses_from_macos "sqlite"
  uses_from_macos "zlib"

  def install
    arguments = %w[--disable-sandbox -c release --product ringtop]
    arguments << "--static-swift-stdlib" if OS.linux?
    system "swift", "build", *arguments
    system "Assets/release/files", ".build/release/ringtop", prefix
  end

  test do
    assert_match "Move", shell_output("#{bin}/ringtop show --demo --format plain")
  end
end
