// The words that a step rests on are found when somebody asks for them, since that takes many runs of the model. The page
// that the link leads to is asked for, and the words are taken from it, so that both ways say the same.

export function showWords(place, status) {
  place.addEventListener("click", async (event) => {
    const link = event.target.closest(".why a");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    event.preventDefault();
    const asked = link.closest(".why");
    if (asked.getAttribute("aria-busy")) return;
    asked.setAttribute("aria-busy", "true");
    status.textContent = "Looking for the words";
    const found = await partOf(link.href, asked.id);
    if (!found) return void location.assign(link.href); // the page says what is wrong
    if (!asked.isConnected) return; // another problem is shown by now
    asked.replaceWith(found);
    status.textContent = found.textContent;
    found.querySelector("summary")?.focus();
  });
}

async function partOf(address, id) {
  try {
    const answer = await fetch(address);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return answer.ok ? page.getElementById(id) : null;
  } catch {
    return null;
  }
}
