/* A club's page can open this one with the code behind the # of its address, which never leaves the
   phone: it is put where somebody would have typed it. */
"use strict";

(() => {
  const field = document.getElementById("code");
  const code = decodeURIComponent(location.hash.slice(1));
  if (!field || !code.startsWith("qmclub")) return;
  field.value = code;
  history.replaceState(null, "", location.pathname);
  field.form.querySelector("button").focus();
})();
