// The page: one column per chat, which asks for the changes whenever it hears that there are some.

import { avatar, drawMessage } from "/page/message.js";
import { element, refreshTime, words } from "/page/text.js";

const query = new URLSearchParams(location.search);
const only = query.get("chat") ? Number(query.get("chat")) : null;
const state = { version: 0, bot: {}, people: new Map(), chats: new Map(), messages: new Map(), pressing: [], calls: [] };
const phones = new Map();
const hidden = new Set();
const $ = (selector, root = document) => root.querySelector(selector);
/** This tab: what comes of a press shows on the screen that was pressed. */
const screen = crypto.randomUUID();

// ---------------------------------------------------------------- talking to the server

async function act(wish) {
  const answer = await fetch("/api/act", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ...wish, screen }),
  });
  const body = await answer.json();
  if (!answer.ok) complain(wish, body.error);
  return answer.ok ? body : null;
}

function complain(wish, text) {
  const phone = phones.get(wish.chat) || phones.get(wish.person) || phones.values().next().value;
  phone?.toast(text);
}

const changes = async (since) => (await fetch(`/api/changes?since=${since}`)).json();

async function follow() {
  try {
    take(await changes(0), true);
  } catch {
    return lost();
  }
  listen();
  return undefined;
}

const others = new BroadcastChannel("playground");
let newest = 0;
let asking = false;

/** A browser allows six connections to one server: one tab of all holds the stream, and tells the others what it hears. */
function listen() {
  others.onmessage = (event) => hear(event.data);
  navigator.locks.request("playground", () => new Promise(() => {
    const stream = new EventSource("/api/stream");
    const tell = (heard) => { others.postMessage(heard); hear(heard); };
    stream.onmessage = (event) => tell(Number(event.data));
    stream.onerror = () => { stream.close(); tell("gone"); };
  }));
}

/** There is a newer version, or no server. A page that nobody sees asks when somebody does. */
async function hear(heard) {
  if (heard === "gone") return lost();
  newest = heard;
  if (asking || document.hidden) return undefined;
  asking = true;
  try {
    while (state.version < newest) take(await changes(state.version), false);
  } catch {
    lost();
  }
  asking = false;
  return undefined;
}

document.addEventListener("visibilitychange", () => { if (newest) hear(newest); });

/** The server is gone. It may come back as another one: then everything is read again. */
async function lost() {
  if (!$(".offline").hidden) return;
  $(".offline").hidden = false;
  for (;;) {
    await new Promise((go) => setTimeout(go, 1000));
    if (await changes(999999999).catch(() => null)) break;
  }
  location.reload();
}

function take(news, first) {
  state.version = news.version;
  state.bot = news.bot;
  state.people = new Map(news.people.map((p) => [p.id, p]));
  state.chats = new Map(news.chats.map((c) => [c.id, c]));
  state.pressing = news.pressing;
  state.calls = [...state.calls, ...news.calls].slice(-300);
  for (const message of news.messages) put(message);
  for (const [chat, id] of news.removed) state.messages.get(chat)?.delete(key(id));
  drawFrame(news);
  const touched = new Map();
  for (const message of news.messages) {
    if (!touched.has(message.chat)) touched.set(message.chat, []);
    touched.get(message.chat).push(message);
  }
  for (const phone of phones.values()) {
    phone.update(touched.get(phone.id) || [], news.removed.filter(([chat]) => chat === phone.id), first);
  }
  for (const notice of news.notices) show(notice);
  drawCalls();
  document.body.dataset.version = news.version;
}

const key = (id, ephemeral = 0) => (ephemeral ? `e${ephemeral}` : `m${id}`);

function put(message) {
  if (!state.messages.has(message.chat)) state.messages.set(message.chat, new Map());
  state.messages.get(message.chat).set(key(message.id, message.ephemeral), message);
}

// ---------------------------------------------------------------- frame: bar, chips, columns

function drawFrame(news) {
  document.body.classList.toggle("single", only !== null);
  const wanted = [...state.chats.values()].filter((c) => only === null || c.id === only);
  wanted.sort((a, b) => Number(a.kind === "private") - Number(b.kind === "private"));
  const groups = wanted.filter((c) => c.kind !== "private");
  const order = [...groups.slice(0, 1), ...wanted.filter((c) => c.kind === "private"), ...groups.slice(1)];
  for (const chat of order) if (!phones.has(chat.id)) phones.set(chat.id, new Phone(chat.id));
  for (const [id, phone] of phones) {
    if (!order.some((c) => c.id === id)) {
      phone.root.remove();
      phones.delete(id);
    }
  }
  const desk = $(".desk");
  order.forEach((chat, place) => {
    const root = phones.get(chat.id).root;
    root.hidden = hidden.has(chat.id);
    if (desk.children[place] !== root) desk.insertBefore(root, desk.children[place] || null);
  });
  drawChips(order);
  const select = $("#limits");
  if (document.activeElement !== select) select.value = news.limits.mode;
  select.parentElement.dataset.exceeded = news.limits.exceeded || "";
}

function drawChips(order) {
  const chips = $(".chips");
  chips.replaceChildren(...order.map((chat) => {
    const chip = element("button", hidden.has(chat.id) ? "chip off" : "chip", chat.title);
    chip.type = "button";
    chip.title = hidden.has(chat.id) ? "show" : "go to";
    chip.onclick = () => {
      hidden.delete(chat.id);
      phones.get(chat.id).root.hidden = false;
      chip.classList.remove("off");
      phones.get(chat.id).comeForward();
    };
    return chip;
  }));
}

/** What comes up for somebody; of a press on another tab nothing shows here. */
function show(notice) {
  if (notice.screen && notice.screen !== screen) return;
  const phone = phones.get(notice.chat);
  const theirs = phone && (phone.chat.kind !== "private" ? phone.person === notice.person : true) ? phone : phones.get(notice.person);
  if (notice.kind === "toast") theirs?.toast(notice.text);
  if (notice.kind === "alert") theirs?.alert(notice.text);
  if (notice.kind === "copied") {
    navigator.clipboard?.writeText(notice.text).catch(() => {});
    theirs?.toast(`${words(theirs.language).copied}: ${notice.text}`);
  }
  if (notice.kind === "open" && notice.screen) openLink(notice.text, notice.person, true);
}

/** Links that lead to a chat of this page are followed here; true when this is one. */
function openLink(url, person, followed = false) {
  const start = url.match(/^(?:https?:\/\/)?t\.me\/(\w+)(?:\?start=([\w-]*))?$/);
  if (start && start[1].toLowerCase() === state.bot.username.toLowerCase()) {
    if (followed) goTo(person, person);
    else act({ do: "follow", person, url });
    return true;
  }
  const place = url.match(/^(?:https?:\/\/)?t\.me\/c\/(\d+)\/(?:\d+\/)?(\d+)$/);
  if (place) {
    goTo(Number(`-100${place[1]}`), person, Number(place[2]));
    return true;
  }
  return false;
}

function goTo(chat, person, message = 0) {
  const phone = phones.get(chat);
  if (phone) {
    if (phone.chat.kind !== "private") phone.speak(person);
    hidden.delete(chat);
    phone.root.hidden = false;
    phone.comeForward();
    if (message) phone.showMessage(message);
  } else if (only !== null) {
    location.search = `?chat=${chat}&as=${person}${message ? `&message=${message}` : ""}`;
  }
}

// ---------------------------------------------------------------- one phone

class Phone {
  constructor(id) {
    this.id = id;
    this.thread = null;
    this.drawn = new Map();
    this.person = this.chat.kind === "private" ? id : Number(query.get("as")) || this.chat.members[0] || 0;
    this.root = element("section", this.isPrivate ? "phone" : "phone group");
    this.root.dataset.chat = id;
    this.root.innerHTML = `
      <header class="head"></header>
      <div class="topics" hidden></div>
      <div class="pinned" hidden></div>
      <div class="wall"><div class="messages" tabindex="0"><div class="empty" hidden></div><div class="list"></div></div></div>
      <div class="menu" hidden></div>
      <footer class="foot"></footer>
      <div class="toasts" aria-live="polite"></div>`;
    this.scroller = $(".messages", this.root);
    this.list = $(".list", this.root);
    this.low = true;
    this.scroller.onscroll = () => { this.low = this.fromBottom() < 80; };
    new ResizeObserver(() => { if (this.low) this.scrollDown(); }).observe(this.scroller);
    new ResizeObserver(() => { if (this.low) this.scrollDown(); }).observe(this.list);
    this.links = { open: (url) => openLink(url, this.person), command: (text) => this.send(text) };
  }

  get chat() { return state.chats.get(this.id); }
  get isPrivate() { return this.chat.kind === "private"; }
  get title() { return this.chat.title; }
  get language() { return state.people.get(this.person)?.language || "en"; }

  update(changed, removed, first) {
    if (!this.isPrivate && !this.chat.members.includes(this.person)) this.person = this.chat.members[0] || 0;
    this.drawHead();
    this.drawTopics();
    this.drawPinned();
    this.drawFoot();
    for (const [, id] of removed) this.forget(key(id));
    for (const message of changed) this.draw(message, first);
    this.order();
    this.refreshBusy();
    this.drawEmpty();
    if (first) this.low = true;
    if (this.low) this.scrollDown();
  }

  redraw() {
    this.list.replaceChildren();
    this.drawn.clear();
    this.footKey = this.headKey = "";
    this.update([...(state.messages.get(this.id)?.values() || [])], [], true);
  }

  speak(person) {
    if (this.person === person || !this.chat.members.includes(person)) return;
    this.person = person;
    this.redraw();
  }

  // ------------------------------------------------ messages

  /** Where a message stands, when all topics are shown together. */
  topicName(message) {
    if (!this.chat.forum || this.thread !== null || !message.thread) return "";
    return this.chat.topics.find((t) => t.id === message.thread)?.name || "";
  }

  visible(message) {
    if (message.receiver && message.receiver !== this.person) return false;
    return !this.chat.forum || this.thread === null || (message.thread || 0) === this.thread;
  }

  draw(message, first) {
    const name = key(message.id, message.ephemeral);
    const old = this.drawn.get(name);
    if (!this.visible(message)) return this.forget(name);
    const made = drawMessage(message, this);
    made.order = message.ephemeral ? 1e12 + message.ephemeral : message.id;
    if (old) this.replace(old, made);
    else {
      if (!first) made.classList.add("fresh");
      this.list.append(made);
      if (!first && message.from.bot && !message.silent && message.kind !== "service") this.ring();
    }
    this.drawn.set(name, made);
    return undefined;
  }

  /** The old picture stays until the new one is there: nothing flickers. */
  replace(old, made) {
    const before = $("img", old);
    const after = $("img", made);
    if (before && after && before.getAttribute("src") !== after.getAttribute("src")) {
      const next = after.getAttribute("src");
      after.src = before.src;
      const loader = new Image();
      loader.onload = () => { after.src = next; };
      loader.src = next;
    }
    old.replaceWith(made);
  }

  forget(name) {
    this.drawn.get(name)?.remove();
    this.drawn.delete(name);
  }

  /** Oldest first; neighbours by one sender stand close together. */
  order() {
    const all = [...this.list.children];
    const sorted = all.toSorted ? all.toSorted((a, b) => a.order - b.order) : [...all].sort((a, b) => a.order - b.order);
    sorted.forEach((item, place) => {
      if (this.list.children[place] !== item) this.list.insertBefore(item, this.list.children[place] || null);
      const before = sorted[place - 1];
      const after = sorted[place + 1];
      const same = (other) => other && other.dataset.from === item.dataset.from && !other.classList.contains("is-service");
      item.classList.toggle("first", !same(before));
      item.classList.toggle("last", !same(after));
    });
  }

  refreshBusy() {
    for (const button of this.list.querySelectorAll("button[data-data]")) {
      const id = Number(button.closest(".msg").dataset.id);
      button.classList.toggle("busy", this.isPressing({ id }, button.dataset.data));
    }
  }

  isPressing(message, data) {
    return state.pressing.some((p) => p.chat === this.id && p.person === this.person && p.message === message.id && p.data === data);
  }

  press(message, button) {
    act({ do: "press", person: this.person, chat: this.id, message: message.ephemeral ? -message.ephemeral : message.id, button });
  }

  showMessage(id) {
    const found = this.drawn.get(key(id));
    if (!found) return;
    found.scrollIntoView({ block: "center" });
    found.classList.add("marked");
    setTimeout(() => found.classList.remove("marked"), 1600);
  }

  fromBottom() { return this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight; }

  scrollDown() { this.scroller.scrollTop = this.scroller.scrollHeight; }

  // ------------------------------------------------ head, topics, pinned

  drawHead() {
    const person = state.people.get(this.person);
    const w = words(this.language);
    const group = this.chat;
    const status = group.action ? w.typing
      : this.isPrivate ? `${state.bot.name} · ${person.blocked ? w.blocked : w.bot}`
      : ["left", "kicked"].includes(group.bot) ? w.gone
      : `${w.members(group.members.length + 1)} · ${w.used(group.used)}`;
    const wanted = [this.title, status, group.bot].join("|");
    if (this.headKey === wanted) return;
    this.headKey = wanted;
    const head = $(".head", this.root);
    const title = element("div", "title");
    const name = element("b", "", this.title);
    name.dir = "auto";
    title.append(name, element("small", group.action ? "typing" : "", status));
    const more = element("button", "plain more", "⋮");
    more.type = "button";
    more.setAttribute("aria-label", `more about ${this.title}`);
    more.onclick = (event) => popup(more, this.moreItems(), event);
    head.replaceChildren();
    if (only !== null) {
      const back = element("a", "back", "‹");
      back.href = "/";
      back.setAttribute("aria-label", "all chats");
      head.append(back);
    }
    head.append(avatar(this.title, this.isPrivate ? this.id : `9${this.id}`), title, more);
  }

  moreItems() {
    const here = { chat: this.id, person: this.person };
    const items = [];
    if (only === null) {
      items.push(["Phone view", () => window.open(`/?chat=${this.id}&as=${this.person}`, "_blank")]);
      items.push(["Hide this column", () => { hidden.add(this.id); this.root.hidden = true; drawChips([...phones.values()].map((p) => p.chat)); }]);
    }
    if (this.isPrivate) {
      const blocked = state.people.get(this.id).blocked;
      items.push([blocked ? "Unblock the bot" : "Block the bot", () => act({ do: blocked ? "unblock" : "block", ...here })]);
      return items;
    }
    const name = state.people.get(this.person)?.name || "";
    items.push([`${name} leaves`, () => act({ do: "leave", ...here })]);
    for (const person of state.people.values()) {
      if (!this.chat.members.includes(person.id)) items.push([`${person.name} comes in`, () => act({ do: "join", chat: this.id, person: person.id })]);
    }
    items.push(["A new person comes in…", () => newPerson(this.id)]);
    if (this.chat.bot === "administrator") items.push(["Bot: no admin any more", () => act({ do: "bot", as: "member", ...here })]);
    else if (["left", "kicked"].includes(this.chat.bot)) items.push(["Bot: take it back", () => act({ do: "bot", as: "member", ...here })]);
    else items.push(["Bot: make it admin", () => act({ do: "bot", as: "admin", ...here })]);
    if (!["left", "kicked"].includes(this.chat.bot)) items.push(["Bot: throw it out", () => act({ do: "bot", as: "kicked", ...here })]);
    items.push(["Nobody may send photos", () => act({ do: "photos", on: false, ...here })]);
    items.push(["Photos are allowed", () => act({ do: "photos", on: true, ...here })]);
    if (this.chat.kind === "group") items.push(["Becomes a supergroup", () => act({ do: "migrate", ...here })]);
    if (this.chat.forum) items.push(["New topic…", () => ask("Name of the topic", "Tables", (text) => act({ do: "topic", name: text, ...here }))]);
    return items;
  }

  drawTopics() {
    const bar = $(".topics", this.root);
    bar.hidden = !this.chat.forum;
    if (!this.chat.forum) return;
    const w = words(this.language);
    const tabs = [[null, w.all], [0, w.general], ...this.chat.topics.map((t) => [t.id, `# ${t.name}${t.closed ? " 🔒" : ""}`])];
    bar.replaceChildren(...tabs.map(([id, label]) => {
      const tab = element("button", this.thread === id ? "tab on" : "tab", label);
      tab.type = "button";
      tab.onclick = () => { this.thread = id; this.redraw(); };
      return tab;
    }));
  }

  drawPinned() {
    const bar = $(".pinned", this.root);
    const pinned = state.messages.get(this.id)?.get(key(this.chat.pinned[0]));
    bar.hidden = !pinned;
    if (!pinned) return;
    bar.textContent = `📌 ${pinned.text.split("\n")[0]}`;
    bar.onclick = () => this.showMessage(pinned.id);
  }

  // ------------------------------------------------ composer

  drawFoot() {
    const person = state.people.get(this.person);
    if (!person) return;
    const w = words(this.language);
    const mode = this.isPrivate && person.blocked ? "restart"
      : this.isPrivate && (!person.started || person.pending !== null) ? "start" : "write";
    const wanted = [mode, this.person, this.isPrivate ? "" : this.chat.members.join()].join("|");
    if (this.footKey === wanted) return;
    this.footKey = wanted;
    const foot = $(".foot", this.root);
    const text = $("textarea", foot)?.value || "";
    foot.replaceChildren();
    if (mode !== "write") {
      const button = element("button", "start", w[mode]);
      button.type = "button";
      button.onclick = () => act({ do: "start", person: this.person, chat: this.id });
      foot.append(button);
      return;
    }
    if (!this.isPrivate) foot.append(this.speakers());
    const line = element("form", "line");
    const menu = element("button", this.isPrivate ? "menu-button" : "slash", this.isPrivate ? w.menu : "/");
    menu.type = "button";
    menu.setAttribute("aria-label", "commands");
    menu.onclick = () => this.openMenu("/", true);
    const input = element("textarea");
    input.rows = 1;
    input.placeholder = w.message;
    input.value = text;
    input.setAttribute("aria-label", w.message);
    input.oninput = () => this.openMenu(input.value, false);
    input.onkeydown = (event) => {
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
        event.preventDefault();
        line.requestSubmit();
      }
      if (event.key === "Escape") this.closeMenu();
    };
    const send = element("button", "send", "➤");
    send.type = "submit";
    send.setAttribute("aria-label", w.send);
    line.onsubmit = (event) => {
      event.preventDefault();
      if (input.value.trim()) this.send(input.value);
      input.value = "";
    };
    line.append(menu, input, send);
    foot.append(line);
  }

  speakers() {
    const row = element("div", "speakers");
    row.setAttribute("role", "radiogroup");
    row.setAttribute("aria-label", "who speaks and presses here");
    for (const id of this.chat.members) {
      const person = state.people.get(id);
      if (!person) continue;
      const chip = element("button", id === this.person ? "speaker on" : "speaker");
      chip.type = "button";
      chip.setAttribute("role", "radio");
      chip.setAttribute("aria-checked", String(id === this.person));
      const name = element("span", "", person.name);
      name.dir = "auto";
      chip.append(avatar(person.name, id), name);
      chip.onclick = () => this.speak(id);
      row.append(chip);
    }
    return row;
  }

  send(text) {
    this.closeMenu();
    act({ do: "send", person: this.person, chat: this.id, text, thread: this.thread || null });
  }

  async openMenu(text, toggle) {
    const menu = $(".menu", this.root);
    if (toggle && !menu.hidden) return this.closeMenu();
    if (!/^\/\w*$/.test(text)) return this.closeMenu();
    const commands = await (await fetch(`/api/menu?person=${this.person}&chat=${this.id}`)).json();
    const fitting = commands.filter((c) => c.command.startsWith(text.slice(1)));
    menu.replaceChildren(...fitting.map((c) => {
      const item = element("button");
      item.type = "button";
      const label = element("span", "", c.description);
      label.dir = "auto";
      item.append(avatar(state.bot.name, state.bot.id), element("b", "", `/${c.command}`), label);
      item.onclick = () => {
        $("textarea", this.root).value = "";
        this.send(this.isPrivate ? `/${c.command}` : `/${c.command}@${state.bot.username}`);
      };
      return item;
    }));
    if (!fitting.length && toggle) menu.replaceChildren(element("p", "", "The bot has set no commands here."));
    menu.hidden = !fitting.length && !toggle;
    return undefined;
  }

  closeMenu() { $(".menu", this.root).hidden = true; }

  // ------------------------------------------------ what comes up

  drawEmpty() {
    const empty = $(".empty", this.root);
    empty.hidden = this.drawn.size > 0;
    if (empty.hidden) return;
    const w = words(this.language);
    const person = state.people.get(this.person);
    const card = element("div", "about");
    if (this.isPrivate) {
      const text = element("p", "", person.description || w.nothing);
      card.append(element("b", "", w.about), text);
    } else card.append(element("p", "", w.nothing));
    empty.replaceChildren(card);
  }

  toast(text) {
    const made = element("div", "toast", text);
    $(".toasts", this.root).append(made);
    setTimeout(() => made.classList.add("going"), 3200);
    setTimeout(() => made.remove(), 3600);
  }

  alert(text) {
    const cover = element("div", "cover");
    const box = element("div", "alert");
    box.setAttribute("role", "alertdialog");
    const body = element("p", "", text);
    const ok = element("button", "plain", words(this.language).ok);
    ok.type = "button";
    ok.onclick = () => cover.remove();
    cover.onclick = (event) => { if (event.target === cover) cover.remove(); };
    box.append(element("b", "", state.bot.name), body, ok);
    cover.append(box);
    this.root.append(cover);
    ok.focus({ preventScroll: true });
  }

  zoom(url, text) {
    const cover = element("div", "zoom");
    const image = element("img");
    image.src = url;
    image.alt = text;
    cover.append(image);
    cover.onclick = () => cover.remove();
    document.body.append(cover);
  }

  ring() {
    this.root.classList.remove("rings");
    requestAnimationFrame(() => this.root.classList.add("rings"));
  }

  comeForward() {
    this.root.scrollIntoView({ inline: "center", block: "nearest" });
    this.root.classList.add("called");
    setTimeout(() => this.root.classList.remove("called"), 1200);
  }
}

// ---------------------------------------------------------------- inspector

const refusedOnly = $("#only-refused");
refusedOnly.onchange = () => drawCalls();

function drawCalls() {
  if ($(".inspector").hidden) return;
  const shown = state.calls.filter((c) => !refusedOnly.checked || c.status !== 200);
  const rows = shown.slice(-120).reverse().map((call) => {
    const row = element("tr", call.fault ? "fault" : call.status === 200 ? "" : "refused");
    const chat = state.chats.get(call.chat)?.title || call.chat || "";
    const cells = [new Date(call.at * 1000).toLocaleTimeString([], { hour12: false }), call.method, chat, call.message || "", call.status, call.fault || call.error || call.text];
    row.append(...cells.map((text) => element("td", "", String(text))));
    return row;
  });
  $(".inspector tbody").replaceChildren(...rows);
  const minute = state.calls.filter((c) => Date.now() / 1000 - c.at < 60).length;
  $(".inspector-count").textContent = `${minute} in the last minute`;
}

function toggleInspector() {
  const box = $(".inspector");
  box.hidden = !box.hidden;
  $("#inspect").setAttribute("aria-pressed", String(!box.hidden));
  drawCalls();
}

// ---------------------------------------------------------------- small windows

function popup(anchor, items, event) {
  event?.stopPropagation();
  $(".popup")?.remove();
  const box = element("div", "popup");
  for (const [label, run] of items) {
    const item = element("button", "", label);
    item.type = "button";
    item.dir = "auto";
    item.onclick = () => { box.remove(); run(); };
    box.append(item);
  }
  document.body.append(box);
  const place = anchor.getBoundingClientRect();
  box.style.top = `${Math.min(place.bottom + 4, innerHeight - box.offsetHeight - 8)}px`;
  box.style.left = `${Math.max(8, Math.min(place.right - box.offsetWidth, innerWidth - box.offsetWidth - 8))}px`;
}

document.addEventListener("click", (event) => { if (!event.target.closest(".popup")) $(".popup")?.remove(); });

const LANGUAGES = [["en", "English"], ["zh-hans", "简体中文"], ["zh-hant", "繁體中文"]];

// A small window for a name; with choices also for one of those, which comes second.
function ask(question, suggestion, then, choices = []) {
  const cover = element("div", "cover page");
  const form = element("form", "alert");
  const input = element("input");
  input.value = suggestion;
  input.setAttribute("aria-label", question);
  const ok = element("button", "plain", "OK");
  const select = element("select");
  select.setAttribute("aria-label", "Language of the phone");
  for (const [value, label] of choices) select.append(new Option(label, value));
  form.append(element("b", "", question), input, ...(choices.length ? [select] : []), ok);
  form.onsubmit = (event) => { event.preventDefault(); cover.remove(); then(input.value, select.value); };
  cover.onclick = (event) => { if (event.target === cover) cover.remove(); };
  cover.append(form);
  document.body.append(cover);
  input.select();
}

const newPerson = (chat) => ask(
  "Name of the new person", "Ann", (name, language) => act({ do: "add_person", name, language, chat }), LANGUAGES,
);

$("#add").onclick = (event) => popup($("#add"), [
  ["A person…", () => newPerson([...state.chats.values()].find((c) => c.kind !== "private")?.id)],
  ["A supergroup…", () => ask("Name of the group", "老乡会", (title) => act({ do: "add_group", title, kind: "supergroup" }))],
  ["A basic group…", () => ask("Name of the group", "公司", (title) => act({ do: "add_group", title, kind: "group" }))],
  ["A forum with topics…", () => ask("Name of the forum", "老乡会", (title) => act({ do: "add_group", title, kind: "forum" }))],
], event);
$("#inspect").onclick = toggleInspector;
$("#close-inspector").onclick = toggleInspector;
$("#limits").onchange = (event) => { act({ do: "limits", mode: event.target.value }); event.target.blur(); };

const THEMES = ["", "dark", "light"];
const setTheme = (theme) => {
  document.documentElement.dataset.theme = theme;
  $("#theme").textContent = { "": "◐", dark: "☾", light: "☀" }[theme];
  try { localStorage.setItem("theme", theme); } catch { /* a private window keeps nothing */ }
};
let theme = query.get("theme") ?? "";
try { theme = query.get("theme") ?? localStorage.getItem("theme") ?? ""; } catch { /* as above */ }
setTheme(THEMES.includes(theme) ? theme : "");
$("#theme").onclick = () => setTheme(THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % 3]);

setInterval(() => document.querySelectorAll("time.tg-time").forEach(refreshTime), 1000);
follow().then(() => { if (query.get("message")) phones.get(only)?.showMessage(Number(query.get("message"))); });
