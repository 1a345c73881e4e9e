// Nodes of the tree light up the words they rest on, and words their nodes: under the mouse, with the keyboard's focus,
// and for good after a click or a touch, until something else is chosen.

const SOURCES = "[data-step], [data-quantity], [data-steps]";

export function lightUp(place) {
  let pinned = null;

  const show = (source) => light(place, source ?? pinned);
  const sourceOf = (event) => event.target.closest?.(SOURCES);

  place.addEventListener("pointerover", (event) => event.pointerType === "mouse" && show(sourceOf(event)));
  place.addEventListener("pointerleave", () => show(null));
  place.addEventListener("focusin", (event) => show(sourceOf(event)));
  place.addEventListener("focusout", () => show(null));
  place.addEventListener("click", (event) => {
    const source = sourceOf(event);
    if (event.target.closest("button, input, textarea, a, summary") && !source) return;
    pin(source === pinned ? null : source);
  });
  place.addEventListener("keydown", (event) => {
    const node = event.target.closest?.(".node");
    if (event.key === "Escape") pin(null);
    if (!node || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    pin(node === pinned ? null : node);
  });
  place.addEventListener("shown", () => {
    pinned = null;
    enhance(place);
  });

  function pin(source) {
    pinned = source ?? null;
    for (const node of place.querySelectorAll(".node")) node.setAttribute("aria-pressed", String(node === pinned));
    show(null);
  }

  enhance(place);
}

// Only with a script do the nodes do something, so only then are they buttons.
function enhance(place) {
  for (const node of place.querySelectorAll(".node")) {
    node.setAttribute("role", "button");
    node.setAttribute("tabindex", "0");
    node.setAttribute("aria-pressed", "false");
  }
}

function light(place, source) {
  for (const lit of place.querySelectorAll(".lit")) lit.classList.remove("lit");
  if (!source || !place.contains(source)) return;
  const question = source.closest(".one") ?? place; // numbers and steps are counted within a question
  for (const element of partners(question, source)) element.classList.add("lit");
}

function partners(place, source) {
  const { quantity, step, steps } = source.dataset;
  if (quantity !== undefined) return place.querySelectorAll(`[data-quantity="${quantity}"]`);
  if (step === undefined) return steps.split(" ").flatMap((one) => [source, ...nodesOf(place, one)]);
  const words = [...place.querySelectorAll(`[data-steps~="${step}"]`)];
  const numbers = words.filter((word) => word.dataset.quantity !== undefined);
  const leaves = numbers.flatMap((word) => [...place.querySelectorAll(`.leaf[data-quantity="${word.dataset.quantity}"]`)]);
  return [...nodesOf(place, step), ...words, ...leaves];
}

function nodesOf(place, step) {
  return [...place.querySelectorAll(`[data-step="${step}"]`)];
}
