/** The search of the reference: without it the page is complete, only longer to scroll. */
const search = document.getElementById("search");
const nothing = document.getElementById("nothing");
const articles = [...document.querySelectorAll("article[data-words]")];
const contents = document.querySelector(".contents");

search.hidden = false;
search.addEventListener("input", () => narrow(search.value.trim().toLowerCase()));
search.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  search.value = "";
  narrow("");
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target === search || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  search.focus();
});

// On a phone the contents would fill the first screen, and a choice is made once.
const narrowScreen = matchMedia("(max-width: 60rem)");
contents.open = !narrowScreen.matches;
narrowScreen.addEventListener("change", () => {
  contents.open = !narrowScreen.matches;
});
contents.addEventListener("click", (event) => {
  if (narrowScreen.matches && event.target.closest("a")) contents.open = false;
});

function narrow(text) {
  const words = text.split(/\s+/);
  const found = new Set();
  for (const article of articles) {
    const isFound = words.every((word) => article.dataset.words.includes(word));
    article.hidden = !isFound;
    if (isFound) found.add(article.id);
  }
  for (const item of document.querySelectorAll("li[data-for]")) item.hidden = !found.has(item.dataset.for);
  for (const section of document.querySelectorAll("section.tag, nav section")) {
    const parts = [...section.querySelectorAll("article[data-words], li[data-for]")];
    section.hidden = text !== "" && parts.every((part) => part.hidden);
  }
  nothing.hidden = found.size > 0;
}
