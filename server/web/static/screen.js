// Makes the drawing of a table as large as the screen for the room has room for it, and lists as long.
"use strict";

(() => {
  const LEAST = 0.3;
  const MOST = 1.5;

  function fit() {
    const fitted = document.getElementById("fitted");
    if (!fitted) return;
    const room = fitted.parentElement;
    fitted.style.width = fitted.style.height = fitted.style.transform = "";
    if (getComputedStyle(document.body).overflow === "visible") return; // a phone, where one scrolls
    // How much larger it is than the room; a pixel is no more than what was rounded.
    const over = (scale) => Math.max((fitted.scrollHeight * scale - 1) / room.clientHeight, (fitted.scrollWidth * scale - 1) / room.clientWidth);
    const fills = fitted.clientHeight === room.clientHeight; // by itself, at any scale
    let scale = fills ? 1 : MOST;
    // What is drawn wraps: a smaller scale gives it more width, so it is tried until it fits.
    for (let tries = 0; tries < 30; tries += 1) {
      fitted.style.width = `${100 / scale}%`;
      fitted.style.height = fills ? `${100 / scale}%` : "";
      fitted.style.transform = `scale(${scale})`;
      const much = over(scale);
      if (much <= 1 || scale <= LEAST) break;
      scale = Math.max(LEAST, scale * Math.min(0.97, 1 / Math.sqrt(much)));
    }
    fitted.style.height = `${100 / scale}%`;
  }

  // What would be cut off at the end of a list is left out.
  function whole() {
    for (const list of document.querySelectorAll("[data-whole]")) {
      for (const item of list.children) item.style.display = "";
      if (getComputedStyle(document.body).overflow === "visible") continue;
      const room = list.parentElement.getBoundingClientRect().bottom;
      let full = false;
      for (const item of list.children) {
        full ||= item !== list.firstElementChild && item.getBoundingClientRect().bottom > room;
        if (full) item.style.display = "none";
      }
    }
  }

  function fill() {
    fit();
    whole();
  }

  // The rooms change with the window, and while something loud covers the page.
  const rooms = new ResizeObserver(fill);

  function follow() {
    rooms.disconnect();
    for (const room of document.querySelectorAll(".screen-board, .screen-last")) rooms.observe(room);
    fill();
  }

  document.addEventListener("quartermaster:swapped", follow);
  follow();
})();
