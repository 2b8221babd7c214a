"use strict";
// Fills in the tables of countries and players. Then starts the player.

(() => {
  const { make, data, at, LETTERS } = Player;
  const FACTIONS = ["red", "blue"], MARKS = ["leader", "unrest", "league"];
  const HIGHEST = { status: 7, army: 3, ability: 3 };
  const seats = data.seats.map((_, seat) => seat);

  function countries({ position, details }) {
    data.countries.forEach((_, country) => {
      const [status, army, ability, faction, ...marks] = position[`country${country}`];
      const chosen = MARKS.filter((_, place) => marks[place]);
      at(`marks${country}`).textContent = chosen.join(", ");
      at(`row${country}`).className = (details.at ?? []).includes(country) ? "about" : "";
      const colour = faction < 0 ? [make("span", { class: "quiet" }, "none")] : [make("span", { class: `faction back-${FACTIONS[faction]}` }, FACTIONS[faction])];
      at(`country${country}-faction`).replaceChildren(...colour);
      for (const [name, value] of Object.entries({ status, army, ability })) at(`country${country}-${name}`).replaceChildren(...pips(value, HIGHEST[name]));
      for (const seat of seats) at(`stack${seat}-${country}`).replaceChildren(...stack(position[`stack${seat}-${country}`], seat));
    });
  }

  function pips(value, highest) {
    const row = make("span", { class: "pips", "aria-hidden": "true" }, "●".repeat(value) + "○".repeat(highest - value));
    return [make("span", { class: "value" }, String(value)), row];
  }

  // A stack's influence, its cards below; a descendant one is marked.
  function stack(held, seat) {
    if (!held) return [];
    const [cards, descendant] = held;
    const influence = cards.reduce((total, card) => total + data.values[card], 0);
    const names = cards.map((card) => `${data.cards[card]}`).join(", ");
    const badge = make("span", { class: `influence back-${data.seats[seat].tone}`, title: names }, `${LETTERS[seat]} ${influence}`);
    return descendant ? [badge, make("small", { class: "quiet" }, "descendant")] : [badge];
  }

  function players({ position }) {
    const [turn, first, current, phase] = position.time;
    at("turn").textContent = `Turn ${turn}: ${phase}${lobby(position.lobby)}`;
    for (const seat of seats) {
      const [points, hand, market, markers] = position[`seat${seat}`];
      at(`seat${seat}-0`).textContent = points;
      at(`seat${seat}-1`).replaceChildren(...cards(hand));
      at(`seat${seat}-2`).replaceChildren(...cards(market));
      at(`seat${seat}-3`).textContent = counted(markers);
      at(`player${seat}`).className = seat === current ? "about" : "";
      at(`player${seat}`).dataset.first = seat === first;
    }
  }

  function counted(markers) {
    const several = (country) => markers.filter((one) => one === country).length;
    return [...new Set(markers)].map((one) => (data.countries[one] ?? "hidden") + (several(one) > 1 ? ` × ${several(one)}` : "")).join(", ");
  }

  function lobby(called) {
    if (!called) return "";
    const [country, issue, target] = called;
    return `; ${data.countries[country]} to ${data.issues[issue]}${target < 0 ? "" : ` with ${data.countries[target]}`}`;
  }

  const cards = (held) => held.length ? [make("span", { title: held.map((card) => data.cards[card] ?? "hidden").join(", ") }, String(held.length))] : [make("span", { class: "quiet" }, "0")];

  Player.start((view) => {
    countries(view);
    players(view);
  });
})();
