// What is loud covers the top of the page for some seconds, or until it is tapped; once on a phone.
"use strict";

(() => {
  const place = document.getElementById("loud");
  let shown = "";
  let hiding = 0;

  function heard() {
    try {
      return sessionStorage.getItem("loud");
    } catch {
      return shown; // a browser that remembers nothing
    }
  }

  function remember(id) {
    shown = id;
    try {
      sessionStorage.setItem("loud", id);
    } catch {
      // A reload shows it once more.
    }
  }

  function hide(cover) {
    cover.dataset.shown = "";
    cover.hidden = true;
  }

  function look() {
    const cover = place.querySelector("[data-loud]");
    if (!cover || cover.id === shown) return;
    clearTimeout(hiding);
    if (cover.id === heard()) return hide(cover);
    remember(cover.id);
    const left = Number(cover.dataset.loud);
    cover.style.setProperty("--left", `${left}s`);
    hiding = setTimeout(() => hide(cover), 1000 * left);
    document.dispatchEvent(new CustomEvent("quartermaster:loud", { detail: cover }));
  }

  place.addEventListener("click", (event) => {
    const cover = event.target.closest("[data-loud]");
    if (cover) hide(cover);
  });
  document.addEventListener("keydown", (event) => {
    const cover = place.querySelector("[data-loud]:not([hidden])");
    if (event.key === "Escape" && cover) hide(cover);
  });
  document.addEventListener("quartermaster:swapped", look);
  place.replaceChildren(...place.childNodes); // put in anew, so that it is read aloud
  look();
})();
