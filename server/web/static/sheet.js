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
    try {
      const found = await words(link);
      if (found) show(found, (link.dataset.keys || "").split(" ").filter(Boolean));
    } catch {
      location.assign(link.getAttribute("href")); // on a map, `href` of a link is no string
    }
  });
  document.getElementById("sheet-close").addEventListener("click", () => sheet.close());
  // A tap beside the sheet closes it.
  sheet.addEventListener("click", (event) => {
    if (event.target === sheet) sheet.close();
  });
})();
