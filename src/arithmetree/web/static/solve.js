// The first page: what the server rendered, made alive.
import { editInPlace } from "./edit.js";
import { lightUp } from "./light.js";
import { Solving } from "./solving.js";
import { takeAway } from "./take.js";

document.documentElement.classList.add("js");

const form = document.getElementById("ask");
const text = document.getElementById("text");
const precision = document.getElementById("precision");
const shown = document.getElementById("precision-shown");
const result = document.getElementById("result");

const solving = new Solving(result, document.getElementById("status"));

function asked() {
  return { text: text.value, precision: precision.value === "0" ? "" : precision.value };
}

function showPrecision() {
  const words = precision.value === "0" ? "always answer" : `at least ${Math.round(precision.value * 100)} %`;
  shown.textContent = words;
  precision.setAttribute("aria-valuetext", words);
}

text.addEventListener("input", () => solving.later(asked()));
precision.addEventListener("input", () => {
  showPrecision();
  if (text.value.trim()) solving.later(asked());
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  solving.now(asked());
});
for (const link of document.querySelectorAll(".examples a")) {
  link.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    event.preventDefault();
    text.value = new URL(link.href).searchParams.get("text");
    solving.now(asked());
    text.focus({ preventScroll: true });
    form.scrollIntoView({ block: "start" });
  });
}

function changeText(changed, options) {
  text.value = changed;
  return options.settled ? solving.now(asked()) : solving.later(asked(), { keepProblem: true });
}

lightUp(result);
editInPlace(result, changeText);
takeAway(result, document.getElementById("status"));
showPrecision();
