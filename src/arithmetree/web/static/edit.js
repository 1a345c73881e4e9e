// A number or the question is edited in place, and the tree follows as you type. Enter keeps the change,
// Escape takes it back.

export function editInPlace(place, changeText) {
  let settling = null; // the last change on its way to the page

  place.addEventListener("click", (event) => {
    const number = event.target.closest(".problem .quantity");
    const pencil = event.target.closest(".pencil");
    if (pencil) choose(questionOf(pencil), ".problem .question");
    else if (number) choose(questionOf(number), numbered(number.dataset.quantity));
  });
  place.addEventListener("keydown", (event) => {
    if (event.target.matches?.(".problem .quantity") && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      choose(questionOf(event.target), numbered(event.target.dataset.quantity));
    }
  });
  place.addEventListener("shown", () => enhance(place));

  // A click that ends one change may begin the next; by then the text is a new one.
  async function choose(question, selector) {
    await settling;
    const part = inQuestion(question, selector);
    if (part && !part.querySelector(".change")) edit(part);
  }

  // Numbers are counted within a question, and the questions on the page.
  function questionOf(element) {
    return [...place.querySelectorAll(".one")].indexOf(element.closest(".one"));
  }

  function inQuestion(question, selector) {
    return place.querySelectorAll(".one")[question]?.querySelector(selector);
  }

  function edit(part) {
    const question = questionOf(part);
    const whole = place.querySelector(".solution").dataset.text;
    const letters = Array.from(whole); // places count characters, not the units of JavaScript's strings
    const before = letters.slice(0, part.dataset.start).join("");
    const after = letters.slice(part.dataset.end).join("");
    const old = letters.slice(part.dataset.start, part.dataset.end).join("");
    const { quantity } = part.dataset;
    const field = document.createElement(quantity === undefined ? "textarea" : "input");
    field.className = "change";
    field.value = old;
    field.setAttribute("aria-label", quantity === undefined ? "The question" : `The number ${old}`);
    if (quantity === undefined) field.rows = 1;
    else field.size = Math.max(3, old.length);
    let done = false;

    field.addEventListener("input", () => changeText(before + field.value + after, { settled: false }));
    field.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") finish(field.value, true);
      if (event.key === "Escape") finish(old, true);
      if (event.key === "Enter" || event.key === "Escape") event.preventDefault();
    });
    field.addEventListener("click", (event) => event.stopPropagation());
    field.addEventListener("blur", () => finish(field.value, false));

    part.removeAttribute("role");
    part.removeAttribute("tabindex");
    part.removeAttribute("aria-label");
    part.replaceChildren(field);
    field.focus();
    field.select();

    async function finish(value, goBack) {
      if (done) return;
      done = true;
      settling = changeText(before + value + after, { settled: true });
      await settling;
      if (goBack) inQuestion(question, quantity === undefined ? ".pencil" : numbered(quantity))?.focus();
    }
  }

  enhance(place);
}

function numbered(quantity) {
  return `.problem .quantity[data-quantity="${quantity}"]`;
}

function enhance(place) {
  for (const number of place.querySelectorAll(".problem .quantity")) {
    number.setAttribute("role", "button");
    number.setAttribute("tabindex", "0");
    const used = number.classList.contains("used") ? "used" : "not used";
    number.setAttribute("aria-label", `${number.firstChild.textContent}, ${used}; change it`);
  }
  for (const problem of place.querySelectorAll(".problem")) {
    const question = [...problem.querySelectorAll(".question")].at(-1);
    if (question && !problem.querySelector(".pencil")) question.after(pencil());
  }
}

function pencil() {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "pencil";
  made.textContent = "✎";
  made.setAttribute("aria-label", "Change the question");
  made.title = "Change the question";
  return made;
}
