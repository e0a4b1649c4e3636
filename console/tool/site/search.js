"use strict";
// Shows the search, which needs this script, and hides the cards that lack a word or the chosen tag.
const form = document.querySelector("form");
const search = document.querySelector("#search");
const count = document.querySelector("#count");
const tags = [...document.querySelectorAll("#tags button")];
const cards = [...document.querySelectorAll(".card")].map((card) => ({
  card,
  text: card.textContent.toLowerCase(),
  tags: [...card.querySelectorAll(".tags li")].map((tag) => tag.textContent),
}));
const all = count.textContent;

function show() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = tags.filter((tag) => tag.getAttribute("aria-pressed") === "true").map((tag) => tag.textContent);
  let found = 0;
  for (const it of cards) {
    it.card.hidden = !(words.every((word) => it.text.includes(word)) && chosen.every((tag) => it.tags.includes(tag)));
    if (!it.card.hidden) found++;
  }
  count.textContent = found === cards.length ? all : found ? `${found} of ${all}` : "No cart matches.";
}

form.hidden = false;
form.addEventListener("submit", (event) => event.preventDefault());
search.addEventListener("input", show);
for (const tag of tags) {
  tag.addEventListener("click", () => {
    tag.setAttribute("aria-pressed", String(tag.getAttribute("aria-pressed") !== "true"));
    show();
  });
}
show();
