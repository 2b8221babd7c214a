// Otter: a bot for Sixteen Thirty Something in JavaScript (Node 20). It speaks JSON lines; see docs/protocol.md.
// It wants influence where it holds VP markers, up to the status of the country, and keeps away from wars.
"use strict";

const readline = require("node:readline");

const HELD = { "lobby-the-crown": 3, "increase-status": 3, assassin: 2, unrest: 2 }; // what a special card is worth
const SPECIAL = 1; // any other special card

let game = null; // what `start` said of this game

// The item with the highest worth; of equal ones, the first.
function best(items, worth) {
  let [found, most] = [null, -Infinity];
  for (const item of items) {
    const value = worth(item);
    if (value > most) [found, most] = [item, value];
  }
  return found;
}

// The country of an influence card (`open` for those of none), and its value; a special card has none.
function read(card) {
  const found = /^(.+)-([123])$/.exec(card);
  return found ? { country: found[1], value: Number(found[2]) } : { country: null, value: 0 };
}

const sum = (cards) => cards.reduce((total, card) => total + read(card).value, 0);
const own = (view) => view.seats[game.seat];
const stack = (view, seat, country) => view.seats[seat].display[country]?.cards ?? [];
const influence = (view, country) => sum(stack(view, game.seat, country));
const stakes = (view, country) => own(view).markers.filter((marker) => marker === country).length;

// The points a turn that so much influence brings there; more than the status is worth little.
function points(view, country, value) {
  const { status } = view.countries[country];
  return stakes(view, country) * (Math.min(value, status) + 0.1 * Math.max(0, value - status));
}

// What a card is worth in the hand.
function worth(view, card) {
  const { country, value } = read(card);
  if (country === null) return HELD[card] ?? SPECIAL;
  if (country === "open") return 0.8 * value;
  const now = influence(view, country);
  return points(view, country, now + value) - points(view, country, now) + 0.2 * value;
}

// What it loses with a card of its own stack.
function loss(view, country, card) {
  const now = influence(view, country);
  return points(view, country, now) - points(view, country, now - read(card).value) + 0.1 * read(card).value;
}

// What a bid is worth: points to come, less what the cards are worth elsewhere.
function bidding({ about, options, view }) {
  const now = influence(view, about.country);
  return best(options, (bid) => {
    if (bid === null) return 0;
    const gained = points(view, about.country, now + sum(bid.add) - sum(bid.remove)) - points(view, about.country, now);
    return 2 * gained - 0.4 * sum(bid.add) - 0.2 * bid.add.length;
  });
}

// Where lobbying helps: where it holds markers and cards to bid.
function calling(view, { country, issue }) {
  const cards = own(view).hand.filter((card) => read(card).country === country);
  const now = influence(view, country);
  const room = points(view, country, now + sum(cards)) - points(view, country, now);
  return room + (issue === "join" ? 0.2 : issue === "war" ? -0.5 * stakes(view, country) : 0);
}

// A colour: the faction that a country has, an army, a league where it gains, and never war where it could lose.
function voting({ about, view }) {
  const [called, target] = [about.called, about.target];
  switch (about.issue) {
    case "rearm":
      return stakes(view, called) > 0 ? "red" : "blue";
    case "war":
      return stakes(view, called) + stakes(view, target) > 0 ? "blue" : "red";
    case "league": {
      const agreed = view.countries[target].faction;
      const gains = stakes(view, called) + stakes(view, target) > 0;
      return gains ? agreed : agreed === "red" ? "blue" : "red";
    }
    default:
      return view.countries[called].faction ?? "red";
  }
}

// The influence of all others in a country.
function others(view, country) {
  return view.seats.reduce((total, _, seat) => total + (seat === game.seat ? 0 : sum(stack(view, seat, country))), 0);
}

// What a special card does here and now; to keep it is worth nothing.
function playing({ options, view }) {
  return best(options, (play) => {
    if (play === null) return 0;
    const held = stakes(view, play.country);
    const now = influence(view, play.country);
    switch (play.card) {
      case "lobby-the-crown":
        return calling(view, play) - 2;
      case "increase-status":
        return now > view.countries[play.country].status ? held : 0.2 * held - 0.3;
      case "assassin":
        return play.seat !== game.seat && held === 0 ? 0.5 * read(play.remove).value - 1 : -1;
      case "unrest":
        return held === 0 && now === 0 ? 0.3 * others(view, play.country) - 1 : -1;
      default:
        return 0.1 * held - 0.05;
    }
  });
}

// Cards for display at the start: the highest of the countries where it holds markers.
function opening({ offer, view }) {
  const named = offer.cards.filter((card) => (own(view).markers ?? []).includes(read(card).country));
  const shown = {};
  for (const card of named.sort((one, other) => worth(view, other) - worth(view, one)).slice(0, offer.most)) {
    (shown[read(card).country] ??= []).push(card);
  }
  for (const cards of Object.values(shown)) cards.sort();
  return shown;
}

const ANSWERS = {
  "pass-marker": ({ options, view }) =>
    best(options, (country) => -view.countries[country].status - 3 * stakes(view, country)),
  "open-display": opening,
  special: playing,
  lobby: ({ options, view }) => best(options, (call) => calling(view, call)),
  bid: bidding,
  vote: voting,
  fade: ({ options, view }) => best(options, ({ country, card }) => -loss(view, country, card)),
  "lose-influence": ({ about, options, view }) => best(options, (card) => -loss(view, about.country, card)),
  "to-market": ({ options, view }) => best(options, (card) => -worth(view, card)),
  exchange: ({ options, view }) =>
    best(options, (swap) => (swap === null ? 0.5 : worth(view, swap.take) - worth(view, swap.give))),
  collect: ({ options, view }) => best(options, ({ card }) => worth(view, card)),
};

function answer(message) {
  switch (message.type) {
    case "hello":
      return { protocol: 1, name: "otter" };
    case "start":
      game = message;
      return {};
    case "decide":
      return { choice: (ANSWERS[message.kind] ?? ((asked) => asked.default))(message) };
    default:
      return {};
  }
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  process.stdout.write(JSON.stringify({ id: message.id, ...answer(message) }) + "\n");
});
