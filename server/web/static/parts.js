/* Sends a file in parts: no request may be larger than a form with a few names in it. A button
   with data-parts sends the file of its form before the form itself. */
"use strict";

(() => {
  const PART = 48 * 1024;

  async function send(file, csrf, status) {
    for (let at = 0; at < file.size || at === 0; at += PART) {
      status.textContent = `${Math.floor((100 * at) / Math.max(1, file.size))} %`;
      const answer = await fetch(`/upload/part?at=${at}`, {
        method: "POST",
        headers: { "Content-Type": "application/octet-stream", "X-CSRF-Token": csrf },
        body: await file.slice(at, at + PART).arrayBuffer(),
      });
      if (!answer.ok) throw new Error(await answer.text());
    }
  }

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    const button = event.submitter;
    if (!button?.hasAttribute("data-parts") || form.dataset.sent) return;
    const [file] = form.querySelector("input[type=file]").files;
    if (!file) return;
    event.preventDefault();
    const status = form.querySelector("[role=status]");
    button.disabled = true;
    try {
      await send(file, form.elements.csrf.value, status);
      form.dataset.sent = "yes";
      button.disabled = false;
      form.requestSubmit(button);
    } catch (error) {
      status.textContent = error.message;
      button.disabled = false;
    }
  });
})();
