// The menu of a phone, the names on a page of C, sounds that play where they are, "/" for search, the place in the rail, and tables and blocks that scroll by keyboard.
(() => {
  const rail = document.getElementById("rail"), menu = document.querySelector(".menu");
  menu.addEventListener("click", () => {
    const open = document.body.classList.toggle("open");
    menu.setAttribute("aria-expanded", open);
    if (open) rail.querySelector("input").focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && document.body.classList.contains("open")) { menu.click(); menu.focus(); }
    if (event.key !== "/" || event.ctrlKey || event.altKey || event.metaKey || /^(INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
    event.preventDefault();
    if (getComputedStyle(menu).display !== "none" && !document.body.classList.contains("open")) menu.click();
    rail.querySelector("input").focus();
  });
  const current = rail.querySelector("a.current");
  if (current) {
    current.setAttribute("aria-current", "page");
    rail.scrollTop = Math.max(0, current.offsetTop - rail.clientHeight / 2);
  }
  const here = document.querySelector(".here.names");
  if (here) {
    const list = here.appendChild(document.createElement("ul"));
    for (const name of document.querySelectorAll("main > section > dl.c > dt[id]")) {
      const link = list.appendChild(document.createElement("li")).appendChild(document.createElement("a"));
      link.href = "#" + name.id;
      link.textContent = name.id.replace(/^c\./, "");
    }
  }
  let playing = null;
  for (const link of document.querySelectorAll("main a[href$='.ogg'], main a[href$='.flac'], main a[href$='.wav']")) {
    const sound = new Audio();
    const shown = () => link.setAttribute("aria-pressed", playing === sound);
    sound.preload = "none";
    sound.src = link.href;
    link.classList.add("sounds");
    link.setAttribute("role", "button");
    shown();
    sound.addEventListener("pause", () => { if (playing === sound) playing = null; shown(); });
    sound.addEventListener("play", () => { if (playing) playing.pause(); playing = sound; shown(); });
    sound.addEventListener("error", () => link.replaceWith(link.textContent + " (this browser cannot play it)"));
    link.addEventListener("click", (event) => {
      event.preventDefault();
      if (playing === sound) sound.pause();
      else { sound.currentTime = 0; sound.play(); }
    });
    link.addEventListener("keydown", (event) => { if (event.key === " ") { event.preventDefault(); link.click(); } });
  }
  for (const box of document.querySelectorAll("main pre, main table, .formula")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  }
})();
