"use strict";
// Steps through a game. The game's own script calls Player.start(draw); draw(view) shows one step, where a view has
// the position, the step's details, its number, and through whose eyes it is seen: "all", "none" or a seat.

const Player = (() => {
  const LETTERS = "ABCDEF";
  const PAUSE = 1400; // milliseconds from step to step at single speed
  const SETTLED = 200; // after which the address is that of the step
  const data = JSON.parse(document.getElementById("replay").textContent);
  const at = (id) => document.getElementById(id);
  const entries = new Map();
  const positions = [];
  let step = -1, timer = 0, settling = 0, draw = null, last = data.steps.length - 1;

  // Positions are stored as differences; all are put together once, sharing what stays the same.
  function unfold(changes) {
    let position = positions.at(-1) ?? {};
    for (const change of changes) {
      position = { ...position };
      for (const [key, value] of Object.entries(change)) {
        if (value === null) delete position[key]; else position[key] = value;
      }
      positions.push(position);
    }
  }

  function view() {
    const eyes = at("eyes") ? at("eyes").value : data.live ?? "all";
    return { position: positions[step], details: data.details[step], step, last, eyes, seats: data.seats };
  }

  function show(number) {
    const target = Math.max(0, Math.min(last, Math.trunc(number) || 0));
    if (target === step) return;
    mark(entries.get(step), false);
    step = target;
    mark(entries.get(step), true);
    at("step").value = step;
    count();
    at("back").disabled = at("first").disabled = step === 0;
    at("next").disabled = at("last").disabled = step === last;
    choose("part", data.parts);
    choose("fight", data.fights);
    choose("fault", data.faults);
    choose("swing", data.swings);
    chances();
    draw(view());
    veil();
    document.body.dataset.step = step;
    clearTimeout(settling);
    settling = setTimeout(settle, SETTLED);
  }

  // Every seat's chance to win: as a curve of all steps, with lines where parts begin and ticks for fights.
  function drawCurve() {
    if (!positions[0].chance) { at("curve").remove(); return; } // who plays it now learns nothing of the others' chances
    const line = (x, y, kind) => make("line", { x1: x, x2: x, y1: y, y2: 100, class: kind });
    const height = (seat, place) => (97 - 94 * positions[place].chance[seat]).toFixed(1);
    const path = (_, seat) => positions.reduce((drawn, position, place) =>
      place && position.chance[seat] === positions[place - 1].chance[seat] ? drawn : `${drawn}H${place}V${height(seat, place)}`,
    `M0 ${height(seat, 0)}`) + `H${last}`;
    at("curve").setAttribute("viewBox", `0 0 ${Math.max(1, last)} 100`);
    at("curve").append(
      ...data.parts.map((place) => line(place, 0, "part")), ...data.fights.map((place) => line(place, 90, "fight")),
      ...data.swings.map((place) => line(place, 0, "swing")),
      ...data.seats.map((seat, number) => make("path", { d: path(seat, number), class: `stroke-${seat.tone}` })),
      make("line", { id: "here", y1: 0, y2: 100, class: "here" }));
  }

  function chances() {
    if (!at("here")) return;
    for (const name of ["x1", "x2"]) at("here").setAttribute(name, step);
    const now = positions[step].chance;
    now.forEach((chance, seat) => { if (at(`chance${seat}`)) at(`chance${seat}`).textContent = `${Math.round(100 * chance)} %`; });
    const winners = data.seats.filter((_, seat) => now[seat] > 0);
    at("end").hidden = step !== last || now.some((chance) => chance > 0 && chance !== now.find(Boolean));
    at("end").replaceChildren(...winners.flatMap((seat, place) => [place ? " and " : "",
      make("span", { class: `chip back-${seat.tone}`, "aria-hidden": "true" }, LETTERS[data.seats.indexOf(seat)]), ` ${seat.name}`]),
    winners.length > 1 ? " share the win" : " wins");
  }

  function clicked(event) {
    const { left, width } = at("curve").getBoundingClientRect();
    if (event.buttons & 1) show(Math.round((event.clientX - left) / width * last));
  }

  function count() { at("count").textContent = `${step} / ${last}`; }

  // More steps of a game that is being played, each with its change of the position, its details and its text.
  function add(more) {
    unfold(more.map((one) => one.change));
    for (const one of more) {
      const entry = make("div", { "data-step": (last += 1) });
      entry.insertAdjacentHTML("beforeend", one.html); // text was escaped where it was written
      at("log").append(entry);
      entries.set(last, entry);
      data.details.push(one.details);
    }
    at("step").max = last;
    at("next").disabled = at("last").disabled = step === last;
    count();
    veil();
  }

  // The text of this step, and the copy below the picture.
  function mark(entry, current) {
    if (!entry) return;
    entry.classList.toggle("current", current);
    if (!current) { entry.removeAttribute("aria-current"); return; }
    entry.setAttribute("aria-current", "step");
    if (entry.childElementCount) at("now").replaceChildren(...said(entry));
    const log = at("log");
    log.scrollTop = entry.offsetTop - log.clientHeight / 3;
  }

  function said(entry) {
    const parts = [...entry.children].filter((part) => part.matches("p, h2, h3, h4"));
    return parts.slice(-3).map((part) => {
      const span = document.createElement("span");
      span.append(...[...part.cloneNode(true).childNodes]);
      span.className = part.matches("p") ? "told" : "told heading";
      return span;
    });
  }

  // Who does not see everything reads neither what is secret nor what comes later.
  function veil() {
    const veiled = view().eyes !== "all";
    document.body.classList.toggle("veiled", veiled);
    for (const [number, entry] of entries) entry.classList.toggle("later", veiled && number > step);
  }

  // The lists say where the step lies: in which season, at which battle.
  function choose(id, steps) {
    const list = at(id);
    if (!list) return;
    let place = steps.findLastIndex((one) => one <= step);
    if (id !== "part" && place >= 0 && steps[place] !== step) place = -1;
    list.selectedIndex = place + 1;
  }

  function settle() {
    if (timer || data.live) return; // an address for every step of a quick play would be too many
    try { history.replaceState(null, "", `#step=${step}`); } catch { /* a page inside another has no address */ }
  }

  function fromAddress() {
    const found = /(?:^#|&)(step|part|fault)=(\d+)/.exec(location.hash);
    const number = found ? Number(found[2]) : 0;
    const steps = { part: data.parts, fault: data.faults }[found?.[1]];
    show(steps ? steps[number] ?? 0 : number);
  }

  function play(running) {
    clearTimeout(timer);
    timer = 0;
    if (running && step === last) show(0);
    const button = at("play");
    button.setAttribute("aria-pressed", running);
    at("now").setAttribute("aria-live", running ? "off" : "polite");
    if (running) timer = setTimeout(tick, PAUSE / Number(at("speed").value));
    else settle();
  }

  function tick() {
    show(step + 1);
    if (step === last) play(false);
    else timer = setTimeout(tick, PAUSE / Number(at("speed").value));
  }

  function jump(steps, by) {
    const ahead = steps.filter((one) => (by > 0 ? one > step : one < step));
    if (ahead.length) show(by > 0 ? ahead[0] : ahead[ahead.length - 1]);
  }

  function hasten(by) {
    const list = at("speed");
    list.selectedIndex = Math.max(0, Math.min(list.length - 1, list.selectedIndex + by));
  }

  const KEYS = {
    ArrowRight: () => show(step + 1), ArrowLeft: () => show(step - 1), Home: () => show(0), End: () => show(last),
    " ": () => play(!timer), "]": () => jump(data.parts, 1), "[": () => jump(data.parts, -1),
    b: () => jump(data.fights, 1), B: () => jump(data.fights, -1), f: () => jump(data.faults, 1), F: () => jump(data.faults, -1),
    t: () => jump(data.swings, 1), T: () => jump(data.swings, -1),
    "+": () => hasten(1), "-": () => hasten(-1),
  };

  function pressed(event) {
    const key = KEYS[event.key];
    if (!key || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select")) return;
    if (event.key === " " && event.target.matches("button, summary")) return; // they have a meaning of their own
    event.preventDefault();
    if (event.key !== " " && timer && event.key !== "+" && event.key !== "-") play(false);
    key();
  }

  function listen() {
    const clicks = { first: () => show(0), back: () => show(step - 1), next: () => show(step + 1), last: () => show(last) };
    for (const [id, run] of Object.entries(clicks)) at(id).addEventListener("click", run);
    at("play").addEventListener("click", () => play(!timer));
    at("step").addEventListener("input", (event) => show(Number(event.target.value)));
    for (const type of ["pointerdown", "pointermove"]) at("curve")?.addEventListener(type, clicked);
    for (const id of ["part", "fight", "fault", "swing"]) {
      if (at(id)) at(id).addEventListener("change", (event) => event.target.value !== "" && show(Number(event.target.value)));
    }
    if (at("eyes")) at("eyes").addEventListener("change", () => { draw(view()); veil(); });
    at("log").addEventListener("click", (event) => {
      const entry = event.target.closest("[data-step]");
      if (entry && !String(getSelection())) show(Number(entry.dataset.step));
    });
    document.addEventListener("keydown", pressed);
    window.addEventListener("hashchange", fromAddress);
  }

  function start(drawing) {
    draw = drawing;
    unfold(data.steps);
    drawCurve();
    for (const entry of document.querySelectorAll("#log [data-step]")) entries.set(Number(entry.dataset.step), entry);
    listen();
    fromAddress();
  }

  // An element with its attributes and what is inside; text stays text.
  function make(tag, attributes = {}, ...inside) {
    const svg = ["g", "path", "text", "tspan", "rect", "circle", "use", "line", "title"].includes(tag);
    const made = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(name, value);
    made.append(...inside);
    return made;
  }

  // Shows new steps one by one, or at once where motion is to be reduced.
  function follow(quickly) {
    if (quickly || matchMedia("(prefers-reduced-motion: reduce)").matches) { play(false); show(last); }
    else if (step < last && !timer) play(true);
  }

  return { start, add, follow, make, data, at, now: () => ({ position: positions.at(-1) }), LETTERS };
})();
