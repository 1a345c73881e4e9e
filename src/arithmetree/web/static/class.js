// A file goes into the form without leaving the page, so that it can be looked at before it is sent.
document.documentElement.classList.add("js");

const table = document.getElementById("table");
document.getElementById("file").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (file) table.value = await file.text();
});
