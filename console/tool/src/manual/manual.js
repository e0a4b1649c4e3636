"use strict";
// Typing leaves only what has all the words; "/" goes to the box, Escape empties it.
const box = document.getElementById("search");
const found = document.getElementById("found");
const lead = document.querySelector(".lead");
const entries = Array.from(document.querySelectorAll("[data-words]"));
const groups = Array.from(document.querySelectorAll("[data-group]"));
// All the words of an entry; a line of the contents has those of the entry that it leads to.
function whole(entry) {
  const link = entry.localName === "li" ? entry.querySelector("a").getAttribute("href").slice(1) : "";
  const target = link === "" ? entry : document.getElementById(link);
  return (target.closest("[data-words]") === null ? target : target.closest("[data-words]")).textContent.toLowerCase();
}
function search() {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  const all = (text) => words.every((word) => text.includes(word));
  // What is in no name and no line of help is looked for in the texts and examples.
  const known = entries.some((entry) => all(entry.dataset.words));
  let count = 0;
  for (const entry of entries) {
    const hit = all(known ? entry.dataset.words : whole(entry));
    entry.classList.toggle("gone", !hit);
    count += hit ? (entry.localName === "li" ? 0 : 1) : 0;
  }
  // A section with nothing left in it goes too, with its title.
  for (const group of groups) {
    const left = group.querySelector("[data-words]:not(.gone)");
    group.classList.toggle("gone", words.length > 0 ? left === null : false);
  }
  lead.classList.toggle("gone", words.length > 0);
  found.textContent = words.length > 0 ? (count === 1 ? "1 entry" : count + " entries") : "";
}
box.addEventListener("input", search);
document.addEventListener("keydown", (event) => {
  if (event.key === "/" ? document.activeElement !== box : false) {
    event.preventDefault();
    box.focus();
    box.select();
  } else if (event.key === "Enter" ? document.activeElement === box : false) {
    // To the call of that name, else to the first that is left.
    const name = box.value.trim();
    const first = document.querySelector("main [data-words]:not(.gone)");
    const call = Array.from(document.querySelectorAll("main [id]")).find((one) => one.id === name);
    const to = call === undefined ? first : call;
    if (to !== null) {
      to.scrollIntoView();
    }
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
for (const button of document.querySelectorAll(".play")) {
  button.addEventListener("click", () => {
    const sound = button.previousElementSibling;
    sound.currentTime = 0;
    sound.play();
  });
}
// The language that was chosen last, where the page may keep it.
const kept = (() => {
  try {
    return window.localStorage;
  } catch {
    return { getItem: () => null, setItem: () => {} };
  }
})();
for (const choice of document.querySelectorAll("#language input")) {
  choice.checked = choice.id === kept.getItem("language") ? true : choice.checked;
  choice.addEventListener("change", () => kept.setItem("language", choice.id));
}
document.getElementById("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const dark = getComputedStyle(root).colorScheme === "dark"
    ? true
    : getComputedStyle(root).colorScheme === "light" ? false : matchMedia("(prefers-color-scheme: dark)").matches;
  root.style.colorScheme = dark ? "light" : "dark";
});
