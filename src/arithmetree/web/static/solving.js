// Asks the server for the solution of a text. While somebody types it waits for a pause; of several answers under way
// only that of the latest question is shown.

const PAUSE = 250; // milliseconds

export class Solving {
  #place;
  #status;
  #timer = 0;
  #running = null;

  constructor(place, status) {
    this.#place = place;
    this.#status = status;
  }

  later(asked, options = {}) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.now(asked, options), PAUSE);
  }

  // With `keepProblem` the text stays as it is on the page, because somebody is writing in it.
  async now(asked, { keepProblem = false } = {}) {
    clearTimeout(this.#timer);
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.#place.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch("/fragment", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(asked),
        signal: running.signal,
      });
      const body = await answer.text();
      if (running.signal.aborted) return;
      const isPage = answer.headers.get("Content-Type")?.startsWith("text/html");
      if (isPage) this.#show(body, keepProblem);
      else this.#complain(messageOf(body));
      history.replaceState(null, "", addressOf(asked));
    } catch (error) {
      if (error.name === "AbortError") return;
      this.#complain("The server cannot be reached. Your text is still here; try again in a moment.");
    } finally {
      if (this.#running === running) this.#place.removeAttribute("aria-busy");
    }
  }

  #show(html, keepProblem) {
    const made = document.createElement("template");
    made.innerHTML = html;
    const fresh = made.content.querySelector(".solution");
    const old = this.#place.querySelector(".solution");
    this.#place.querySelector(":scope > .notice")?.remove();
    if (fresh) this.#status.textContent = fresh.dataset.spoken;
    if (keepProblem && old) {
      const findings = old.querySelector("[data-part=findings]");
      const found = fresh?.querySelector("[data-part=findings]") ?? made.content.querySelector(".notice");
      findings.replaceChildren(...(fresh ? found.childNodes : [found]));
    } else {
      this.#place.replaceChildren(made.content);
    }
    this.#place.dispatchEvent(new CustomEvent("shown"));
  }

  #complain(message) {
    const notice = document.createElement("p");
    notice.className = "notice";
    notice.setAttribute("role", "alert");
    notice.textContent = message;
    this.#place.querySelector(":scope > .notice")?.remove();
    this.#place.prepend(notice);
  }
}

export function addressOf({ text, precision }) {
  const query = new URLSearchParams({ text });
  if (precision) query.set("precision", precision);
  return `${location.pathname}?${query}`;
}

function messageOf(body) {
  try {
    return JSON.parse(body).message ?? "The server could not answer; try again in a moment.";
  } catch {
    return "The server could not answer; try again in a moment.";
  }
}
