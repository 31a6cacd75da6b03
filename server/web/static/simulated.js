// The simulated table: pieces are dragged with mouse or finger and glide when others move them.
"use strict";

(() => {
  const GLIDE = 600; // milliseconds
  const NEAR = 6; // pixels that a finger may slip in a tap
  const TWICE = 350; // milliseconds between two taps
  const FINGER = 18; // pixels around the middle of a small piece that a finger hits
  const ZOOMS = [1, 1.5, 2, 3, 4, 6, 8];
  const RIM = 40; // pixels from the edge of the stage: who drags there moves the table along
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let drag = null;
  let tapped = { piece: "", at: 0 };
  let shown = positions();

  const stage = () => document.getElementById("stage-svg");
  const lying = (piece) => [...stage().querySelectorAll("[data-piece]")].find((each) => each.dataset.piece === piece);

  // -------------------------------------------------------------------------------------- Dragging

  function spot({ x, y }) {
    const at = new DOMPoint(x, y).matrixTransform(stage().getScreenCTM().inverse());
    return { x: at.x, y: at.y };
  }

  // What a pointer takes hold of: what is under it, or what a finger just misses.
  function grabbed(target, { x, y }, finger) {
    const hit = target.closest?.("[data-may-drag] .piece, [data-may-drag] .can-draw");
    if (hit || !finger || !target.closest?.("[data-may-drag]")) return hit;
    const toScreen = stage().getScreenCTM();
    let [found, reach] = [null, FINGER];
    for (const node of stage().querySelectorAll(".piece, .can-draw")) {
      const [atX, atY] = pose(node);
      const middle = new DOMPoint(atX, atY).matrixTransform(toScreen);
      const off = Math.hypot(middle.x - x, middle.y - y);
      if (off < reach) [found, reach] = [node, off];
    }
    return found;
  }

  function start(event) {
    const node = grabbed(event.target, event, event.pointerType === "touch");
    if (!node || event.button !== 0 || drag || pinch) return;
    const at = spot(event);
    const [x, y, angle] = pose(node);
    drag = {
      pointer: event.pointerId, piece: node.dataset.piece, heap: node.matches(".heap"), spread: node.matches(".in-place"),
      grip: { x: at.x - x, y: at.y - y }, from: { x: event.clientX, y: event.clientY }, x, y, angle, moved: false,
      faceUp: node.dataset.faceUp,
    };
    // The piece's own element may be replaced under the finger, the page's is not.
    document.documentElement.setPointerCapture(event.pointerId);
    event.preventDefault();
    node.focus({ preventScroll: true });
  }

  function move(event) {
    if (!drag || event.pointerId !== drag.pointer) return;
    const slipped = Math.hypot(event.clientX - drag.from.x, event.clientY - drag.from.y);
    if (!drag.moved && slipped < NEAR) return;
    if (!drag.moved) requestAnimationFrame(follow);
    drag.moved = true;
    drag.pointed = { x: event.clientX, y: event.clientY };
    carry();
  }

  function carry() {
    const at = spot(drag.pointed);
    const { width, height } = stage().dataset;
    drag.x = Math.min(Math.max(at.x - drag.grip.x, 0), Number(width));
    drag.y = Math.min(Math.max(at.y - drag.grip.y, 0), Number(height));
    hold();
  }

  // A table that is larger than its window moves along with what is dragged to the edge.
  function follow() {
    if (!drag?.moved) return;
    const { left, right, top, bottom } = frame().getBoundingClientRect();
    const beyond = (at, low, high) => Math.max(0, at - high + RIM) - Math.max(0, low + RIM - at);
    const { scrollTop, scrollLeft } = frame();
    frame().scrollBy(beyond(drag.pointed.x, left, right) / 4, beyond(drag.pointed.y, top, bottom) / 4);
    if (frame().scrollTop !== scrollTop || frame().scrollLeft !== scrollLeft) carry();
    requestAnimationFrame(follow);
  }

  // Show the piece that is held where the finger is, on top of all others.
  function hold() {
    if (!drag?.moved) return;
    let node = drag.heap ? document.getElementById("drawn") : lying(drag.piece);
    if (!node && drag.heap) node = drawn();
    if (!node) return;
    if (node !== stage().lastElementChild) stage().append(node);
    node.classList.add("is-held");
    node.setAttribute("transform", `translate(${drag.x} ${drag.y}) rotate(${drag.angle})`);
    aim(new DOMPoint(drag.x, drag.y));
  }

  // The place into which the piece would fall.
  function aim(at) {
    for (const zone of stage().querySelectorAll(".zone")) {
      zone.classList.toggle("is-target", at !== null && zone.isPointInFill(at));
    }
  }

  // What is taken off a pile is its back, until the table says which piece it was.
  function drawn() {
    const heap = lying(drag.piece);
    if (!heap) return null;
    const node = document.createElementNS("http://www.w3.org/2000/svg", "g");
    node.id = "drawn";
    node.append(heap.querySelector("image").cloneNode());
    return node;
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
    const node = lying(done.piece);
    if (!node || done.heap) return;
    node.classList.remove("is-held");
    const { x, y, angle } = node.dataset;
    node.setAttribute("transform", `translate(${x} ${y}) rotate(${angle})`);
  }

  // Two taps turn a piece over, and a pile that lies in a place up.
  function tap(done) {
    const again = tapped.piece === done.piece && performance.now() - tapped.at < TWICE;
    tapped = { piece: again ? "" : done.piece, at: performance.now() };
    choose(done.piece);
    if (again && (!done.heap || done.spread)) put({ piece: done.piece, over: "yes" }, done);
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

  function pose(node) {
    const numbers = node.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
    return [numbers[0], numbers[1], numbers[2] || 0];
  }

  function positions() {
    const found = new Map();
    for (const node of document.querySelectorAll("#stage-svg [data-piece]")) {
      const [x, y, angle] = pose(node);
      found.set(node.dataset.piece, { x, y, angle });
    }
    return found;
  }

  // A piece that is new came out of a pile: the one it was dragged from, the one in its place, or
  // the deck.
  function glide() {
    const before = shown;
    shown = positions();
    const deck = document.querySelector("#stage-svg .can-draw:not(.in-place)")?.dataset.piece;
    document.getElementById("drawn")?.remove();
    for (const node of document.querySelectorAll("#stage-svg .piece")) {
      const { piece, place } = node.dataset;
      node.classList.remove("is-held");
      const now = shown.get(piece);
      const was = before.get(piece) || before.get("drawn") || before.get(`pile:${place}`) || before.get(deck);
      if (!was || calm.matches || drag?.piece === piece) continue;
      if (Math.hypot(was.x - now.x, was.y - now.y) < 1 && was.angle === now.angle) continue;
      const at = ({ x, y, angle }) => `translate(${x}px, ${y}px) rotate(${angle}deg)`;
      node.animate([{ transform: at(was) }, { transform: at(now) }], { duration: GLIDE, easing: "ease-in-out" });
    }
    hold();
  }

  // --------------------------------------------------------------------------------------- Zooming

  const frame = () => document.getElementById("stage");
  const zoomed = () => Number(getComputedStyle(frame()).getPropertyValue("--zoom"));

  // As wide as it is for its height, so that all of it can be fitted into the window.
  function fit() {
    const { width, height } = stage().dataset;
    frame().style.setProperty("--aspect", width / height);
  }

  // What is at this spot of the window stays there.
  function zoomTo(next, { x, y }) {
    const now = zoomed();
    const before = spot({ x, y });
    frame().style.setProperty("--zoom", Math.min(Math.max(next, ZOOMS[0]), ZOOMS.at(-1)));
    if (zoomed() === now) return;
    const at = new DOMPoint(before.x, before.y).matrixTransform(stage().getScreenCTM());
    frame().scrollBy({ left: at.x - x, top: at.y - y, behavior: "instant" });
  }

  // To the next step; the middle of what is seen stays where it is.
  function zoom(by) {
    const now = zoomed();
    const at = ZOOMS.reduce((best, each, n) => (Math.abs(each - now) < Math.abs(ZOOMS[best] - now) ? n : best), 0);
    const { left, right, top, bottom } = frame().getBoundingClientRect();
    zoomTo(ZOOMS[Math.min(Math.max(at + by, 0), ZOOMS.length - 1)], { x: (left + right) / 2, y: (top + bottom) / 2 });
  }

  // Two fingers hold the table: it grows as they part, and goes along with their middle.
  let pinch = null;

  function between([one, other]) {
    const [x, y] = [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2];
    return { x, y, apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) };
  }

  function startPinch(touches) {
    if (drag) letGo(drag);
    drag = null;
    aim(null);
    pinch = { ...between(touches), zoom: zoomed() };
  }

  function movePinch(touches) {
    const now = between(touches);
    frame().scrollBy({ left: pinch.x - now.x, top: pinch.y - now.y, behavior: "instant" });
    [pinch.x, pinch.y] = [now.x, now.y];
    zoomTo((pinch.zoom * now.apart) / pinch.apart, now);
  }

  // A finger on a piece drags it; anywhere else it moves the page. (touch-action inside of a picture
  // is not heeded by every browser.)
  document.addEventListener("touchstart", (event) => {
    const { clientX, clientY } = event.touches[0];
    if (event.touches.length === 2 && [...event.touches].every(({ target }) => target.closest?.("#stage"))) {
      event.preventDefault();
      startPinch(event.touches);
    }
    if (event.touches.length === 1 && grabbed(event.target, { x: clientX, y: clientY }, true)) event.preventDefault();
  }, { passive: false });
  document.addEventListener("touchmove", (event) => {
    if (!pinch || event.touches.length !== 2) return;
    event.preventDefault();
    movePinch(event.touches);
  }, { passive: false });
  for (const over of ["touchend", "touchcancel"]) {
    document.addEventListener(over, () => {
      pinch = null;
    });
  }
  document.addEventListener("pointerdown", start);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
  document.addEventListener("quartermaster:swapped", fit);
  document.addEventListener("quartermaster:swapped", glide);
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-zoom]");
    if (button) zoom(Number(button.dataset.zoom));
  });
  document.addEventListener("keydown", (event) => {
    const node = event.target.closest?.("#stage-svg[data-may-drag] .lying[tabindex]");
    if (!node || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    choose(node.dataset.piece);
    document.getElementById("by-name-box").open = true;
    document.getElementById("chosen-place").focus();
  });
  fit();
})();
