// Asks the server for the solution of a text. While somebody types it waits for a pause; of several answers under way
// only that of the latest question is shown.

const PAUSE = 250; // milliseconds, and one for each character: a worksheet takes the server longer than a problem

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
    this.#timer = setTimeout(() => this.now(asked, options), Math.max(PAUSE, asked.text.length));
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
    const opened = openParts(this.#place);
    if (keepProblem && old) replaceFindings(old, fresh, made.content.querySelector(".notice"));
    else this.#place.replaceChildren(made.content);
    openAgain(this.#place, opened);
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

// Everything but the texts of the problems. While a change adds or removes a question, the page
// waits until it is finished: only then is it clear which finding belongs where.
function replaceFindings(old, fresh, notice) {
  const places = old.querySelectorAll("[data-part=findings]");
  if (!fresh) return places[0].replaceChildren(notice);
  const found = fresh.querySelectorAll("[data-part=findings]");
  if (found.length === places.length) places.forEach((place, at) => place.replaceChildren(...found[at].childNodes));
}

function openParts(place) {
  return [...place.querySelectorAll("details")].map((part) => part.open);
}

function openAgain(place, opened) {
  const parts = place.querySelectorAll("details");
  if (parts.length === opened.length) parts.forEach((part, at) => (part.open = opened[at]));
}

export function addressOf({ text, answer, precision }) {
  const query = new URLSearchParams({ text });
  if (answer) query.set("answer", answer);
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
