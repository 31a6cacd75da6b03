// The code of a club comes in the part of a link that never leaves the phone: behind the #.
"use strict";

(() => {
  const code = decodeURIComponent(location.hash.slice(1));
  if (!/^qmclub1:[\w-]+$/.test(code)) return;
  const field = document.getElementById("code");
  if (field) field.value = code;
  document.getElementById("without-code")?.remove();
  document.getElementById("with-code")?.removeAttribute("hidden");
  document.getElementById("to-table")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = document.getElementById("address").value.trim().replace(/^https?:\/\//, "").replace(/\/.*$/, "");
    try {
      location.assign(new URL(`http://${typed}/club#${code}`));
    } catch {
      document.getElementById("address").focus();
    }
  });
})();
