"use strict";
// Typing leaves only what has all the words; "/" goes to the box, Escape empties it.
const box = document.getElementById("search");
const found = document.getElementById("found");
const entries = Array.from(document.querySelectorAll("[data-words]"));
const groups = Array.from(document.querySelectorAll("[data-group]"));
function search() {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const entry of entries) {
    const hit = words.every((word) => entry.dataset.words.includes(word));
    entry.classList.toggle("gone", !hit);
    count += hit ? (entry.localName === "li" ? 0 : 1) : 0;
  }
  // A section with nothing left in it goes too, with its title.
  for (const group of groups) {
    const left = group.querySelector("[data-words]:not(.gone)");
    group.classList.toggle("gone", words.length > 0 ? left === null : false);
  }
  found.textContent = words.length > 0 ? (count === 1 ? "1 entry" : count + " entries") : "";
}
box.addEventListener("input", search);
document.addEventListener("keydown", (event) => {
  if (event.key === "/" ? document.activeElement !== box : false) {
    event.preventDefault();
    box.focus();
    box.select();
  } else if (event.key === "Escape" ? document.activeElement === box : false) {
    box.value = "";
    search();
  }
});
// A link leads to its target even when the search has taken it away.
window.addEventListener("hashchange", () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target === null ? false : target.closest(".gone") !== null) {
    box.value = "";
    search();
    target.scrollIntoView();
  }
});
document.getElementById("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const dark = getComputedStyle(root).colorScheme === "dark"
    ? true
    : getComputedStyle(root).colorScheme === "light" ? false : matchMedia("(prefers-color-scheme: dark)").matches;
  root.style.colorScheme = dark ? "light" : "dark";
});
