"use strict";
// A seat at the table: asks the server for what is new, shows the question, and sends the answer once it is confirmed.

(() => {
  const { make, data, at } = Player;
  const PAUSE = 3000; // milliseconds until a server that does not answer is asked again
  const MANY = 12; // options, from which on they can be searched
  const panel = at("ask");
  let steps = 0, asked = null, form = null, over = false, waiting = "";

  const button = (text, run, attributes = {}) => {
    const made = make("button", { type: "button", ...attributes }, text);
    made.addEventListener("click", run);
    return made;
  };
  const labelled = (text, inside) => make("label", {}, make("span", {}, text), inside);
  const word = (name) => asked.words[name] ?? name;

  async function send(what, said) {
    const answer = await fetch(what, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(said) });
    return answer.json();
  }

  async function listen() {
    while (!over) {
      let news;
      try {
        const answer = await fetch(`news?steps=${steps}&asked=${asked ? asked.id : -1}`);
        news = await answer.json();
      } catch {
        say("The server does not answer. The game is kept; this page goes on when it is back.");
        await new Promise((done) => { setTimeout(done, PAUSE); });
        continue;
      }
      if (news.error) { say(news.error); return; }
      take(news);
    }
  }

  function take(news) {
    const first = steps === 0;
    Player.add(news.steps);
    steps += news.steps.length;
    Player.follow(first);
    ({ over, waiting } = news);
    if (news.asked?.id !== asked?.id || !form) { asked = news.asked; present(); }
    else if (!asked) present();
  }

  // The panel: the question with its form, or whose turn it is.
  function present() {
    document.body.classList.toggle("asked", Boolean(asked));
    form = null;
    mark([]);
    if (over) {
      panel.replaceChildren(make("h2", {}, "The game is over."), make("p", {}, make("a", { href: "replay" }, "Look at it again: the replay shows everything, hidden plans too.")));
    } else if (!asked) {
      panel.replaceChildren(make("h2", { class: "quiet" }, waiting ? `${waiting} is thinking …` : "The game goes on …"));
    } else {
      form = formOf(asked);
      panel.replaceChildren(make("h2", { id: "question" }, asked.text), ...(asked.own ? [make("p", { class: "own" }, asked.own)] : []), form.body, make("p", { id: "said", role: "status" }), tools());
      form.changed();
      document.title = `● ${data.names[data.live]}`;
      return;
    }
    document.title = data.names[data.live];
  }

  function tools() {
    const rule = make("details", {}, make("summary", {}, "Rule (?)"), make("p", {}, asked.rule));
    return make("div", {},
      make("div", { class: "tools" }, button("Confirm (Enter)", confirm, { id: "confirm", class: "main" }), button("Undo (u)", undo, { id: "undo" }),
        ...data.advisers.map((bot, place) => button(`Hint: ${bot}${place ? "" : " (h)"}`, () => hint(bot), { class: "hint" })),
        button("Skip (e)", () => Player.follow(true), { id: "skip" })),
      rule);
  }

  const say = (text) => { if (at("said")) at("said").textContent = text; else panel.replaceChildren(make("p", { id: "said", role: "status" }, text)); };

  async function confirm() {
    if (!asked || !form) return;
    const choice = form.choice();
    if (choice === undefined) { say("Choose first."); return; }
    const { id } = asked;
    const answer = await send("message", { id, choice });
    if (asked?.id !== id) return; // the next question has come already
    if (answer.error) say(answer.error.replace(/^choice: /, ""));
    else { asked = { id }; form = {}; mark([]); panel.replaceChildren(make("h2", { class: "quiet" }, "Sent.")); panel.focus({ preventScroll: true }); }
  }

  function undo() { if (form?.undo) form.undo(); say(""); }

  async function hint(bot) {
    say(`${bot} is thinking …`);
    const found = await send("hint", { bot });
    say(found.error ?? found.text);
    if (!found.error && form?.put) form.put(found.choice);
  }

  // Elements of the picture that can be chosen, and those that are chosen.
  function mark(legal, chosen = [], arrow = null) {
    for (const one of document.querySelectorAll(".legal, .chosen")) one.classList.remove("legal", "chosen");
    const areas = [...legal.map((id) => [id, "legal"]), ...chosen.map((id) => [id, "chosen"])];
    const drawn = [];
    for (const [id, kind] of areas) {
      const area = at(id);
      if (area?.matches("path")) drawn.push(make("path", { d: area.getAttribute("d"), class: `mark-${kind}` }));
      else area?.classList.add(kind);
    }
    const over = at("over");
    if (!over) return;
    if (!at("choices")) over.after(make("g", { id: "choices", class: "over" }));
    at("choices").replaceChildren(...drawn, ...(arrow ? Board.march(...arrow) : []));
  }

  const number = (id) => Number(id.replace(/^\D+/, ""));

  function formOf(question) {
    if (question.kind === "plan") return planForm(question);
    if (question.offer.targets) return marchForm(question);
    if (question.offer.cards) return displayForm(question);
    return listForm(question);
  }

  // One of the options, with a search if there are many.
  function listForm({ options, default: usual }) {
    const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
    let picked = options.findIndex((one) => same(one.choice, usual));
    const buttons = options.map((one, place) => button(place < 9 ? `${place + 1}. ${one.text}` : one.text, () => pick(place), { class: "option" }));
    const list = make("div", { class: "options", role: "group", "aria-labelledby": "question" }, ...buttons);
    const search = make("input", { type: "search", placeholder: `one of ${options.length} …`, "aria-label": "Search the options" });
    search.addEventListener("input", () => {
      buttons.forEach((one, place) => { one.hidden = !options[place].text.toLowerCase().includes(search.value.toLowerCase()); });
    });
    const first = picked;
    function pick(place) { picked = place; changed(); }
    function changed() {
      buttons.forEach((one, place) => one.setAttribute("aria-pressed", place === picked));
      mark([...new Set(options.flatMap((one) => one.places))], options[picked]?.places ?? []);
    }
    const clicked = (id) => {
      const places = options.flatMap((one, place) => (one.places.includes(id) ? [place] : []));
      if (!places.length) return false;
      pick(places[(places.indexOf(picked) + 1) % places.length]);
      return true;
    };
    return {
      body: make("div", {}, ...(options.length > MANY ? [search] : []), list), choice: () => options[picked]?.choice, changed,
      undo: () => pick(first), put: (choice) => pick(options.findIndex((one) => same(one.choice, choice))),
      clicked, digit: (digit) => digit <= options.length && pick(digit - 1), guess: (name) => name,
    };
  }

  // A march: from the county of the question to one that is clicked or chosen, with some armies.
  function marchForm({ offer, default: usual, places }) {
    const from = asked.about?.county;
    let to = usual?.to ?? "", armies = usual?.armies ?? offer.most;
    const where = make("select", { id: "to" }, ...(offer.optional ? [make("option", { value: "" }, "nowhere")] : []),
      ...offer.targets.map((name) => make("option", { value: name }, word(name))));
    const count = make("input", { type: "range", min: 1, max: offer.most, id: "armies" });
    const shown = make("output", {});
    where.addEventListener("change", () => { to = where.value; if (to) armies = offer.most; changed(); });
    count.addEventListener("input", () => { armies = Number(count.value); changed(); });
    function changed() {
      where.value = to;
      count.value = armies;
      count.disabled = !to;
      shown.textContent = to ? `${armies} of ${offer.most}` : "";
      const arrow = from && to ? [Number(data.live), number(places[from]), number(places[to]), armies] : null;
      mark(offer.targets.map((name) => places[name]), to ? [places[to]] : [], arrow);
    }
    return {
      body: make("div", { class: "fields" }, labelled("to", where), labelled("armies", make("span", { class: "count" }, count, shown))), changed,
      choice: () => (to ? { to, armies } : null), undo: () => { to = usual?.to ?? ""; armies = usual?.armies ?? offer.most; changed(); },
      put: (choice) => { to = choice?.to ?? ""; armies = choice?.armies ?? armies; changed(); },
      clicked: (id) => {
        const name = offer.targets.find((one) => places[one] === id);
        if (name) { to = name; armies = offer.most; changed(); }
        return Boolean(name);
      },
      digit: (digit) => { if (to && digit <= offer.most) { armies = digit; changed(); } }, guess: (name) => ({ to: name, armies: 1 }),
    };
  }

  // The plan: a box for each action in the order of the season, the bid, the boxes of the court.
  function planForm({ offer, default: usual, effects, places }) {
    const { known } = Player.now().position;
    const season = Object.keys(effects), order = season.filter((name) => !(offer.empty ?? []).includes(name));
    const court = offer.dice_towers ? ["3", "2", "1"] : [];
    const history = [];
    let plan = { actions: {}, bid: usual.bid, court: {} }, active = order[0];
    const cards = (more) => [make("option", { value: "" }, "–"), ...more.map((name) => make("option", { value: name }, word(name))),
      ...offer.counties.map((name) => make("option", { value: name }, word(name)))];
    const rows = order.map((action) => {
      const select = make("select", { "aria-label": word(action), "data-action": action }, ...cards([]));
      select.addEventListener("change", () => put(action, select.value));
      select.addEventListener("focus", () => { active = action; changed(); });
      const place = season.indexOf(action);
      return { action, select, text: make("small", {}), row: make("div", { class: "box" }, labelled(`${place < known ? place + 1 : "?"} ${word(action)}`, select)) };
    });
    for (const one of rows) one.row.append(one.text);
    const tower = offer.dice_towers ? ["dice-tower"] : [];
    const money = "payable" in offer ? [...Array(offer.payable + 1).keys()].map(String) : [];
    const bid = make("select", { "aria-label": "bid" }, ...money.map((one) => make("option", { value: one }, `${one} Thaler${one === "1" ? "" : "s"}`)),
      ...(offer.no_bid ? [make("option", { value: "" }, "no card")] : []), ...[...tower, ...offer.counties].map((name) => make("option", { value: name }, word(name))));
    bid.addEventListener("change", () => keep(() => { plan.bid = bid.value === "" ? null : money.includes(bid.value) ? Number(bid.value) : bid.value; drop(plan.bid, "bid"); }));
    const courts = court.map((size) => {
      const select = make("select", { "aria-label": `to court: ${size}` }, ...cards(tower));
      select.addEventListener("change", () => keep(() => { drop(select.value, size); plan.court[size] = select.value || null; }));
      return { size, select };
    });
    const total = make("p", { class: "quiet" });

    const keep = (change) => { history.push(JSON.stringify(plan)); change(); changed(); };
    // A county card lies in one place alone.
    function drop(name, where) {
      if (!offer.counties.includes(name)) return;
      for (const action of order) if (action !== where && plan.actions[action] === name) delete plan.actions[action];
      for (const size of court) if (size !== where && plan.court[size] === name) plan.court[size] = null;
      if (where !== "bid" && plan.bid === name) plan.bid = 0;
    }
    function put(action, name) {
      keep(() => { drop(name, action); if (name) plan.actions[action] = name; else delete plan.actions[action]; });
    }
    function changed() {
      for (const { action, select, text, row: box } of rows) {
        select.value = plan.actions[action] ?? "";
        text.textContent = plan.actions[action] ? effects[action][plan.actions[action]] : "";
        box.classList.toggle("active", action === active);
      }
      bid.value = plan.bid ?? "";
      for (const { size, select } of courts) select.value = plan.court[size] ?? "";
      const blank = order.length + court.length - Object.keys(plan.actions).length - court.filter((size) => offer.counties.includes(plan.court[size])).length;
      const most = offer.blanks + (offer.counties.includes(plan.bid) ? 1 : 0);
      const cost = [...Object.entries(plan.actions).map(([action, name]) => effects[action][name]), `for ${plan.bid} Thalers`]
        .reduce((sum, text) => sum + Number(/ for (\d+) Thaler/.exec(` ${text}`)?.[1] ?? 0), 0);
      const purse = Player.now().position[`seat${data.live}`][1];
      total.textContent = `Costs ${cost} of your ${purse} Thalers. `;
      total.textContent += `${blank} ${blank === 1 ? "box" : "boxes"} without a county; ${most} may be. ${blank > most ? `Cover ${blank - most} more.` : ""}`;
      mark(offer.counties.filter((name) => !Object.values(plan.actions).includes(name)).map((name) => places[name]), plan.actions[active] ? [places[plan.actions[active]]] : []);
    }
    return {
      body: make("div", {}, make("div", { class: "boxes" }, ...rows.map((one) => one.row)),
        make("div", { class: "fields" }, ...(money.length ? [labelled("bid", bid)] : []), ...courts.map(({ size, select }) => labelled(`to court: ${size}`, select))), total),
      changed, choice: () => ({ actions: plan.actions, ...(money.length ? { bid: plan.bid } : {}), ...(court.length ? { court: plan.court } : {}) }),
      undo: () => { if (history.length) plan = JSON.parse(history.pop()); changed(); },
      put: (choice) => keep(() => { plan = { actions: { ...choice.actions }, bid: choice.bid ?? null, court: { ...choice.court } }; }),
      clicked: (id) => {
        const name = offer.counties.find((one) => places[one] === id);
        if (!name) return false;
        const box = active;
        active = order.find((action) => action !== box && !plan.actions[action]) ?? box;
        put(box, name);
        return true;
      },
      guess: (name) => ({ ...(money.length ? { bid: 0 } : {}), actions: { [active]: name } }),
    };
  }

  // The opening display of Sixteen Thirty Something: some cards of the hand, open ones with a country.
  function displayForm({ offer }) {
    const fields = offer.cards.map((card) => {
      const box = make("input", { type: "checkbox" });
      const country = card.replace(/-\d+$/, "");
      const where = country === "open" ? make("select", { "aria-label": `${word(card)} in` }, ...[...new Set(offer.cards.map((one) => one.replace(/-\d+$/, "")))]
        .filter((name) => name !== "open").map((name) => make("option", { value: name }, word(name)))) : null;
      return { card, box, where, country, row: make("label", { class: "card" }, box, ` ${word(card)} `, ...(where ? [where] : [])) };
    });
    const set = (choice) => {
      const left = Object.entries(choice ?? {}).flatMap(([name, cards]) => cards.map((card) => [name, card]));
      for (const field of fields) {
        const place = left.findIndex(([, card]) => card === field.card);
        field.box.checked = place >= 0;
        if (place >= 0) { const [[name]] = left.splice(place, 1); if (field.where) field.where.value = name; }
      }
    };
    return {
      body: make("div", { class: "cards" }, make("p", { class: "quiet" }, `Up to ${offer.most} cards.`), ...fields.map((one) => one.row)), changed: () => {},
      choice: () => {
        const found = {};
        for (const { card, box, where, country } of fields) if (box.checked) (found[where ? where.value : country] ??= []).push(card);
        return found;
      },
      undo: () => set({}), put: set, guess: (name) => ({ [name]: [] }),
    };
  }

  // A click into the picture chooses, or says why it cannot.
  async function clicked(event) {
    const area = event.target.closest(".land, .county, #countries tr, .countries tbody tr");
    if (!area || !form?.choice || String(getSelection())) return;
    const id = area.id || area.querySelector(".things")?.id.replace("things", "land");
    if (!id || form.clicked?.(id)) { say(""); return; }
    const name = Object.keys(asked.places).find((one) => asked.places[one] === id);
    if (name) say((await send("why", { choice: form.guess(name) })).text || "");
  }

  function pressed(event) {
    if (!form?.choice || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input[type=search]")) return;
    const keys = { Enter: confirm, u: undo, h: () => hint(data.advisers[0]), e: () => Player.follow(true),
      "?": () => { const rule = panel.querySelector("details"); rule.open = !rule.open; } };
    const key = /^[1-9]$/.test(event.key) ? () => form.digit?.(Number(event.key)) : keys[event.key];
    if (!key || (event.key === "Enter" && event.target.matches("button:not(.option), summary, a, .log *"))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    key();
  }

  document.addEventListener("keydown", pressed, true);
  (at("map") ?? document.querySelector(".countries"))?.addEventListener("click", clicked);
  at("speed").value = "4";
  present();
  listen();
})();
