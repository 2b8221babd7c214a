// Otter: a bot for Wallenstein in JavaScript (Node 20). It speaks JSON lines; see docs/protocol.md.
// It collects where there is most to collect, builds where it is safe, and marches where it is stronger.
"use strict";

const readline = require("node:readline");

const PRICES = { palace: 3, church: 2, post: 1 };
const LEAST_HARMFUL = ["combat-b", "combat-a", "post", "church", "palace", "deploy-3", "deploy-5", "deploy-1", "grain", "taxes"];

let game = null; // what `start` said of this game
let random = Math.random;

// A small generator (mulberry32), so that the same seed plays the same game.
function generator(seed) {
  let state = Number(BigInt(seed) & 0xffffffffn);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

// The view lists only counties that somebody owns.
const NEUTRAL = { owner: null, armies: 0, buildings: [], markers: 0 };
const look = (view, county) => view.counties[county] ?? NEUTRAL;

// The item with the highest worth above `least`; of equal ones, the first. Null if there is none.
function best(items, worth, least = -Infinity) {
  let found = null;
  for (const item of items) {
    const value = worth(item);
    if (value > least) [found, least] = [item, value];
  }
  return found;
}

// What a county brings whoever owns it.
function value(view, county) {
  const { grain, taxes, sites } = game.book.counties[county];
  return grain + taxes + sites + 4 * look(view, county).buildings.length;
}

// How strong the strongest foreign neighbour is, compared with the county's own armies.
function danger(view, county) {
  const near = game.book.counties[county].neighbours.map((id) => look(view, id));
  const foreign = near.filter(({ owner }) => owner !== null && owner !== game.seat);
  return Math.max(0, ...foreign.map(({ armies }) => armies - 1)) - look(view, county).armies;
}

// What marching there with so many armies is worth: nothing at all if it will probably fail.
function prospect(view, to, armies) {
  const there = look(view, to);
  if (there.owner === game.seat) return 0.1 * danger(view, to);
  const defence = there.owner === null ? 1.5 : there.armies + 1.5;
  return armies > defence ? value(view, to) + (there.owner === null ? 0 : 2) : armies - defence - 20;
}

// The best march out of a county, with all armies but one.
function outlook(view, county) {
  const armies = look(view, county).armies - 1;
  if (armies < 1) return -Infinity;
  return Math.max(...game.book.counties[county].neighbours.map((to) => prospect(view, to, armies)));
}

function plan({ offer, view }) {
  const own = view.seats[game.seat];
  const closed = offer.empty ?? []; // first edition: boxes that must stay empty
  const free = new Set(offer.counties);
  const actions = {};
  const lay = (action, worth, least) => {
    if (action in actions || closed.includes(action)) return;
    const county = best(free, worth, least);
    if (county === null) return;
    actions[action] = county;
    free.delete(county);
  };
  const facts = game.book.counties;
  const isSite = (kind, county) => {
    const { buildings } = look(view, county);
    return !buildings.includes(kind) && buildings.length < facts[county].sites;
  };
  lay("combat-a", (county) => outlook(view, county), 0);
  lay("taxes", (county) => facts[county].taxes - 3 * look(view, county).markers);
  let thalers = own.thalers + 3; // taxes come in, often in time
  for (const kind of ["palace", "church", "post"]) {
    if (thalers < PRICES[kind]) continue;
    lay(kind, (county) => (isSite(kind, county) ? 10 - danger(view, county) : -1), 0);
    if (kind in actions) thalers -= PRICES[kind];
  }
  lay("grain", (county) => facts[county].grain - 3 * look(view, county).markers);
  lay("combat-b", (county) => outlook(view, county), 0);
  if (thalers >= 3) lay("deploy-5", (county) => danger(view, county), -4);
  if (thalers >= 5) lay("deploy-3", (county) => danger(view, county), -4);
  // only so many boxes may stay without a county; the court's three boxes count
  const boxes = "dice_towers" in offer ? 13 : 10;
  for (const action of LEAST_HARMFUL) {
    if (boxes - Object.keys(actions).length <= offer.blanks) break;
    lay(action, (county) => -value(view, county));
  }
  return "payable" in offer ? { actions, bid: Math.min(1, offer.payable) } : { actions };
}

function march({ offer, view }) {
  const to = best(offer.targets, (county) => prospect(view, county, offer.most));
  const hopeless = prospect(view, to, offer.most) < -1;
  return { to, armies: hopeless ? 1 : offer.most };
}

function draftCard({ options, view }) {
  return best(options, (county) => (county in game.book.counties ? value(view, county) : 9 + random()));
}

const ANSWERS = {
  plan,
  march,
  "draft-card": draftCard,
  "draft-group": ({ options }) => Math.max(...options),
  tile: ({ options }) => options[Math.floor(random() * options.length)],
};

function answer(message) {
  switch (message.type) {
    case "hello":
      return { protocol: 1, name: "otter" };
    case "start":
      game = message;
      random = generator(message.seed);
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
