import HealthImport
import Rings
import TerminalModel

/// The rings of a day as a page (MCP Apps), which a client may show beside an answer of the tool `day`.
///
/// The page loads nothing. It draws the rings of the answer that the client passes to it, and writes everything as text.
enum DayPage {
  static let address = "ui://ringtop/day"
  static let type = "text/html;profile=mcp-app"

  static let html = """
    <!doctype html><meta charset="utf-8"><title>Rings</title>
    <style>
    :root { color-scheme: light dark } body { margin: 0; font: 14px system-ui, sans-serif }
    main { display: flex; gap: 16px; align-items: center; padding: 12px } svg { width: 112px; height: 112px; flex: none }
    p { margin: 2px 0 }
    </style>
    <main></main>
    <script>
    "use strict"
    const colors = { move: "\(color(\.move))", exercise: "\(color(\.exercise))", stand: "\(color(\.stand))" }
    const send = message => parent.postMessage({ jsonrpc: "2.0", ...message }, "*")
    function add(to, name, attributes, text) {
      const isDrawing = name === "svg" || name === "circle"
      const made = isDrawing ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name)
      for (const key in attributes) made.setAttribute(key, attributes[key])
      if (text !== undefined) made.textContent = text
      return to.appendChild(made)
    }
    function draw(answer) {
      const main = document.querySelector("main")
      main.replaceChildren()
      const svg = add(main, "svg", { viewBox: "-56 -56 112 112", role: "img", "aria-label": "Activity rings" })
      const words = add(main, "div", {})
      add(words, "p", {}, answer.period?.from ?? "")
      Object.keys(colors).forEach((name, index) => {
        const ring = answer.rings?.[name], radius = 48 - 15 * index, length = 2 * Math.PI * radius
        const circle = { r: radius, fill: "none", stroke: colors[name], "stroke-width": 12, "stroke-linecap": "round" }
        add(svg, "circle", { ...circle, "stroke-opacity": 0.2 })
        const part = ring?.goal > 0 ? Math.min(Math.max(ring.value / ring.goal, 0), 1) : 0
        if (part > 0) add(svg, "circle", { ...circle, transform: "rotate(-90)", "stroke-dasharray": `${part * length} ${length}` })
        const value = ring?.value == null ? "-" : Math.round(ring.value)
        const goal = ring?.goal == null ? "" : "/" + Math.round(ring.goal)
        const title = name[0].toUpperCase() + name.slice(1)
        add(words, "p", {}, ring ? `${title} ${value}${goal} ${ring.unit}` : `${title} -`)
      })
      const { width, height } = main.getBoundingClientRect()
      send({ method: "ui/notifications/size-changed", params: { width: Math.ceil(width), height: Math.ceil(height) } })
    }
    addEventListener("message", ({ source, data }) => {
      if (source !== parent || !data) return
      if (data.id === 1 && data.result) send({ method: "ui/notifications/initialized" })
      if (data.method === "ui/notifications/tool-result" && data.params?.structuredContent) draw(data.params.structuredContent)
    })
    const params = { protocolVersion: "2026-01-26", appInfo: { name: "ringtop", version: "1" }, appCapabilities: {} }
    send({ id: 1, method: "ui/initialize", params })
    </script>

    """

  private static func color(_ ring: KeyPath<RingPalette, RingColors>) -> String {
    RingPalette.standard[keyPath: ring].start.hexadecimal
  }
}
