// Keeps a page up to date. Every page works without this file; with it, it follows the table.
"use strict";

(() => {
  const offline = document.getElementById("offline");
  let source = null;
  let retry = 0;
  let loading = false;
  let again = false;
  let sent = false; // whether what is put in answers a form
  let sending = 0; // forms that are on their way

  // ----------------------------------------------------------------- From an old page to a new one

  // Nodes that stay the same are kept, and with them focus, scroll position, what was typed or
  // ticked or chosen, and what was unfolded. An id that differs means another thing, and a section is
  // the one of its heading, whatever comes or goes above it.
  const made = new WeakSet(); // was not there before, and is no person's yet
  const keeping = {
    callbacks: {
      beforeNodeMorphed(old, fresh) {
        if (old.isEqualNode(fresh)) return false;
        if (old.nodeType === Node.ELEMENT_NODE && !old.attributes.length && !old.firstChild) made.add(old);
        // What an answer was refused with stays until the next one: an event tells it no second time.
        return old.id !== "flashes" || Boolean(fresh.firstElementChild) || sent;
      },
      afterNodeMorphed: (old) => made.delete(old),
      beforeAttributeUpdated: (name, node) => made.has(node) || !isHandled(node, name),
    },
  };

  // What belongs to the person or to this file, not to the server.
  function isHandled(node, name) {
    if (name === "open") return node.nodeName === "DETAILS" && node.id !== "";
    if (name === "value" || name === "checked") return node.nodeName === "TEXTAREA" || (node.nodeName === "INPUT" && node.type !== "hidden");
    // No page of the server's has styles in its elements.
    if (name === "aria-pressed") return node.hasAttribute("data-replay") || node.hasAttribute("data-look");
    return name === "style" || name === "data-new" || name === "data-shown" || name === "data-chosen" || (name === "hidden" && node.hasAttribute("data-shown"));
  }

  function put(html) {
    const fresh = new DOMParser().parseFromString(html, "text/html");
    const main = fresh.getElementById("main");
    // One that was asked for earlier may come later.
    const seen = main?.dataset.event;
    if (!main || (seen !== shown() && includes(shown(), seen))) return false;
    const before = standing();
    const lay = lying();
    const asked = questions();
    document.title = fresh.title;
    // What answers a form takes the place of a page that was an answer itself.
    for (const part of document.querySelectorAll(sent ? "[data-live], #main" : "[data-live]")) {
      const wanted = fresh.getElementById(part.id);
      if (wanted) Idiomorph.morph(part, wanted, keeping);
    }
    document.querySelectorAll("svg[data-chosen]").forEach(showSecond);
    document.querySelectorAll("[data-look]").forEach(lookCloser);
    for (const list of document.querySelectorAll("select[data-chosen]")) {
      if ([...list.options].some((each) => each.value === list.dataset.chosen)) list.value = list.dataset.chosen;
    }
    prepare();
    keepInPlace(before, asked);
    slide(lay);
    document.dispatchEvent(new Event("quartermaster:swapped"));
    return true;
  }

  // ------------------------------------------------------------------ Nothing moves under a finger

  // Whoever aims at a button needs this long to notice that another one is there now.
  const NOTICED = 500; // milliseconds
  const TAPPED = ["button", "a", "summary", "label", "[data-press]", "[data-choose]"].map((each) => `main ${each}, #bar ${each}`).join();
  const SLIPPED = 3; // pixels that nobody misses a button by

  // What can be tapped on the screen now: where it is, and what it says.
  function standing() {
    const found = new Map();
    for (const node of document.querySelectorAll(TAPPED)) {
      const { left, top, bottom, width } = node.getBoundingClientRect();
      // What is folded up has a place as well, but nobody sees it.
      if (node.checkVisibility?.() === false) continue;
      if (width && bottom > 0 && top < innerHeight) found.set(node, { ...spot(node, left, top), says: says(node) });
    }
    return found;
  }

  // Where something is. A place on a map is in the middle of its shore, whatever comes to lie there.
  function spot(node, left, top) {
    const shore = node.ownerSVGElement && node.querySelector(".shore");
    if (!shore) return { left, top };
    const box = shore.getBoundingClientRect();
    return { left: box.left + box.width / 2, top: box.top + box.height / 2 };
  }

  function height(node) {
    const { left, top } = node.getBoundingClientRect();
    return spot(node, left, top).top;
  }

  function says(node) {
    return `${node.value}\n${node.dataset.press}\n${node.textContent}`;
  }

  // After a swap what was tapped last, or else most of what stays, is put back where it was by
  // scrolling. What is new, says another
  // thing or has moved all the same cannot be tapped until one has had the time to see it.
  // A new question is shown whole, unless somebody types; and where nothing is asked, who has not
  // scrolled sees what is new at the top.
  function keepInPlace(before, asked) {
    const moved = [];
    for (const [node, was] of before) {
      if (node.isConnected && says(node) === was.says && !node.closest("#bar")) moved.push(height(node) - was.top);
    }
    const finger = touched && before.has(touched.node) && touched.node.isConnected ? touched.node : null;
    const shift = finger ? height(finger) - before.get(finger).top : mostOften(moved.map(Math.round));
    const now = questions();
    if (now.some((id) => !asked.includes(id)) && !document.activeElement?.matches(TYPED)) scrollTo({ top: 0, behavior: "instant" });
    else if (shift && (scrollY > 0 || (now.length && matchMedia("(pointer: coarse)").matches))) scrollBy({ top: shift, behavior: "instant" });
    for (const [node, now] of standing()) {
      const was = before.get(node);
      const same = was && was.says === now.says && Math.hypot(now.left - was.left, now.top - was.top) <= SLIPPED;
      if (!same) holdBack(node);
    }
  }

  const TYPED = "textarea, select, input:not([type=hidden], [type=checkbox], [type=radio])";

  // What this phone is asked; it is another question if it has another id.
  function questions() {
    return [...document.querySelectorAll("section.ask[id]")].map(({ id }) => id);
  }

  function mostOften(numbers) {
    const counts = new Map();
    for (const number of numbers) counts.set(number, (counts.get(number) || 0) + 1);
    return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0])[0];
  }

  // ------------------------------------------------------------- Pieces slide to their new places

  const still = matchMedia("(prefers-reduced-motion: reduce)");

  // Every piece in sight, and where in its list or on its map it is. What is drawn as one may be several.
  function lying() {
    const found = new Map();
    if (still.matches) return found;
    for (const node of document.querySelectorAll("main [data-piece]")) {
      const { left, top, width } = node.getBoundingClientRect();
      const around = node.ownerSVGElement || node.parentElement;
      const origin = around.getBoundingClientRect();
      const at = { node, around, left, top, x: left - origin.left, y: top - origin.top };
      for (const piece of width ? node.dataset.piece.split(" ") : []) found.set(piece, at);
    }
    return found;
  }

  // What can be tapped on it is held back as long as that takes, as with all that has moved.
  function slide(before) {
    for (const [piece, now] of before.size ? lying() : []) {
      const was = before.get(piece);
      if (!was || (was.around === now.around && Math.hypot(now.x - was.x, now.y - was.y) <= SLIPPED)) continue;
      const scale = now.node.ownerSVGElement?.getScreenCTM().a || 1;
      const from = `translate(${(was.left - now.left) / scale}px, ${(was.top - now.top) / scale}px)`;
      now.node.animate([{ transform: from }, { transform: "none" }], { duration: NOTICED, easing: "ease-out" });
    }
  }

  const heldBack = new WeakMap();

  function holdBack(node) {
    clearTimeout(heldBack.get(node));
    node.setAttribute("data-new", "");
    heldBack.set(node, setTimeout(() => node.removeAttribute("data-new"), NOTICED));
  }

  // A finger that comes down on one thing and goes up from another means neither.
  let touched = null;
  document.addEventListener("pointerdown", (event) => {
    const node = event.target.closest?.(TAPPED);
    touched = node ? { node, says: says(node) } : null;
  }, true);
  document.addEventListener("click", (event) => {
    const node = event.target.closest?.(TAPPED);
    if (!event.isTrusted || !event.detail || !node) return;
    if (touched && touched.node === node && touched.says === says(node)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // ------------------------------------------------------------------------------------- The pages

  let had = { version: null, lines: [] }; // what came last, line by line, whichever page it was

  // A page, and the response it came with. The server leaves out what the last one said, too.
  async function ask(url, options = {}) {
    const before = had;
    const headers = { Accept: "text/html", "A-IM": "lines", ...options.headers };
    if (before.version) headers["If-None-Match"] = before.version;
    const response = await fetch(url, { ...options, headers });
    const said = await response.text();
    let lines = said.split("\n");
    if (response.status === 304) lines = before.lines;
    if (response.status === 226) {
      lines = JSON.parse(said).flatMap((part) => (typeof part === "string" ? part.split("\n") : before.lines.slice(part[0], part[0] + part[1])));
    }
    had = { version: response.headers.get("ETag"), lines };
    return { response, html: lines.join("\n") };
  }

  // ------------------------------------------------------------------------------------ The events

  let last = ""; // that was told

  // The event that this page has seen.
  function shown() {
    return document.getElementById("main").dataset.event || "";
  }

  // Whether who has seen one event has seen another. Those of two starts of the server say nothing.
  function includes(one, other) {
    const [epoch, number] = (one || "").split("-");
    const [same, earlier] = (other || "").split("-");
    return epoch === same && Number(number) >= Number(earlier);
  }

  async function refresh() {
    // What answered a form cannot be asked for again.
    if (!document.querySelector("main[data-live]")) return;
    if (loading) {
      again = true;
      return;
    }
    loading = true;
    do {
      again = false;
      try {
        const { response, html } = await ask(location.href, { headers: { "X-Refresh": "yes" } });
        if (response.ok || response.status === 304) put(html);
      } catch {
        lost();
        break;
      }
    } while (again && !includes(shown(), last));
    loading = false;
  }

  // The answer to a form shows what has come of it: nobody has to fetch that again.
  function follow(event) {
    last = event.lastEventId;
    if (sending) setTimeout(catchUp, NOTICED);
    else catchUp();
  }

  function catchUp() {
    if (last && !includes(shown(), last)) refresh();
  }

  function listen() {
    clearTimeout(retry);
    if (source) source.close();
    const { event = "", events = "/events" } = document.getElementById("main").dataset;
    source = new EventSource(`${events}?after=${encodeURIComponent(event)}`);
    source.onopen = found;
    source.onerror = () => {
      lost();
      if (source.readyState === EventSource.CLOSED) retry = setTimeout(listen, 2000);
    };
    source.addEventListener("view", follow);
    source.addEventListener("reset", refresh);
  }

  function lost() {
    offline.hidden = false;
  }

  function found() {
    if (!offline.hidden) refresh();
    offline.hidden = true;
  }

  // A phone that slept may hold a dead connection without knowing it.
  function wake() {
    if (document.visibilityState !== "visible") return;
    refresh();
    listen();
  }

  // ------------------------------------------------------------------------------------- The forms

  const LEFT = 5000; // milliseconds in which another page has come
  const waiting = []; // taps on a drawing while another one is on its way

  // Whoever taps sees at once that it was heard, however long the answer takes.
  function mark(node) {
    node?.setAttribute("data-heard", "");
    return () => node?.removeAttribute("data-heard");
  }

  async function send(form, button) {
    if (form.getAttribute("aria-busy") === "true") {
      if (button?.matches("[data-swap]")) waiting.push(button);
      return;
    }
    form.setAttribute("aria-busy", "true");
    const drawn = button?.name === "key" && form.querySelector(`[data-press="${CSS.escape(button.value)}"]`);
    const marks = [button, drawn || null].map(mark);
    const data = new FormData(form, button);
    // Before the answer comes, an event may have made another form of this one.
    const upwards = form.dataset.swap === "top";
    sending += 1;
    try {
      const { response, html } = await ask(form.action, { method: "POST", body: new URLSearchParams(data), headers: { Prefer: "return=representation" } });
      const to = response.headers.get("Content-Location") || (response.redirected && response.url);
      sent = true;
      if (to && new URL(to, location.href).pathname !== location.pathname) location.assign(to);
      else if (put(html) && upwards) toTop();
    } catch {
      lost();
    } finally {
      sent = false;
      sending -= 1;
      form.removeAttribute("aria-busy");
      marks.forEach((unmark) => unmark());
      catchUp();
      const next = waiting.shift();
      if (next?.form) send(next.form, next);
    }
  }

  // To another page, or to a file that is kept: then this page stays.
  function leave(node) {
    setTimeout(mark(node), LEFT);
  }

  // The next question, or why the last answer did not count, is at the top.
  function toTop() {
    document.getElementById("main").focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  async function check(form) {
    const verdict = form.querySelector(".verdict");
    const url = new URL(form.dataset.check, location.href);
    const things = new FormData(form).getAll("thing");
    for (const thing of things) url.searchParams.append("thing", thing);
    try {
      const answer = await (await fetch(url)).json();
      verdict.textContent = answer.text;
      verdict.className = `verdict ${answer.legal ? "yes" : things.length ? "no" : ""}`;
    } catch {
      lost();
    }
  }

  function search(field) {
    const list = document.getElementById(field.dataset.search);
    const words = plain(field.querySelector("input").value).split(/\s+/);
    let shown = 0;
    for (const item of list.querySelectorAll("li")) {
      const text = plain(item.textContent);
      item.hidden = !words.every((word) => text.includes(word));
      item.setAttribute("data-shown", "");
      if (!item.hidden) shown += 1;
    }
    for (const group of list.querySelectorAll("details")) {
      group.hidden = !group.querySelector("li:not([hidden])");
      group.setAttribute("data-shown", "");
      if (words[0]) group.open = !group.hidden;
    }
    const none = document.getElementById(list.id.replace(/-list$/, "-none"));
    none.setAttribute("data-shown", "");
    none.hidden = shown > 0;
  }

  function plain(text) {
    return text.trim().toLocaleLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  }

  // Whoever takes another's colour gives the own one for it.
  function swapColours(radio) {
    const rows = [...radio.closest("[data-colours]").children];
    const mine = radio.closest("li");
    const colours = rows.map((row) => row.querySelector("input:checked")?.value);
    const free = [...mine.querySelectorAll("input[type=radio]")].map((each) => each.value).find((colour) => !colours.includes(colour));
    for (const row of rows) {
      if (row === mine || row.querySelector("input:checked")?.value !== radio.value) continue;
      const other = row.querySelector(`input[value="${free}"]`);
      if (other) other.checked = true;
    }
    // The flag beside a name is the chosen one; who has chosen is done.
    for (const row of rows) {
      const chosen = row.querySelector("input:checked + .flag");
      if (chosen) row.querySelector(".colour > summary > .flag")?.replaceWith(chosen.cloneNode(true));
      row.querySelector(".colour")?.removeAttribute("open");
    }
  }

  // ------------------------------------------------------------------------------ Step by step

  // A page that shows what a camera sees now is fetched again and again as long as somebody looks,
  // and a form that goes on by itself is sent.
  async function goOn() {
    const node = document.querySelector("[data-again]");
    if (node && document.visibilityState === "visible" && offline.hidden) {
      if (node.matches("form")) await send(node);
      else await refresh();
    }
    setTimeout(goOn, 1000);
  }

  // ------------------------------------------------------------------- A replay that plays by itself

  const PACE = 1600; // milliseconds for a step
  let playing = 0;

  async function playOn() {
    const next = document.getElementById("way-forward")?.href;
    const answer = next && (await ask(next).catch(lost));
    if (!playing) return; // stopped meanwhile
    if (answer?.response.ok && put(answer.html)) {
      history.replaceState(null, "", next);
      playing = setTimeout(playOn, PACE);
    } else {
      stopPlaying();
    }
  }

  function stopPlaying() {
    clearTimeout(playing);
    playing = 0;
    document.querySelector("[data-replay]")?.setAttribute("aria-pressed", "false");
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-replay]");
    if (!button) return;
    if (playing) return stopPlaying();
    button.setAttribute("aria-pressed", "true");
    playing = setTimeout(playOn, 0);
  });

  // ----------------------------------------------------------------------------------- Countdowns

  const ends = new WeakMap();

  // The server says how many seconds are left; the page counts on until it says so again.
  function tick() {
    for (const node of document.querySelectorAll("[data-countdown]")) {
      const said = node.dataset.countdown;
      if (ends.get(node)?.said !== said) ends.set(node, { said, at: performance.now() + 1000 * said });
      node.textContent = Math.max(0, Math.ceil((ends.get(node).at - performance.now()) / 1000));
    }
  }
  setInterval(tick, 250);

  // ---------------------------------------------------------------------------- What is folded up

  const roomy = matchMedia("(min-width: 60rem)");

  // What somebody folded or unfolded stays so, also on the way from page to page; else a large screen
  // shows everything. Only once for each part: from then on its state is the person's.
  function unfold() {
    for (const part of document.querySelectorAll("details.fold:not([data-shown])")) {
      const was = sessionStorage.getItem(folding(part));
      part.setAttribute("data-shown", "");
      if (was || roomy.matches) part.open = was !== "folded";
    }
  }

  function folding(part) {
    return `${location.pathname} ${part.id}`;
  }

  document.addEventListener("click", (event) => {
    const part = event.target.closest("summary")?.parentElement;
    if (part?.matches("details.fold")) sessionStorage.setItem(folding(part), part.open ? "folded" : "unfolded");
  });

  function showSecond(map) {
    const { chosen } = map.dataset;
    for (const node of map.querySelectorAll("[data-choose], [data-of]")) {
      node.classList.toggle("is-shown", [node.dataset.choose, node.dataset.of].includes(chosen));
    }
  }

  function lookCloser(button) {
    document.getElementById(button.dataset.look).classList.toggle("is-looking", button.getAttribute("aria-pressed") === "true");
  }

  // What only makes sense with this file is hidden until it is here.
  function prepare() {
    tick();
    unfold();
    for (const hidden of document.querySelectorAll("[data-search][hidden], [data-stepper] [hidden], [data-replay][hidden], [data-look][hidden]")) {
      hidden.setAttribute("data-shown", "");
      hidden.hidden = false;
    }
    for (const field of document.querySelectorAll("[data-search]")) {
      if (field.querySelector("input").value) search(field);
    }
  }

  document.addEventListener("submit", (event) => {
    const swaps = event.target.matches("[data-swap]") || event.submitter?.matches("[data-swap]");
    if (event.defaultPrevented) return;
    if (!swaps) return leave(event.submitter);
    event.preventDefault();
    send(event.target, event.submitter);
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (link && !event.defaultPrevented && !link.matches('[href^="#"], [data-sheet]')) leave(link);
  });
  document.addEventListener("input", (event) => {
    const field = event.target.closest("[data-search]");
    if (field) search(field);
  });
  document.addEventListener("change", (event) => {
    // What is chosen in a list stays chosen when the list comes in another order.
    if (event.target.nodeName === "SELECT") event.target.dataset.chosen = event.target.value;
    const form = event.target.closest("[data-check]");
    if (form) check(form);
    if (event.target.closest("[data-colours]") && event.target.type === "radio") swapColours(event.target);
  });
  document.addEventListener("click", (event) => {
    const step = event.target.closest("[data-stepper] button");
    if (!step) return;
    const input = step.parentNode.querySelector("input");
    if (step.value === "1") input.stepUp();
    else input.stepDown();
  });
  // What needs two taps: the first says whose places are shown for the second.
  document.addEventListener("click", (event) => {
    const first = event.target.closest("[data-choose]");
    if (!first) return;
    first.closest("svg").dataset.chosen = first.dataset.choose;
    showSecond(first.closest("svg"));
  });
  // What is drawn can be pressed like the button that it stands for.
  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-press]")?.dataset.press;
    if (key) event.target.closest("form")?.querySelector(`button[name="key"][value="${key}"]`)?.click();
  });
  // While one looks closer, a tap opens what is told of a thing instead of choosing it.
  document.addEventListener("click", (event) => {
    const look = event.target.closest("[data-look]");
    if (!look) return;
    const on = look.getAttribute("aria-pressed") !== "true";
    look.setAttribute("aria-pressed", String(on));
    lookCloser(look);
  });
  // Return in a search box must not press the first of all choices.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.closest("[data-search]")) event.preventDefault();
  });

  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  window.addEventListener("offline", lost);
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) wake();
  });
  prepare();
  listen();
  setTimeout(goOn, 1000);
})();
