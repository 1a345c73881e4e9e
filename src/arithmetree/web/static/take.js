// Taking a solution away: its link, its tree as a picture, text, LaTeX and JSON; reading it aloud; and printing.

const PAINT = ["fill", "stroke", "stroke-width", "font-family", "font-size", "font-weight"];
const SHARPNESS = 2; // picture points for each point on the page

export function takeAway(place, status) {
  place.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-take]");
    if (!button) return;
    const said = await take(button.dataset.take, place);
    if (!said) return;
    const title = button.textContent;
    button.textContent = said;
    status.textContent = said;
    setTimeout(() => (button.textContent = title), 1600);
  });
  place.addEventListener("shown", () => offer(place));
  offer(place);
}

// What only some browsers can do is offered only there.
function offer(place) {
  for (const button of place.querySelectorAll("[data-needs]")) {
    button.hidden = !(button.dataset.needs in window || button.dataset.needs in navigator);
  }
}

function readAloud(words) {
  const { speechSynthesis } = window;
  const isReading = speechSynthesis.speaking;
  speechSynthesis.cancel();
  if (isReading) return "Stopped";
  const spoken = new SpeechSynthesisUtterance(words);
  spoken.lang = "en";
  speechSynthesis.speak(spoken);
  return "Reading; press again to stop";
}

async function share() {
  try {
    await navigator.share({ title: document.title, url: location.href });
  } catch {
    // Closing the dialog is no fault.
  }
}

async function take(what, place) {
  if (what === "print") return void window.print();
  if (what === "aloud") return readAloud(place.querySelector("[data-source=aloud]").textContent);
  if (what === "share") return void (await share());
  if (what === "picture") return takePicture(place.querySelector("svg.tree"));
  const source = what === "link" ? location.href : place.querySelector(`[data-source=${what}]`).textContent;
  try {
    await navigator.clipboard.writeText(source);
    return "Copied";
  } catch {
    return "The browser does not allow copying";
  }
}

async function takePicture(tree) {
  const picture = pictureOf(tree);
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
    return "Copied";
  } catch {
    // Browsers that copy no pictures can still save one.
    save(await picture);
    return "Saved as tree.png";
  }
}

export async function pictureOf(tree) {
  const drawn = new Image();
  const address = URL.createObjectURL(new Blob([standalone(tree)], { type: "image/svg+xml" }));
  try {
    drawn.src = address;
    await drawn.decode();
    const canvas = document.createElement("canvas");
    canvas.width = tree.width.baseVal.value * SHARPNESS;
    canvas.height = tree.height.baseVal.value * SHARPNESS;
    const brush = canvas.getContext("2d");
    brush.fillStyle = getComputedStyle(tree.closest(".panel")).backgroundColor;
    brush.fillRect(0, 0, canvas.width, canvas.height);
    brush.drawImage(drawn, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => canvas.toBlob(done, "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}

// The tree as a separate file, with the look that the style sheets give it here.
function standalone(tree) {
  const copy = tree.cloneNode(true);
  const originals = tree.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((element, number) => {
    const looks = getComputedStyle(originals[number]);
    for (const name of PAINT) element.setAttribute(name, looks.getPropertyValue(name));
  });
  // Percentages of the page mean nothing in a file.
  copy.setAttribute("width", tree.viewBox.baseVal.width);
  copy.setAttribute("height", tree.viewBox.baseVal.height);
  return new XMLSerializer().serializeToString(copy);
}

function save(picture) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(picture);
  link.download = "tree.png";
  link.click();
  URL.revokeObjectURL(link.href);
}
