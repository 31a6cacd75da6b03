/* Sends an album in parts: no request may be larger than a form with a few names in it. */
"use strict";

(() => {
  const PART = 48 * 1024;

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (form.id !== "restore" || form.dataset.sent) return;
    event.preventDefault();
    const [file] = document.getElementById("album-file").files;
    const status = document.getElementById("restore-status");
    const button = form.querySelector("button");
    if (!file) return;
    button.disabled = true;
    try {
      for (let at = 0; at < file.size || at === 0; at += PART) {
        status.textContent = `${Math.floor((100 * at) / Math.max(1, file.size))} %`;
        const answer = await fetch(`/cards/album/part?at=${at}`, {
          method: "POST",
          headers: {
            "Content-Type": "application/octet-stream",
            "X-CSRF-Token": form.elements.csrf.value,
          },
          body: await file.slice(at, at + PART).arrayBuffer(),
        });
        if (!answer.ok) throw new Error(await answer.text());
      }
      form.dataset.sent = "yes";
      form.submit();
    } catch (error) {
      status.textContent = error.message;
      button.disabled = false;
    }
  });
})();
