// The code of a club comes in the part of a link that never leaves the phone: behind the #.
"use strict";

(() => {
  const code = decodeURIComponent(location.hash.slice(1));
  if (!/^qmclub1:[\w-]+$/.test(code)) return;
  document.getElementById("code").value = code;
  document.getElementById("without-code").remove();
  document.getElementById("with-code").hidden = false;
  const address = document.getElementById("address");
  document.getElementById("to-table").addEventListener("submit", (event) => {
    event.preventDefault();
    const host = address.value.trim().replace(/^https?:\/\//, "").replace(/\/.*$/, "");
    if (URL.canParse(`http://${host}/`)) location.assign(`http://${host}/club#${code}`);
    else address.focus();
  });
})();
