"use strict";
// Typing leaves what has all the words, or the most of them; "/" goes to the box, Escape empties it.
const box = document.getElementById("search");
const found = document.getElementById("found");
const lead = document.querySelector(".lead");
const entries = Array.from(document.querySelectorAll("[data-words]"));
const groups = Array.from(document.querySelectorAll("[data-group]"));
// One spelling for all; of a plural the singular, which is a part of it.
const spell = (text) => text.toLowerCase().replaceAll("colour", "color").replaceAll("grey", "gray");
const single = (word) => (/[^sui]s$/.test(word) ? (word.length > 3 ? word.slice(0, -1) : word) : word);
const empty = new Set(box.dataset.empty.split(" "));
// All the words of an entry; a line of the contents has those of the entry that it leads to.
function whole(entry) {
  const link = entry.localName === "li" ? entry.querySelector("a").getAttribute("href").slice(1) : "";
  const target = link === "" ? entry : document.getElementById(link);
  return spell((target.closest("[data-words]") === null ? target : target.closest("[data-words]")).textContent);
}
function search() {
  const asked = spell(box.value).split(/\s+/).filter(Boolean).map(single);
  const telling = asked.filter((word) => !empty.has(word));
  const words = telling.length > 0 ? telling : asked;
  const had = (text) => words.filter((word) => text.includes(word)).length;
  // What is in no name and no line of help is looked for in the texts and examples.
  let counts = entries.map((entry) => had(spell(entry.dataset.words)));
  let most = Math.max(...counts);
  if (most !== words.length) {
    counts = entries.map((entry) => had(spell(entry.dataset.words) + " " + whole(entry)));
    most = Math.max(...counts);
  }
  let count = 0;
  entries.forEach((entry, at) => {
    const hit = words.length === 0 ? true : most === 0 ? false : counts[at] === most;
    entry.classList.toggle("gone", !hit);
    count += hit ? (entry.localName === "li" ? 0 : 1) : 0;
  });
  // A section with nothing left in it goes too, with its title.
  for (const group of groups) {
    const left = group.querySelector("[data-words]:not(.gone)");
    group.classList.toggle("gone", words.length > 0 ? left === null : false);
  }
  lead.classList.toggle("gone", words.length > 0);
  const some = most === words.length ? "" : count === 0 ? "" : ": none has all of these words";
  found.textContent = words.length > 0 ? (count === 1 ? "1 entry" : count + " entries") + some : "";
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
// A button on each piece of code, and a click on a character of the font, copy it.
function copy(text, button) {
  const done = () => {
    const label = button.textContent;
    button.textContent = "copied";
    setTimeout(() => { button.textContent = label; }, 1200);
  };
  const byHand = () => {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    done();
  };
  if (navigator.clipboard === undefined) {
    byHand();
  } else {
    navigator.clipboard.writeText(text).then(done, byHand);
  }
}
for (const pre of document.querySelectorAll("pre")) {
  const frame = document.createElement("div");
  const only = ["lua", "rust"].filter((language) => pre.classList.contains(language));
  frame.className = ["frame"].concat(only.map((language) => "only-" + language)).join(" ");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "copy";
  button.addEventListener("click", () => copy(pre.textContent, button));
  pre.before(frame);
  frame.append(pre, button);
}
for (const cell of document.querySelectorAll("[data-text]")) {
  cell.addEventListener("click", () => copy(cell.dataset.text, cell.querySelector("small")));
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
