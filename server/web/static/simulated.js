// The simulated table: cards are dragged with mouse or finger and glide when others move them.
"use strict";

(() => {
  const GLIDE = 600; // milliseconds
  const NEAR = 6; // pixels that a finger may slip in a tap
  const TWICE = 350; // milliseconds between two taps
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let drag = null;
  let tapped = { piece: "", at: 0 };
  let shown = positions();

  const stage = () => document.getElementById("stage-svg");
  const lying = (piece) => [...stage().querySelectorAll("[data-piece]")].find((each) => each.dataset.piece === piece);

  // -------------------------------------------------------------------------------------- Dragging

  function spot(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(stage().getScreenCTM().inverse());
    return { x: at.x, y: at.y };
  }

  const grabbed = (event) => event.target.closest?.("[data-may-drag] .piece, [data-may-drag] .can-draw");

  function start(event) {
    const card = grabbed(event);
    if (!card || event.button !== 0 || drag) return;
    const at = spot(event);
    const [x, y, angle] = pose(card);
    drag = {
      pointer: event.pointerId, piece: card.dataset.piece, heap: card.matches(".heap"),
      grip: { x: at.x - x, y: at.y - y }, from: { x: event.clientX, y: event.clientY }, x, y, angle, moved: false,
      faceUp: card.dataset.faceUp,
    };
    // The card's own element may be replaced under the finger, the page's is not.
    document.documentElement.setPointerCapture(event.pointerId);
    event.preventDefault();
    card.focus({ preventScroll: true });
  }

  function move(event) {
    if (!drag || event.pointerId !== drag.pointer) return;
    const slipped = Math.hypot(event.clientX - drag.from.x, event.clientY - drag.from.y);
    if (!drag.moved && slipped < NEAR) return;
    drag.moved = true;
    const at = spot(event);
    const { width, height } = stage().dataset;
    drag.x = Math.min(Math.max(at.x - drag.grip.x, 0), Number(width));
    drag.y = Math.min(Math.max(at.y - drag.grip.y, 0), Number(height));
    hold();
  }

  // Show the card that is held where the finger is, on top of all others.
  function hold() {
    if (!drag?.moved) return;
    let card = drag.heap ? document.getElementById("drawn") : lying(drag.piece);
    if (!card && drag.heap) card = drawn();
    if (!card) return;
    if (card !== stage().lastElementChild) stage().append(card);
    card.classList.add("is-held");
    card.setAttribute("transform", `translate(${drag.x} ${drag.y}) rotate(${drag.angle})`);
    aim(new DOMPoint(drag.x, drag.y));
  }

  // The place into which the card would fall.
  function aim(at) {
    for (const zone of stage().querySelectorAll(".zone")) {
      zone.classList.toggle("is-target", at !== null && zone.isPointInFill(at));
    }
  }

  // What is taken off a pile is its back, until the table says which card it was.
  function drawn() {
    const heap = lying(drag.piece);
    if (!heap) return null;
    const card = document.createElementNS("http://www.w3.org/2000/svg", "g");
    card.id = "drawn";
    card.append(heap.querySelector("image").cloneNode());
    return card;
  }

  function end(event) {
    if (!drag || event.pointerId !== drag.pointer) return;
    const done = drag;
    drag = null;
    aim(null);
    if (event.type === "pointercancel") return letGo(done);
    if (!done.moved) return tap(done);
    const [x, y] = [done.x.toFixed(1), done.y.toFixed(1)];
    shown.set(done.piece, { x: done.x, y: done.y, angle: done.angle });
    if (done.heap) shown.set("drawn", { x: done.x, y: done.y, angle: 0 });
    return put({ piece: done.piece, x_mm: x, y_mm: y, angle: done.heap ? 0 : done.angle, face_up: done.faceUp || "yes" }, done);
  }

  function letGo(done) {
    document.getElementById("drawn")?.remove();
    const card = lying(done.piece);
    if (!card || done.heap) return;
    card.classList.remove("is-held");
    const { x, y, angle } = card.dataset;
    card.setAttribute("transform", `translate(${x} ${y}) rotate(${angle})`);
  }

  function tap(done) {
    const again = tapped.piece === done.piece && performance.now() - tapped.at < TWICE;
    tapped = { piece: again ? "" : done.piece, at: performance.now() };
    choose(done.piece);
    if (again && !done.heap) put({ piece: done.piece, over: "yes" }, done);
  }

  // The piece that was touched last is the one that the buttons below the table mean.
  function choose(piece) {
    const select = document.getElementById("chosen-piece");
    if (select) select.value = piece;
  }

  async function put(what, done) {
    const said = document.getElementById("stage-said");
    const headers = { Accept: "application/json", "X-CSRF-Token": document.querySelector("meta[name=csrf]").content };
    try {
      const response = await fetch("/simulated/put", { method: "POST", headers, body: new URLSearchParams(what) });
      said.hidden = response.ok;
      if (response.ok) return;
      said.textContent = response.status === 409 ? (await response.json()).text : response.statusText;
    } catch {
      said.hidden = true;
    }
    letGo(done);
  }

  // ------------------------------------------------------------------------------------- Gliding

  function pose(card) {
    const numbers = card.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
    return [numbers[0], numbers[1], numbers[2] || 0];
  }

  function positions() {
    const found = new Map();
    for (const card of document.querySelectorAll("#stage-svg [data-piece]")) {
      const [x, y, angle] = pose(card);
      found.set(card.dataset.piece, { x, y, angle });
    }
    return found;
  }

  // A card that is new came out of a pile: out of the one it was dragged from, or out of the deck.
  function glide() {
    const before = shown;
    shown = positions();
    const deck = document.querySelector("#stage-svg .can-draw")?.dataset.piece;
    document.getElementById("drawn")?.remove();
    for (const card of document.querySelectorAll("#stage-svg .piece")) {
      card.classList.remove("is-held");
      const now = shown.get(card.dataset.piece);
      const was = before.get(card.dataset.piece) || before.get("drawn") || before.get(deck);
      if (!was || calm.matches || drag?.piece === card.dataset.piece) continue;
      if (Math.hypot(was.x - now.x, was.y - now.y) < 1 && was.angle === now.angle) continue;
      const at = ({ x, y, angle }) => `translate(${x}px, ${y}px) rotate(${angle}deg)`;
      card.animate([{ transform: at(was) }, { transform: at(now) }], { duration: GLIDE, easing: "ease-in-out" });
    }
    hold();
  }

  // A finger on a card drags it; anywhere else it moves the page. (touch-action inside of a picture
  // is not heeded by every browser.)
  document.addEventListener("touchstart", (event) => {
    if (grabbed(event)) event.preventDefault();
  }, { passive: false });
  document.addEventListener("pointerdown", start);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
  document.addEventListener("quartermaster:swapped", glide);
  document.addEventListener("keydown", (event) => {
    const card = event.target.closest?.("#stage-svg[data-may-drag] .lying[tabindex]");
    if (!card || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    choose(card.dataset.piece);
    document.getElementById("by-name-box").open = true;
    document.getElementById("chosen-place").focus();
  });
})();
