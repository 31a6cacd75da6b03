// What a phone does for its owner: it calls when it is their turn, and its screen stays on.
"use strict";

(() => {
  // ---------------------------------------------------------------------- What this phone remembers

  function remembered(name, otherwise) {
    try {
      return localStorage.getItem(name) || otherwise;
    } catch {
      return otherwise; // a browser that remembers nothing
    }
  }

  function remember(storage, name, value) {
    try {
      window[storage].setItem(name, value);
    } catch {
      // It is asked again on the next page.
    }
  }

  // A button that is on or off, for all pages of this phone.
  function makeSwitch(id, otherwise, changed) {
    const button = document.getElementById(id);
    if (!button) return;
    const show = (on) => button.setAttribute("aria-pressed", String(on));
    show(remembered(id, otherwise) === "on");
    button.hidden = false;
    button.addEventListener("click", () => {
      const on = button.getAttribute("aria-pressed") !== "true";
      remember("localStorage", id, on ? "on" : "off");
      show(on);
      changed(on);
    });
  }

  // ---------------------------------------------------------------------------------- At one's turn

  const SHOWN = 4000; // milliseconds
  const NOTES = [523, 784]; // a fifth, upwards
  const head = document.getElementById("head");
  const banner = document.getElementById("your-turn");
  let audio = null;
  let hiding = 0;
  let quiet = 0; // when what is being played is over

  // Browsers play nothing before a page was touched.
  function unlock() {
    if (!audio && window.AudioContext) audio = new AudioContext();
    audio?.resume();
  }

  function play(notes = NOTES) {
    if (!audio || audio.state !== "running") return;
    const from = Math.max(audio.currentTime, quiet);
    quiet = from + notes.length * 0.18;
    notes.forEach((pitch, at) => {
      const start = from + at * 0.18;
      const note = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
      const volume = new GainNode(audio, { gain: 0 });
      volume.gain.setValueAtTime(0, start);
      volume.gain.linearRampToValueAtTime(0.4, start + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.001, start + 0.5);
      note.connect(volume).connect(audio.destination);
      note.start(start);
      note.stop(start + 0.5);
    });
  }

  // What the table is asked (which card was turned up?) is nobody's turn, and ends nobody's.
  function call() {
    const { match, asked, mine, call: words } = head.dataset;
    if (!asked || asked === "table") return;
    const whose = `${match} ${asked}`;
    if (sessionStorage.getItem("asked") === whose) return;
    remember("sessionStorage", "asked", whose);
    if (!mine.split(" ").includes(asked)) return;
    banner.className = `your-turn seat-${asked}`;
    banner.textContent = words;
    banner.hidden = location.pathname === "/me"; // there it would lie over the question
    clearTimeout(hiding);
    hiding = setTimeout(() => (banner.hidden = true), SHOWN);
    if (remembered("sound", "on") === "on") play();
    if (remembered("vibration", "on") === "on") navigator.vibrate?.([200, 100, 200]);
    document.dispatchEvent(new CustomEvent("quartermaster:turn", { detail: asked }));
  }

  // ---------------------------------------------------------------------------- When it gets loud

  const LOUD = [659, 784, 988];
  const BUST = [392, 262, 196];

  function sayAloud(words) {
    const said = new SpeechSynthesisUtterance(words);
    said.lang = document.documentElement.lang;
    speechSynthesis.cancel();
    speechSynthesis.speak(said);
  }

  function wordsOf(cover) {
    return [...cover.querySelectorAll(".loud-title, .loud-words")].map((each) => each.textContent.trim()).join(". ");
  }

  function tell({ detail: cover }) {
    const bust = cover.dataset.kind === "bust";
    if (remembered("sound", "on") === "on") play(bust ? BUST : LOUD);
    if (remembered("vibration", "on") === "on") navigator.vibrate?.(bust ? [400] : [100, 60, 100]);
    if ("speechSynthesis" in window && remembered("aloud", "off") === "on") sayAloud(wordsOf(cover));
  }

  if (head) {
    if ("speechSynthesis" in window) makeSwitch("aloud", "off", (on) => on && sayAloud(document.getElementById("aloud").textContent));
    document.addEventListener("quartermaster:loud", tell);
    makeSwitch("sound", "on", (on) => on && play());
    if ("vibrate" in navigator) makeSwitch("vibration", "on", (on) => on && navigator.vibrate(200));
    document.addEventListener("pointerdown", unlock, { once: true, capture: true });
    document.addEventListener("keydown", unlock, { once: true, capture: true });
    document.addEventListener("quartermaster:swapped", call);
    if (navigator.userActivation?.hasBeenActive) unlock();
    call();
  }

  // ------------------------------------------------------------------------------------ The screen

  // A lock exists only where pages come encrypted. A video that plays keeps a screen on as well.
  let keeper = null;

  async function lockScreen() {
    const lock = await navigator.wakeLock.request("screen");
    return () => lock.release();
  }

  async function playVideo() {
    const video = document.createElement("video");
    video.muted = video.loop = video.playsInline = true;
    video.className = "keeps-awake";
    video.setAttribute("aria-hidden", "true");
    for (const kind of ["webm", "mp4"]) {
      const source = document.createElement("source");
      source.src = `/static/awake.${kind}`;
      source.type = `video/${kind}`;
      video.append(source);
    }
    document.body.append(video);
    try {
      await video.play();
    } catch (error) {
      video.remove();
      throw error;
    }
    return () => video.remove();
  }

  async function keepAwake() {
    if (keeper || document.visibilityState !== "visible") return;
    try {
      keeper = await ("wakeLock" in navigator ? lockScreen() : playVideo());
    } catch {
      // Not before a page was touched.
      document.addEventListener("pointerdown", keepAwake, { once: true });
    }
  }

  function letSleep() {
    document.removeEventListener("pointerdown", keepAwake);
    keeper?.();
    keeper = null;
  }

  const always = "awake" in document.body.dataset;
  makeSwitch("awake", "off", (on) => (on ? keepAwake() : letSleep()));
  if (always || remembered("awake", "off") === "on") keepAwake();
  // A lock, and what plays, end when a page is hidden.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") letSleep();
    else if (always || remembered("awake", "off") === "on") keepAwake();
  });
})();
