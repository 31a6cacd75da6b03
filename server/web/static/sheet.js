// What is tapped to be read opens over the page. Without this file the link leads to the same words.
"use strict";

(() => {
  const sheet = document.getElementById("sheet");
  const text = document.getElementById("sheet-text");

  // The words are on this page, or are the page that the link leads to.
  async function words(link) {
    const near = link.getAttribute("href");
    if (near.startsWith("#")) return document.getElementById(near.slice(1));
    const response = await fetch(near, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    return page.getElementById("about");
  }

  function show(found, keys) {
    const copy = document.importNode(found, true);
    for (const node of [copy, ...copy.querySelectorAll("[id]")]) node.removeAttribute("id");
    text.replaceChildren(copy);
    // What can be chosen there: whoever presses it presses the button of the page.
    for (const key of keys) {
      const button = buttonFor(key);
      if (!button) continue;
      const twin = button.cloneNode(true);
      twin.type = "button";
      twin.dataset.twin = key;
      text.append(twin);
    }
    if (!sheet.open) sheet.showModal();
    sheet.scrollTop = 0;
  }

  function buttonFor(key) {
    return document.querySelector(`main button[name="key"][value="${CSS.escape(key)}"]`);
  }

  document.addEventListener("click", async (event) => {
    const twin = event.target.closest("[data-twin]");
    if (twin) {
      sheet.close();
      buttonFor(twin.dataset.twin)?.click();
      return;
    }
    const link = event.target.closest("a[data-sheet]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const keys = (link.dataset.keys || "").split(" ").filter(Boolean);
    // On the picture of a question the only answer of a place is given at once; what is there can be
    // read by pressing it for long.
    const only = keys.length === 1 && link.closest(".answers") && event.isTrusted ? buttonFor(keys[0]) : null;
    if (only) return only.click();
    link.setAttribute("data-heard", "");
    try {
      const found = await words(link);
      if (found) show(found, keys);
    } catch {
      location.assign(link.getAttribute("href")); // on a map, `href` of a link is no string
    } finally {
      link.removeAttribute("data-heard");
    }
  });
  // A long press on a picture is a longer look at it.
  const LONG = 500; // milliseconds
  let pressing = 0;
  let looked = false;
  const told = (node) => node.closest(".answers a[data-sheet]") || node.closest(".pick, .verb")?.querySelector(".closer, .asks-what");
  document.addEventListener("pointerdown", (event) => {
    clearTimeout(pressing);
    looked = false;
    const link = told(event.target);
    if (!link) return;
    pressing = setTimeout(() => {
      looked = true;
      link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    }, LONG);
  });
  for (const end of ["pointerup", "pointercancel", "scroll"]) document.addEventListener(end, () => clearTimeout(pressing), true);
  document.addEventListener("contextmenu", (event) => {
    if (told(event.target)) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    if (!looked || !event.isTrusted) return;
    looked = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  document.getElementById("sheet-close").addEventListener("click", () => sheet.close());
  // A tap beside the sheet closes it.
  sheet.addEventListener("click", (event) => {
    if (event.target === sheet) sheet.close();
  });
})();
