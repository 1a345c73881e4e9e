// Practice: an answer is checked as soon as it is typed. The page that the form would show is asked for, and the verdicts
// are taken from it, so that both ways say the same.

const form = document.getElementById("practice");

async function check() {
  const address = `/worksheet?${new URLSearchParams(new FormData(form))}`;
  try {
    const answer = await fetch(address);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const part of [".judged", ".count"]) {
      const found = page.querySelectorAll(`#practice ${part}`);
      form.querySelectorAll(part).forEach((place, number) => {
        if (place.textContent !== found[number].textContent) place.replaceChildren(...found[number].childNodes);
        place.className = found[number].className;
      });
    }
  } catch {
    // Without the network the button still sends the form.
  }
}

form?.addEventListener("change", check);
