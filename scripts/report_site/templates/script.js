// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
"use strict";
// The pages can be read without this script. It adds the choice of the theme, the narrowing of
// lists, and it opens what a link leads to.
(function () {
  const root = document.documentElement;

  function stored(value) {
    try {
      if (value === undefined) return localStorage.getItem("rvt-theme");
      localStorage.setItem("rvt-theme", value);
    } catch (error) {
      // A page of a file may have no storage; the theme is then chosen anew on each page.
    }
    return null;
  }

  function setTheme(value) {
    if (value === "light" || value === "dark") root.dataset.theme = value;
    else delete root.dataset.theme;
  }

  function startTheme() {
    const chooser = document.querySelector(".theme");
    const wanted = stored() || "auto";
    setTheme(wanted);
    chooser.hidden = false;
    for (const radio of chooser.querySelectorAll("input")) {
      radio.checked = radio.value === wanted;
      radio.addEventListener("change", function () {
        setTheme(radio.value);
        stored(radio.value);
      });
    }
  }

  // What a list holds: findings, or rows of tables.
  function itemsOf(target) {
    return target.querySelectorAll("[data-state]");
  }

  function narrow(form, target) {
    const words = form.querySelector("input").value.trim().toLowerCase();
    const select = form.querySelector("select");
    const state = select ? select.value : "";
    let shown = 0;
    const items = itemsOf(target);
    for (const item of items) {
      const fits =
        (!state || item.dataset.state === state) &&
        (!words || item.textContent.toLowerCase().includes(words));
      item.hidden = !fits;
      shown += fits;
    }
    for (const section of target.querySelectorAll("section.run")) {
      section.hidden = !section.querySelector("[data-state]:not([hidden])");
    }
    form.querySelector("output").textContent =
      shown + " of " + items.length + " " + form.dataset.what;
  }

  function startFilter(form) {
    const target = document.getElementById(form.dataset.target);
    if (!target) return;
    form.hidden = false;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", () => narrow(form, target));
    for (const button of form.querySelectorAll("button")) {
      button.addEventListener("click", function () {
        for (const item of itemsOf(target)) item.open = button.dataset.open === "true";
      });
    }
    narrow(form, target);
  }

  function openTarget() {
    const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!place) return;
    for (let part = place; part; part = part.parentElement) {
      if (part.tagName === "DETAILS") part.open = true;
    }
    place.scrollIntoView();
  }

  startTheme();
  document.querySelectorAll("form.filter").forEach(startFilter);
  window.addEventListener("hashchange", openTarget);
  if (location.hash) openTarget();
})();
