import Curses
import TerminalModel
import TestSupport
import Testing

extension OneTerminal {
  @Suite struct Presenting {
    @Test(
      "The colour level can be raised while a picture is shown, which is then redrawn with all colours",
      arguments: [
        (ColorLevel.ansi256, "xterm-256color", false), (.ansi16, "xterm", false), (.ansi256, "tmux-256color", true),
        (.ansi256, "screen", true), (.ansi16, "screen-256color", true),
      ])
    func raisedColors(level: ColorLevel, name: String, tmux: Bool) throws {
      let size = CellSize(columns: 4, rows: 1)
      var grid = CellGrid(size: size)
      grid.write("abcd", at: CellPoint(column: 0, row: 0), style: CellStyle(foreground: .rgb(RGB(1, 200, 3))))
      let out = try FileScreen(size: size, color: level, terminalName: name, tmux: tmux, mayGainColors: true)
      #expect(out.screen.colorLevel == level)
      out.screen.present(grid)
      var shown = VirtualTerminal(size: size)
      shown.receive(out.takeBytes())
      #expect(Picture(shown) == Picture(grid, at: level))
      #expect(!out.screen.raiseColors(to: level) && !out.screen.raiseColors(to: .mono))
      #expect(out.screen.raiseColors(to: .truecolor) && out.screen.colorLevel == .truecolor)
      #expect(!out.screen.raiseColors(to: .ansi256) && out.screen.colorLevel == .truecolor)
      out.screen.present(grid)
      shown.receive(out.takeBytes())
      #expect(Picture(shown) == Picture(grid))
    }

    @Test("A terminal that would print a query is not queried", arguments: ["vt100", "vt220", "ansi"])
    func questions(name: String) throws {
      let out = try FileScreen(size: CellSize(columns: 3, rows: 1), color: .mono, terminalName: name)
      _ = out.takeBytes()
      out.screen.queryTerminal()
      #expect(out.takeBytes() == [] && !out.screen.hasQueried && !out.screen.expectsReplies)
    }

    @Test("If only the foreground can be bright, a bright blank is drawn as a block")
    func brightBlanks() throws {
      let size = CellSize(columns: 3, rows: 1)
      var grid = CellGrid(size: size)
      grid.write(" ", at: CellPoint(column: 0, row: 0), style: CellStyle(background: .palette(10)))
      grid.write(" ", at: CellPoint(column: 1, row: 0), style: CellStyle(background: .palette(2)))
      let out = try FileScreen(size: size, color: .ansi16, terminalName: "screen")
      out.screen.present(grid)
      var shown = VirtualTerminal(size: size)
      shown.receive(out.takeBytes())
      #expect(shown.cells[0].scalar == "█" && shown.cells[0].style.foreground == .palette(2))
      #expect(shown.cells[0].style.attributes.contains(.bold))
      #expect(shown.cells[1].scalar == " " && shown.cells[1].style.background == .palette(2))
    }

    @Test("A screen that was opened with all colours of its description keeps its level")
    func unraisableColors() throws {
      let size = CellSize(columns: 4, rows: 1)
      for (name, level) in [("vt100", ColorLevel.mono), ("linux", .ansi16), ("xterm-256color", .ansi256)] {
        let out = try FileScreen(size: size, color: level, terminalName: name, mayGainColors: name != "xterm-256color")
        #expect(!out.screen.raiseColors(to: .truecolor) && out.screen.colorLevel == level, "\(name)")
      }
    }

    @Test(
      "The terminal shows every frame of a random sequence, at every level of colour",
      arguments: [ColorLevel.truecolor, .ansi256, .ansi16, .mono, .none], [false, true])
    func randomFrames(level: ColorLevel, tmux: Bool) throws {
      let seed = UInt64.random(in: 0...UInt64.max)
      var generator = SplitMix(seed: seed)
      for _ in 0..<8 {
        let size = CellSize(
          columns: .random(in: 2...90, using: &generator), rows: .random(in: 1...30, using: &generator))
        let out = try FileScreen(
          size: size, color: level, terminalName: tmux ? "tmux-256color" : "xterm-256color", tmux: tmux)
        #expect(out.screen.colorLevel == level)
        #expect(out.screen.size == size)
        var terminal = VirtualTerminal(size: size)
        var grid = CellGrid(size: size)
        for share in [1, 0.02, 0.3, 0, 1] {
          grid = RandomFrames.frame(after: grid, share: share, using: &generator)
          out.screen.present(grid)
          terminal.receive(out.takeBytes())
          let difference = Picture(terminal).firstDifference(from: Picture(grid, at: level))
          #expect(difference == nil, "seed \(seed), size \(size)")
        }
        #expect(terminal.unknown == [], "seed \(seed)")
      }
    }

    @Test("The colour of consecutive cells is sent once")
    func sharedColors() throws {
      let size = CellSize(columns: 6, rows: 1)
      let (red, green, blue) = (
        CellColor.rgb(RGB(201, 0, 0)), CellColor.rgb(RGB(0, 202, 0)), CellColor.rgb(RGB(0, 0, 203))
      )
      var grid = CellGrid(size: size)
      for (column, style) in [
        CellStyle(foreground: red, background: blue), CellStyle(foreground: green, background: blue),
        CellStyle(background: blue), CellStyle(foreground: green), CellStyle(foreground: green, attributes: .bold),
        CellStyle(foreground: green),
      ].enumerated() { grid[column, 0] = Cell("x", style: style) }
      let out = try FileScreen(size: size)
      _ = out.takeBytes()
      out.screen.present(grid)
      let bytes = out.takeBytes()
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.split(separator: "48;2;0;0;203", omittingEmptySubsequences: false).count == 2)
      #expect(text.split(separator: "38;2;201;0;0", omittingEmptySubsequences: false).count == 2)
      #expect(!text.contains("39;49m"), "\(text.debugDescription)")
      var terminal = VirtualTerminal(size: size)
      terminal.receive(bytes)
      #expect(Picture(terminal) == Picture(grid))
    }

    @Test("The colour of bars is sent once, even with blanks between them")
    func blanksBetween() throws {
      let size = CellSize(columns: 23, rows: 1)
      let bar = Cell("▃", style: CellStyle(foreground: .rgb(RGB(201, 44, 105))))
      var grid = CellGrid(size: size)
      for column in stride(from: 0, to: 23, by: 3) { grid[column, 0] = bar }
      let out = try FileScreen(size: size)
      _ = out.takeBytes()
      out.screen.present(grid)
      let bytes = out.takeBytes()
      var shown = VirtualTerminal(size: size)
      shown.receive(bytes)
      #expect(Picture(shown).firstDifference(from: Picture(grid)) == nil)
      let told = String(decoding: bytes, as: UTF8.self).split(separator: "201;44;105").count - 1
      #expect(told == 1, "\(told) times")
    }

    @Test("A single column does not scroll, although tmux cannot write its last cell", arguments: [false, true])
    func singleColumn(tmux: Bool) throws {
      let size = CellSize(columns: 1, rows: 5)
      let name = tmux ? "tmux-256color" : "xterm-256color"
      for level in [ColorLevel.ansi256, .truecolor] {
        let out = try FileScreen(size: size, color: level, terminalName: name, tmux: tmux)
        var terminal = VirtualTerminal(size: size)
        for letters in ["abcde", "fghij", "fgxyz"] {
          var grid = CellGrid(size: size)
          for (row, letter) in letters.unicodeScalars.enumerated() { grid[0, row] = Cell(letter) }
          out.screen.present(grid)
          terminal.receive(out.takeBytes())
          let shown = (0..<5).map { terminal.text(row: $0) }.joined()
          #expect(shown == (tmux && level == .ansi256 ? letters.dropLast() + " " : letters))
        }
      }
    }

    @Test("An equal frame sends nothing, and a changed cell little")
    func onlyChanges() throws {
      let size = CellSize(columns: 80, rows: 24)
      let out = try FileScreen(size: size, synchronized: true)
      var generator = SplitMix(seed: 1)
      var grid = RandomFrames.frame(after: CellGrid(size: size), share: 1, using: &generator)
      #expect(out.screen.present(grid))
      _ = out.takeBytes()
      #expect(!out.screen.present(grid))
      #expect(out.takeBytes().isEmpty)
      grid[40, 12] = Cell("x", style: CellStyle(foreground: .rgb(RGB(1, 2, 3))))
      #expect(out.screen.present(grid))
      #expect(out.takeBytes().count < 80)
      out.screen.invalidate()
      #expect(out.screen.present(grid))
      #expect(out.takeBytes().count > 1000)
    }

    @Test("A frame of 800 cells in different colours sends only their colours and symbols")
    func wholeFrame() throws {
      let size = CellSize(columns: 40, rows: 20)
      let out = try FileScreen(size: size)
      _ = out.takeBytes()
      var generator = SplitMix(seed: 2)
      var grid = CellGrid(size: size)
      func color() -> CellColor {
        .rgb(
          RGB(
            .random(in: 100...255, using: &generator), .random(in: 100...255, using: &generator),
            .random(in: 100...255, using: &generator)))
      }
      for row in 0..<20 {
        for column in 0..<40 {
          grid[column, row] = Cell("▞", style: CellStyle(foreground: color(), background: color()))
        }
      }
      out.screen.present(grid)
      let longest = "\u{1B}[38;2;255;255;255m\u{1B}[48;2;255;255;255m▞".utf8.count
      #expect(out.takeBytes().count <= 800 * longest + 200)
    }

    @Test("A frame is a synchronized update")
    func synchronized() throws {
      let out = try FileScreen(size: CellSize(columns: 10, rows: 2), synchronized: true)
      _ = out.takeBytes()
      var grid = CellGrid(size: CellSize(columns: 10, rows: 2))
      grid.write("hello", at: CellPoint(column: 0, row: 0))
      out.screen.present(grid)
      let text = String(decoding: out.takeBytes(), as: UTF8.self)
      #expect(text.hasPrefix("\u{1B}[?2026h"))
      #expect(text.hasSuffix("\u{1B}[?2026l"))
      #expect(text.contains("hello"))
      out.screen.setSynchronizedOutput(false)
      out.screen.present(CellGrid(size: CellSize(columns: 10, rows: 2), filledWith: Cell("x")))
      #expect(!String(decoding: out.takeBytes(), as: UTF8.self).contains("2026"))
    }

    @Test("The default colours are unchanged, and the palette is not redefined")
    func defaultColors() throws {
      let out = try FileScreen(size: CellSize(columns: 20, rows: 3))
      var grid = CellGrid(size: CellSize(columns: 20, rows: 3))
      grid.write("plain", at: CellPoint(column: 2, row: 1))
      out.screen.present(grid)
      let text = String(decoding: out.takeBytes(), as: UTF8.self)
      #expect(!text.contains("48;") && !text.contains("38;"))
      #expect(!text.contains("\u{1B}]4;"))
    }

    @Test("The darkest truecolours are not taken for palette entries")
    func darkColors() throws {
      let out = try FileScreen(size: CellSize(columns: 3, rows: 1))
      var grid = CellGrid(size: CellSize(columns: 3, rows: 1))
      for blue in 0..<3 {
        grid[blue, 0] = Cell("x", style: CellStyle(foreground: .rgb(RGB(0, 0, UInt8(blue)))))
      }
      out.screen.present(grid)
      let text = String(decoding: out.takeBytes(), as: UTF8.self)
      for blue in 0..<3 { #expect(text.contains("38;2;0;0;\(blue)m")) }
    }

    @Test("Cells outside the screen are clipped, and the uncovered part of the screen is blank")
    func otherSizes() throws {
      let size = CellSize(columns: 10, rows: 4)
      let out = try FileScreen(size: size)
      var terminal = VirtualTerminal(size: size)
      out.screen.present(CellGrid(size: CellSize(columns: 30, rows: 9), filledWith: Cell("#")))
      terminal.receive(out.takeBytes())
      #expect((0..<4).map { terminal.text(row: $0) } == Array(repeating: "##########", count: 4))
      out.screen.present(CellGrid(size: CellSize(columns: 3, rows: 1), filledWith: Cell("+")))
      terminal.receive(out.takeBytes())
      #expect((0..<4).map { terminal.text(row: $0) } == ["+++       "] + Array(repeating: "          ", count: 3))
      out.screen.present(CellGrid(size: CellSize(columns: 0, rows: 0)))
      terminal.receive(out.takeBytes())
      #expect(terminal.text(row: 0) == "          ")
    }

    @Test("Names of any script are shown whole, and what follows them stays in its column", arguments: [true, false])
    func names(joins: Bool) throws {
      let names = ["नरेंद्र की Apple Watch", "Ju\u{308}rgen", "นาฬิกา", "👩🏽‍🚀", "🇩🇪🇫🇷", "1️⃣ ☀️", "\u{100041}", "स्त्री", "漢字"]
      let size = CellSize(columns: 30, rows: names.count)
      let out = try FileScreen(size: size)
      var terminal = VirtualTerminal(size: size)
      terminal.joinsCharacters = joins
      var grid = CellGrid(size: size)
      for (round, start) in [0, 3, 1, 0].enumerated() {
        grid.fill(grid.bounds)
        for (row, name) in names.enumerated() {
          let end = start + grid.write(name, at: CellPoint(column: start, row: row))
          grid.write("|\(round)|", at: CellPoint(column: end, row: row), style: CellStyle(attributes: .reverse))
        }
        out.screen.present(grid)
        terminal.receive(out.takeBytes())
        for (row, name) in names.enumerated() {
          let end = start + TextWidth.columns(of: name)
          #expect(
            (end..<30).allSatisfy { terminal[$0, row].text == grid[$0, row].text },
            "\(name): \(terminal.text(row: row))")
          #expect((0..<start).allSatisfy { terminal[$0, row].text == " " })
          if joins {
            #expect(
              terminal.text(row: row)
                == PlainText(trimsTrailingBlanks: false).text(
                  of: grid.copy(of: CellRect(column: 0, row: row, columns: 30, rows: 1))))
          }
        }
        #expect(terminal.unknown == [])
      }
    }

    @Test("A joined character at the right margin leaves the next row alone")
    func marginNames() throws {
      let size = CellSize(columns: 6, rows: 2)
      let out = try FileScreen(size: size)
      var terminal = VirtualTerminal(size: size)
      terminal.joinsCharacters = false
      var grid = CellGrid(size: size)
      for row in 0..<2 { grid.write("abc👩🏽‍🚀!", at: CellPoint(column: 0, row: row)) }
      out.screen.present(grid)
      terminal.receive(out.takeBytes())
      #expect(terminal.text(row: 0) == "abc👩!" && terminal.text(row: 1) == "abc👩!")
    }

    @Test("Private characters of a font are text and not parts of an image")
    func privateCharacters() throws {
      let size = CellSize(columns: 6, rows: 1)
      let out = try FileScreen(size: size)
      var grid = CellGrid(size: size)
      grid.write("\u{F02B0}\u{F00B2}", at: CellPoint(column: 0, row: 0))
      grid[3, 0] = try #require(Cell.picture(1, row: 0, column: 0))
      out.screen.present(grid)
      let text = String(decoding: out.takeBytes(), as: UTF8.self)
      #expect(text.contains("\u{F02B0}\u{F00B2}") && text.contains(PicturePlaceholder.text(row: 0, column: 0)))
      grid.write("\u{10EEEE}\u{305}\u{305}", at: CellPoint(column: 0, row: 0))
      out.screen.present(grid)
      #expect(!String(decoding: out.takeBytes(), as: UTF8.self).unicodeScalars.contains(PicturePlaceholder.scalar))
    }

    @Test("A character unknown to the C library becomes a blank in an image and a question mark in text")
    func unknownCharacters() throws {
      let size = CellSize(columns: 8, rows: 1)
      let out = try FileScreen(size: size)
      var terminal = VirtualTerminal(size: size)
      var grid = CellGrid(size: size)
      // Half of a wide character, a control character, a combining mark, an unassigned character.
      for (column, scalar) in (["日", "\u{7}", "\u{301}", "\u{378}", "x"] as [Unicode.Scalar]).enumerated() {
        grid[column, 0] = Cell(scalar)
      }
      out.screen.present(grid)
      terminal.receive(out.takeBytes())
      #expect(terminal.text(row: 0) == "????x   ")
    }

    @Test(
      "With an encoding other than UTF-8, the mode of the terminal's line determines what is sent",
      arguments: [("C", false), ("POSIX", false), ("C", true)])
    func otherLocales(locale: String, hasUTF8Line: Bool) async throws {
      await #expect(processExitsWith: .success) { [locale = locale as String, hasUTF8Line = hasUTF8Line as Bool] in
        setenv("LC_ALL", locale, 1)
        let size = CellSize(columns: 12, rows: 1)
        let terminal = try PseudoTerminal(size: size)
        terminal.setUTF8Line(hasUTF8Line)
        var options = TerminalOptions(terminalName: "xterm-256color", colorLevel: .truecolor)
        options.endpoint = .descriptors(input: terminal.terminal, output: terminal.terminal)
        options.handlesSignals = false
        options.capturesStandardError = false
        let screen = try TerminalScreen(options: options)
        var grid = CellGrid(size: size)
        grid.write("é▀█日─x", at: CellPoint(column: 0, row: 0))
        screen.present(grid)
        let bytes = terminal.drain()
        var shown = VirtualTerminal(size: size)
        shown.receive(bytes)
        if hasUTF8Line {
          #expect(Picture(shown) == Picture(grid))
        } else {
          #expect(bytes.allSatisfy { $0 < 0x80 })
          #expect(shown.text(row: 0) == "e #? -x     ")
        }
      }
    }

    @Test("Without a locale, or with an unknown one, UTF-8 is sent", arguments: ["", "xy_ZW.UTF-8"])
    func noLocale(locale: String) async throws {
      await #expect(processExitsWith: .success) { [locale = locale as String] in
        for name in ["LC_CTYPE", "LANG"] { unsetenv(name) }
        setenv("LC_ALL", locale, 1)
        let terminal = try PseudoTerminal(size: CellSize(columns: 12, rows: 1))
        terminal.setUTF8Line(false)
        #expect(CharacterSupport.adoptingLocale(terminal: terminal.terminal).isUTF8)
        setenv("LC_ALL", "C", 1)
        #expect(!CharacterSupport.adoptingLocale(terminal: terminal.terminal).isUTF8)
        // Output that is not a terminal is always UTF-8.
        #expect(CharacterSupport.adoptingLocale(terminal: nil).isUTF8)
      }
    }

    @Test("Colours stay correct when more pairs were used than curses has")
    func manyPairs() throws {
      let size = CellSize(columns: 100, rows: 40)
      let out = try FileScreen(size: size)
      var terminal = VirtualTerminal(size: size)
      var grid = CellGrid(size: size)
      grid[99, 39] = Cell("F", style: CellStyle(foreground: .rgb(RGB(9, 8, 7))))
      for round in 0..<20 {
        for index in 0..<3999 {
          let number = round * 3999 + index
          grid[index % 100, index / 100] = Cell(
            "▀",
            style: CellStyle(
              foreground: .rgb(RGB(UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255)))))
        }
        out.screen.present(grid)
        terminal.receive(out.takeBytes())
        #expect(Picture(terminal).firstDifference(from: Picture(grid)) == nil, "round \(round)")
      }
    }
  }
}

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif
