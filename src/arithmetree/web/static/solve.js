// The first page: what the server rendered, made alive.
import { editInPlace } from "./edit.js";
import { lightUp } from "./light.js";
import { Solving } from "./solving.js";
import { takeAway } from "./take.js";
import { showWords } from "./why.js";

document.documentElement.classList.add("js");

const form = document.getElementById("ask");
const text = document.getElementById("text");
const precision = document.getElementById("precision");
const USUAL = "careful"; // what the server takes where an address says nothing
const result = document.getElementById("result");

const solving = new Solving(result, document.getElementById("status"));

function asked() {
  const { answer } = Object.fromEntries(new FormData(form));
  const choice = precision.value || answer === USUAL ? "" : answer;
  return { text: text.value, answer: choice, precision: precision.value };
}

text.addEventListener("input", () => solving.later(asked()));
document.getElementById("carefulness").addEventListener("input", () => {
  if (text.value.trim() && precision.validity.valid) solving.later(asked());
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  await solving.now(asked());
  showAnswer();
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

// On a phone the answer is below the form; whoever asked for it should not have to look for it.
function showAnswer() {
  const found = result.querySelector("#answer, .notice");
  if (found && found.getBoundingClientRect().top > innerHeight * 0.6) found.scrollIntoView({ block: "start" });
}

function changeText(changed, options) {
  text.value = changed;
  return options.settled ? solving.now(asked()) : solving.later(asked(), { keepProblem: true });
}

lightUp(result);
editInPlace(result, changeText);
takeAway(result, document.getElementById("status"));
showWords(result, document.getElementById("status"));
