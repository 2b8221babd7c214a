"use strict";
// Draws a position on the map: whose counties are whose, armies, buildings, revolt markers, marches and battles.

const Board = (() => {
  const { make, data, at, LETTERS } = Player;
  const BUILDINGS = ["palace", "church", "post"];
  const FLAME = "M5 0c.6 3 4 4.4 4 7.6a4 4 0 0 1-8 0c0-1.8.9-2.9 1.6-4 .2 1.3.7 2 1.3 2.2C3.7 3.8 4 1.7 5 0z";
  const GAP = 3, HIGH = 19, TOP = 7;
  const shown = new Map(); // by county, what is drawn there now

  const toneOf = (seat) => data.seats[seat].tone;
  const sum = (values) => values.reduce((total, value) => total + value, 0);

  new ResizeObserver(([{ target, contentRect }]) => target.style.setProperty("--k", 1000 / contentRect.width)).observe(at("map"));

  function draw(view) {
    for (const county of data.used) drawCounty(county, view.position[`county${county}`]);
    drawOver(view.details);
  }

  function drawCounty(county, holding) {
    const state = JSON.stringify(holding ?? null);
    if (shown.get(county) === state) return;
    shown.set(county, state);
    const land = at(`land-${county}`);
    const owner = holding ? holding[0] : -1;
    land.setAttribute("class", owner < 0 ? `land region-${data.regions[county]}` : `land owned own-${toneOf(owner)}`);
    if (owner < 0) land.removeAttribute("fill"); else land.setAttribute("fill", `url(#pattern-${toneOf(owner)})`);
    land.querySelector("title").textContent = described(county, holding);
    at(`things-${county}`).replaceChildren(...placed(things(county, holding)));
  }

  function described(county, holding) {
    const [grain, taxes] = data.values[county];
    const printed = `${data.counties[county]}: grain ${grain}, taxes ${taxes}, sites ${data.sites[county]}`;
    if (!holding) return `${printed}. Neutral.`;
    const [owner, armies, built, markers] = holding;
    const names = BUILDINGS.filter((_, kind) => built >> kind & 1);
    const more = [names.join(", "), markers ? `revolt markers: ${markers}` : ""].filter(Boolean).join("; ");
    return `${printed}. ${data.seats[owner].name}, armies: ${armies}${more ? `; ${more}` : ""}.`;
  }

  // What lies in a county, each with its width.
  function things(county, holding) {
    const found = [];
    const built = holding ? holding[2] : 0;
    if (holding) found.push(badge(holding[0], holding[1]));
    BUILDINGS.forEach((name, kind) => { if (built >> kind & 1) found.push(building(name)); });
    const free = data.sites[county] - BUILDINGS.filter((_, kind) => built >> kind & 1).length;
    for (let site = 0; site < free; site += 1) found.push([7, make("rect", { class: "site", y: 6.5, width: 7, height: 7, rx: 1 })]);
    for (let marker = 0; marker < (holding ? holding[3] : 0); marker += 1) {
      found.push([10, make("path", { class: "flame", d: FLAME, transform: "translate(0 3.5)" })]);
    }
    return found;
  }

  function badge(seat, armies) {
    const width = armies > 9 ? 36 : 28;
    const letter = make("tspan", { class: `letter tone-${toneOf(seat)}` }, LETTERS[seat]);
    const text = make("text", { x: width / 2, y: 14.5, class: "armies" }, letter, ` ${armies}`);
    const frame = make("rect", { width, height: HIGH, rx: 4, class: `badge stroke-${toneOf(seat)}` });
    return [width, make("g", {}, frame, text)];
  }

  function building(name) {
    const disc = make("rect", { width: 17, height: 17, y: 1, rx: 2.5, class: "built" });
    return [17, make("g", {}, disc, make("use", { href: `#mark-${name}`, x: 1.5, y: 2.5, class: `mark ${name}` }))];
  }

  function placed(parts) {
    let x = -(sum(parts.map(([width]) => width)) + GAP * (parts.length - 1)) / 2;
    return parts.map(([width, drawn]) => {
      const group = make("g", { transform: `translate(${x.toFixed(1)} ${TOP})` }, drawn);
      x += width + GAP;
      return group;
    });
  }

  // The counties that the step is about, and armies on their way.
  function drawOver(details) {
    const parts = (details.at ?? []).map((county) => make("path", { d: at(`land-${county}`).getAttribute("d"), class: "about" }));
    if (details.march) parts.push(...march(...details.march));
    at("over").replaceChildren(...parts);
  }

  // An arrow between two counties; between close ones it begins and ends at their names, and the armies lie beside it.
  function march(seat, from, to, armies) {
    const [[x1, y1], [x2, y2]] = [data.places[from], data.places[to]];
    const length = Math.hypot(x2 - x1, y2 - y1), [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    const gap = Math.min(14, length / 10), size = Math.min(24, length / 3);
    const [tipX, tipY] = [x2 - dx * gap, y2 - dy * gap], [endX, endY] = [tipX - dx * size, tipY - dy * size];
    const line = `M${x1 + dx * gap} ${y1 + dy * gap}L${endX} ${endY}`, wide = size * .55;
    const head = `M${tipX} ${tipY}L${endX - dy * wide} ${endY + dx * wide}L${endX + dy * wide} ${endY - dx * wide}Z`;
    const [width, drawn] = badge(seat, armies);
    const aside = length < 110 ? 34 : 0;
    const x = (x1 + endX) / 2 - width / 2 - dy * aside, y = (y1 + endY) / 2 - HIGH / 2 + dx * aside;
    return [
      make("path", { d: line, class: "arrow rim" }), make("path", { d: head, class: "arrow rim" }),
      make("path", { d: line, class: `arrow stroke-${toneOf(seat)}` }),
      make("path", { d: head, class: `arrow head fill-${toneOf(seat)} stroke-${toneOf(seat)}` }),
      make("g", { transform: `translate(${x} ${y})` }, make("g", { class: "on-the-way" }, drawn)),
    ];
  }

  return { draw, march, toneOf, sum };
})();
