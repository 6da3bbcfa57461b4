import Foundation
import HealthAnalysis
import HealthDatabase
import HealthModel
import HealthQueries
import Presentation
import Reports

/// The page at the root: today's rings, the week, and the latest deliveries. It works without its script, which updates it; it loads nothing
/// from other servers.
struct ServerPage {
  let today: Day?
  let week: [DaySummary]
  /// The newest first; none for those who may only see rings.
  var deliveries: [ReceivedDelivery] = []
  /// Everybody with their last known rings; nil for those who may only see rings.
  var friends: FriendsBoard?
  let formatting: Formatting
  /// A content security policy that allows only our own script and style.
  private let nonce = {
    var generator = SystemRandomNumberGenerator()
    return String(UInt64.random(in: 0 ... .max, using: &generator), radix: 36)
      + String(UInt64.random(in: 0 ... .max, using: &generator), radix: 36)
  }()

  init(today: Day?, week: [DaySummary], formatting: Formatting) {
    self.today = today
    self.week = week
    self.formatting = formatting
  }

  var policy: String {
    """
    default-src 'none'; img-src 'self'; connect-src 'self'; style-src 'nonce-\(nonce)'; script-src 'nonce-\(nonce)'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'
    """
  }

  var html: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="dark light">
    <title>ringtop</title>
    <link rel="icon" type="image/svg+xml" href="/v1/days/today.svg?view=rings&amp;theme=dark">
    <style nonce="\(nonce)">\(Self.style)</style>
    </head>
    <body>
    <main>
    <h1>Today's rings</h1>
    <div id="today">\(todayHTML)</div>
    <h2>This week</h2>
    <ol id="week">
    \(week.map(dayHTML).joined(separator: "\n"))
    </ol>
    \(tablesHTML)
    <p id="state" role="status"></p>
    </main>
    <script nonce="\(nonce)">\(Self.script)</script>
    </body>
    </html>

    """
  }

  /// Where a narrow window cuts tables off, they can be scrolled, also by keys.
  private var tablesHTML: String {
    let tables = friendsHTML + deliveriesHTML
    guard !tables.isEmpty else { return "<div id=\"tables\"></div>" }
    return "<div id=\"tables\" role=\"region\" aria-label=\"Friends and deliveries\" tabindex=\"0\">\(tables)</div>"
  }

  private var todayHTML: String {
    guard let today else { return "<p>There is no data yet.</p>" }
    let summary = week.first { $0.day == today }
    let words = summary.map(sentence) ?? "No data"
    return picture(today, view: "card", name: words) + """
      <p id="words" aria-hidden="true">\(Self.escaped(words))</p>
      <p id="notes">\(Self.escaped(summary.map(DayPage.notes)?.joined(separator: " ") ?? ""))</p>
      """
  }

  private func dayHTML(_ summary: DaySummary) -> String {
    let mark = summary.day == today ? " class=\"current\" aria-current=\"date\"" : ""
    return """
      <li\(mark)><span>\(Self.escaped(formatting.weekday(summary.day)))</span>\(picture(
        summary.day, view: "rings", name: sentence(summary)))</li>
      """
  }

  private func picture(_ day: Day, view: String, name: String) -> String {
    let path = "/v1/days/\(day).svg?view=\(view)"
    return """
      <picture data-day="\(day)" data-view="\(view)"><source srcset="\(path)&amp;theme=light" \
      media="(prefers-color-scheme: light)"><img src="\(path)&amp;theme=dark" alt="\(Self.escaped(name))"></picture>
      """
  }

  /// The rings that the picture has in words, for screen readers and small screens.
  private func sentence(_ summary: DaySummary) -> String {
    guard summary.basis != .none else { return "\(formatting.date(summary.day)): no data" }
    let shown = week.knowOnlyMove ? [.move] : Ring.allCases
    let rings = shown.map { ring in
      let words = RingWords(ring, of: summary, formatting: formatting)
      return "\(words.name) \(words.amount())"
    }
    return "\(formatting.date(summary.day)): " + rings.joined(separator: ", ")
  }

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing(
      "\"", with: "&quot;")
  }

  private static let style = """
    :root { color-scheme: dark light; --paper: #0c0c0e; --ink: #f2f2f4; --faint: #9a9aa2; --line: #2a2a30 }
    @media (prefers-color-scheme: light) { :root { --paper: #fcfcfd; --ink: #1b1b1f; --faint: #62626a; --line: #e2e2e6 } }
    * { box-sizing: border-box }
    body { margin: 0; background: var(--paper); color: var(--ink);
      font: 16px/1.4 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif }
    main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem }
    h1, h2 { font-size: .85rem; font-weight: 600; letter-spacing: .04em; color: var(--faint); margin: 0 0 .75rem }
    h2 { margin-top: 2rem }
    #today img { display: block; width: 100%; height: auto }
    #words, #notes { font-size: .85rem; color: var(--faint); margin: .5rem 0 0 }
    #words { display: none }
    #week { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(7, 1fr); gap: .5rem }
    #week li { text-align: center; padding: .5rem .25rem; border-radius: .6rem; border: 1px solid transparent }
    #week li.current { border-color: var(--line) }
    #week span { display: block; font-size: .8rem; color: var(--faint); margin-bottom: .35rem }
    #week img { width: 100%; max-width: 5rem; height: auto; display: block; margin: 0 auto }
    #tables { overflow-x: auto }
    #tables table { border-collapse: collapse; font-size: .85rem; width: 100% }
    #tables th { text-align: left; font-weight: 400; color: var(--faint) }
    #tables th, #tables td { padding: .25rem .75rem .25rem 0; vertical-align: top;
      border-bottom: 1px solid var(--line) }
    #tables .friends :is(th, td):nth-child(n+2):nth-child(-n+5) { text-align: right; font-variant-numeric: tabular-nums }
    #tables td:first-child { white-space: nowrap; font-variant-numeric: tabular-nums }
    #tables .problem { font-weight: 600 }
    #state { color: var(--faint); font-size: .85rem; min-height: 1.4em }
    @media (max-width: 30rem) { #words { display: block } #tables th, #tables td { padding-right: .6rem } #week { gap: 0 } #week li { padding: .5rem .1rem } }
    """

  /// Updates the pictures and their texts when an event announces a change; for another day it reloads the page.
  ///
  /// A browser's event source reconnects by itself, but gives up for ever at a status such as 502, with which a proxy
  /// answers while the server restarts.
  private static let script = """
    (() => {
      const state = document.getElementById("state");
      let last = null, count = 0, pause = 1000;
      const shown = document.querySelector("#today picture")?.dataset.day ?? null;
      const update = async () => {
        count += 1;
        const now = count;
        for (const picture of document.querySelectorAll("picture")) {
          const path = `/v1/days/${picture.dataset.day}.svg?view=${picture.dataset.view}&c=${now}`;
          picture.querySelector("source").srcset = `${path}&theme=light`;
          picture.querySelector("img").src = `${path}&theme=dark`;
        }
        // Without the password that the page's own address may contain.
        const answer = await fetch(location.origin + location.pathname);
        if (!answer.ok || now !== count) return;
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const texts = page.querySelectorAll("img");
        document.querySelectorAll("picture img").forEach((image, index) => { image.alt = texts[index].alt; });
        for (const id of ["words", "notes"]) {
          document.getElementById(id).textContent = page.getElementById(id).textContent;
        }
      };
      // Of many deliveries at once, only the last state matters.
      let delivered = null, waits = false;
      const local = () => {
        for (const time of document.querySelectorAll("time")) {
          time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: "short", timeStyle: "short" });
        }
      };
      local();
      const list = async () => {
        waits = false;
        const answer = await fetch(location.origin + location.pathname);
        if (!answer.ok) return;
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        document.getElementById("tables").replaceWith(page.getElementById("tables"));
        local();
      };
      const connect = () => {
        const source = new EventSource("/v1/events");
        source.addEventListener("open", () => { pause = 1000; });
        source.addEventListener("summary", (event) => {
          state.textContent = "";
          if (last === event.data) return;
          const first = last === null;
          last = event.data;
          const day = JSON.parse(event.data);
          if ((day && day.date) !== shown) { if (!first || day) location.reload(); return; }
          if (!first) update().catch(() => {});
        });
        source.addEventListener("delivery", (event) => {
          if (delivered !== null && delivered !== event.data && !waits) {
            waits = true;
            setTimeout(() => { list().catch(() => {}); }, 300);
          }
          delivered = event.data;
        });
        source.addEventListener("error", () => {
          state.textContent = "Not connected; the data may be outdated.";
          if (source.readyState !== EventSource.CLOSED) return;
          setTimeout(connect, pause);
          pause = Math.min(2 * pause, 30000);
        });
      };
      connect();
    })();
    """
}
