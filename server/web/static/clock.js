// The server says for how long somebody has thought; the page counts on until it says so again.
"use strict";

(() => {
  const begun = new WeakMap();

  function tick() {
    for (const node of document.querySelectorAll("[data-clock]")) {
      const said = node.dataset.clock;
      if (begun.get(node)?.said !== said) begun.set(node, { said, at: performance.now() });
      const more = node.hasAttribute("data-running") ? (performance.now() - begun.get(node).at) / 1000 : 0;
      const seconds = Math.floor(Number(said) + more);
      const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      if (node.textContent !== text) node.textContent = text;
    }
  }

  document.addEventListener("quartermaster:swapped", tick);
  setInterval(tick, 500);
  tick();
})();
