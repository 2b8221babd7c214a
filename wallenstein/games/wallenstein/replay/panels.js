"use strict";
// Fills in what stands around the map: players, dice tower, the season with its plans. Then starts the player.

(() => {
  const { make, data, at, LETTERS } = Player;
  const SEASONS = ["Spring", "Summer", "Fall", "Winter"];
  const FACE_DOWN = -2, BLANK = -1, DICE_TOWER_BID = 5, COUNTY_BID = 10;
  const CAUSES = { fill: "The tower is filled.", battle: "Battle", revolt: "Revolt", winter: "Revolt in winter" };
  const seats = data.seats.map((_, seat) => seat);
  const tones = [...data.seats.map((seat) => seat.tone), data.peasants];
  const letters = [...seats.map((seat) => LETTERS[seat]), "P"];

  function players({ position, details, eyes }) {
    const action = position.slot < 0 ? null : position.actions[position.slot];
    at("plan-head").textContent = action === null ? "plan" : data.actions[action];
    for (const seat of seats) {
      const values = position[`seat${seat}`];
      values.slice(0, 5).forEach((value, place) => { at(`seat${seat}-${place}`).textContent = value; });
      const turn = position.actions.length ? `${position.order.indexOf(seat) + 1}.` : "";
      at(`tile${seat}`).textContent = [turn, values[5] < 0 ? "" : data.tiles[values[5]]].filter(Boolean).join(" ");
      at(`words${seat}`).textContent = values[6].join(", ");
      const cell = action === null ? "" : planned(planOf(position, seat, eyes)?.[0][action], Boolean(position[`plan${seat}`]));
      at(`planned${seat}`).replaceChildren(...(cell ? cell.childNodes : []));
      at(`row${seat}`).className = details.seat === seat ? "on-turn" : "";
    }
  }

  // When it is, and what happens in this season.
  function time({ position }) {
    const [year, when, phase] = position.time;
    const event = position.event >= 0 ? `: ${data.events[position.event]}` : "";
    at("when").replaceChildren(make("strong", {}, `Year ${year}, ${SEASONS[when]}${phase === "over" ? ": the end" : ""}`), event);
    at("when").title = at("when").textContent; // where there is no room for all of it
  }

  // The row of actions in a view: the name of each, and whether it is done, current or face down.
  function slots(position, eyes) {
    const known = eyes === "all" ? position.actions.length : position.known;
    return position.actions.map((action, slot) => ({
      hidden: slot >= known,
      name: slot >= known ? "face down" : data.actions[action],
      kind: slot === position.slot ? "current" : slot < position.slot ? "done" : slot >= known ? "face-down" : null,
    }));
  }

  const owns = (seat, eyes) => eyes === "all" || eyes === String(seat);
  const planOf = (position, seat, eyes) => (owns(seat, eyes) ? position[`plan${seat}`] : position[`open${seat}`]) ?? null;

  // Cubes by colour, each with its letter; many of a colour are counted.
  function cubes(counts) {
    const parts = counts.flatMap((count, colour) => count === 0 ? [] : [
      make("span", { class: `cube back-${tones[colour]}`, title: colour < seats.length ? data.seats[colour].name : "peasants" },
        `${letters[colour]} ${count}`),
    ]);
    return parts.length ? parts : [make("span", { class: "quiet" }, "nothing")];
  }

  function tower({ position, details }) {
    const thrown = details.throw;
    at("tower").replaceChildren(...cubes(position.tower));
    at("tray").replaceChildren(...cubes(position.tray));
    at("thrown-box").hidden = !thrown;
    at("tray-box").querySelector("h3").textContent = thrown && !details.end ? "Fell into the tray" : "In the tray";
    if (thrown) {
      const from = thrown.tray.some(Boolean) ? [make("small", { class: "quiet" }, "with what lay in the tray"), ...cubes(thrown.tray)] : [];
      at("thrown").replaceChildren(...cubes(thrown.hand), ...from);
      at("tray").replaceChildren(...cubes(details.end ? position.tray : thrown.out));
    }
    at("verdict").replaceChildren(...verdict(details));
  }

  function verdict({ throw: thrown, end, in: county }) {
    if (!thrown || thrown.cause === "fill") return thrown ? [CAUSES.fill] : [];
    const where = `${CAUSES[thrown.cause]} in ${data.counties[county]}`;
    if (!end) return [where];
    const [attack, defence, peasants, outcome, left] = end;
    const revolt = thrown.cause !== "battle", [seat, other] = thrown.seats;
    const owner = revolt ? seat : other;
    const strength = revolt
      ? [...cubes(of(seat, attack)), " against ", ...cubes(of(seats.length, peasants))]
      : [...cubes(of(seat, attack)), " against ", ...cubes(both(other, defence, peasants))];
    const winner = revolt ? (outcome === 1 ? seat : -1) : [seat, other, -1][outcome];
    const result = winner < 0 ? `${data.counties[county]} ${owner < 0 ? "stays" : "becomes"} neutral`
      : `${data.seats[winner].name} ${winner === owner ? "holds" : "takes"} it with ${left} ${left === 1 ? "army" : "armies"}`;
    return [`${where}: `, ...strength, ` — ${result}.`];
  }

  const of = (colour, count) => tones.map((_, one) => (one === colour ? count : 0));
  const both = (seat, count, peasants) => tones.map((_, one) => (one === seat ? count : one === seats.length ? peasants : 0));

  function season({ position, eyes }) {
    const facts = [
      ["Events to come", position.events.map((one) => data.events[one])],
      ["Turn order", position.actions.length ? [position.order.map((seat) => data.seats[seat].name).join(", ")] : []],
      ["Tiles", position.offer.length ? [position.offer.map((tile, place) => `${place + 1}: ${data.tiles[tile]}`).join(", ")] : []],
      ["On display", position.table],
    ];
    at("facts").replaceChildren(...facts.filter(([, said]) => said.length).flatMap(([name, said]) => [
      make("dt", {}, name), ...said.map((one) => make("dd", {}, one)),
    ]));
    at("plans").replaceChildren(...rows(position, eyes));
  }

  function rows(position, eyes) {
    const plans = seats.map((seat) => planOf(position, seat, eyes));
    const laid = seats.map((seat) => Boolean(position[`plan${seat}`]));
    const made = slots(position, eyes).map(({ hidden, name, kind }, slot) => {
      const action = position.actions[slot];
      const cells = seats.map((seat) => planned(hidden && !owns(seat, eyes) ? null : plans[seat]?.[0][action], laid[seat]));
      return make("tr", { class: kind, "aria-current": kind === "current" ? "step" : null },
        make("th", { scope: "row" }, `${slot + 1}. ${name}`), ...cells);
    });
    if (laid.some(Boolean)) made.push(...bids(plans, laid));
    return made;
  }

  function planned(county, laid) {
    const text = !laid ? "" : county === undefined || county === null || county === FACE_DOWN ? "?" : county === BLANK ? "–" : data.counties[county];
    return make("td", { class: text === "?" ? "face-down" : null }, text);
  }

  function bids(plans, laid) {
    const parts = [];
    if (data.bids) parts.push(make("tr", { class: "bid" }, make("th", { scope: "row" }, "bid"), ...seats.map((seat) => bid(plans[seat], laid[seat]))));
    const court = Math.max(0, ...plans.map((plan) => (plan ? plan[2].length : 0)));
    for (let place = 0; place < court; place += 1) {
      const cards = seats.map((seat) => make("td", {}, laid[seat] ? card(plans[seat]?.[2][place]) : ""));
      parts.push(make("tr", { class: "court" }, make("th", { scope: "row" }, `to court: ${court - place}`), ...cards));
    }
    return parts;
  }

  const card = (county) => county === undefined ? "?" : county === BLANK ? "–" : county < 0 ? "dice tower" : data.counties[county];

  function bid(plan, laid) {
    if (!laid || !plan) return make("td", {}, laid ? "?" : "");
    const value = plan[1];
    const text = value >= COUNTY_BID ? data.counties[value - COUNTY_BID] : value === DICE_TOWER_BID ? "dice tower"
      : value < 0 ? "–" : `${value} Thaler${value === 1 ? "" : "s"}`;
    return make("td", {}, text);
  }

  Player.start((view) => {
    Board.draw(view);
    time(view);
    players(view);
    tower(view);
    season(view);
  });
})();
