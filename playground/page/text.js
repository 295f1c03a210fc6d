// Text with entities, as Telegram draws it; and the small words of Telegram's own screens.

const TAGS = {
  bold: "b", italic: "i", underline: "u", strikethrough: "s", code: "code", pre: "pre",
  blockquote: "blockquote", expandable_blockquote: "blockquote", spoiler: "span",
};

export function element(tag, className = "", text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

/** Draw `text` into a fragment. `links` is told of taps: links.open(url), links.command(text). */
export function drawText(text, entities, language, links) {
  const sorted = [...entities].sort((a, b) => a.offset - b.offset || b.length - a.length);
  return part(text, 0, text.length, sorted, { language, links });
}

function part(text, start, end, entities, context) {
  const made = document.createDocumentFragment();
  let at = start;
  while (entities.length) {
    const [first, ...others] = entities;
    const stop = Math.min(first.offset + first.length, end);
    if (first.offset < at) {          // crosses another: what is left of it is drawn plain
      entities = others;
      continue;
    }
    const inside = others.filter((e) => e.offset < stop);
    made.append(text.slice(at, first.offset));
    made.append(wrap(text, first, stop, inside, context));
    at = QUOTES.has(first.type) && text[stop] === "\n" ? stop + 1 : stop; // a quote ends its line by itself
    entities = others.filter((e) => e.offset >= stop);
  }
  made.append(text.slice(at, end));
  return made;
}

const QUOTES = new Set(["blockquote", "expandable_blockquote"]);

function wrap(text, entity, stop, inside, context) {
  const plain = text.slice(entity.offset, stop);
  const content = part(text, entity.offset, stop, inside, context);
  if (entity.type === "date_time") return drawTime(entity, plain, context.language);
  if (["text_link", "url", "mention", "text_mention"].includes(entity.type)) {
    return drawLink(entity.url || plain, content, entity.type, context.links);
  }
  if (entity.type === "bot_command") {
    const made = element("a", "command");
    made.append(content);
    made.tabIndex = 0;
    made.onclick = () => context.links.command(plain);
    return made;
  }
  const made = element(TAGS[entity.type] || "span", entity.type);
  made.append(content);
  if (entity.type === "spoiler") made.onclick = () => made.classList.add("open");
  if (entity.type === "expandable_blockquote") made.onclick = () => made.classList.toggle("open");
  return made;
}

function drawLink(url, content, type, links) {
  const made = element("a");
  made.append(content);
  if (type === "mention" || type === "text_mention") return made;
  made.href = /^\w+:/.test(url) ? url : `https://${url}`;
  made.rel = "noopener noreferrer";
  made.target = "_blank";
  made.onclick = (event) => {
    if (links.open(url)) event.preventDefault();
  };
  return made;
}

/** A moment in each reader's own words; "r" counts by itself. */
function drawTime(entity, plain, language) {
  const made = element("time", "tg-time", plain);
  made.dateTime = new Date(entity.unix_time * 1000).toISOString();
  made.title = new Date(entity.unix_time * 1000).toLocaleString(language || undefined);
  made.dataset.unix = entity.unix_time;
  made.dataset.format = entity.date_time_format;
  made.lang = language || "en";
  refreshTime(made);
  return made;
}

export function refreshTime(made) {
  const { unix, format } = made.dataset;
  if (!format) return;
  made.textContent = format === "r" ? relative(unix - Date.now() / 1000, made.lang) : absolute(unix, format, made.lang);
}

function relative(seconds, language) {
  const away = Math.abs(seconds);
  const [unit, size] = away < 90 ? ["second", 1] : away < 5400 ? ["minute", 60] : away < 129600 ? ["hour", 3600] : ["day", 86400];
  return new Intl.RelativeTimeFormat(language, { numeric: "always", style: "long" }).format(Math.round(seconds / size), unit);
}

function absolute(unix, format, language) {
  const options = {};
  if (format.includes("w")) options.weekday = "long";
  if (format.includes("d")) Object.assign(options, { day: "numeric", month: "numeric", year: "2-digit" });
  if (format.includes("D")) Object.assign(options, { day: "numeric", month: "long", year: "numeric" });
  if (/[tT]/.test(format)) Object.assign(options, { hour: "2-digit", minute: "2-digit" });
  if (format.includes("T")) options.second = "2-digit";
  return new Intl.DateTimeFormat(language, options).format(new Date(unix * 1000));
}

const WORDS = {
  en: {
    start: "START", restart: "RESTART BOT", about: "What can this bot do?", message: "Message", ok: "OK",
    members: (n) => `${n} members`, used: (n) => `${n}/20 a minute`, bot: "bot", typing: "typing…", menu: "Menu", blocked: "blocked",
    nothing: "No messages here yet", copied: "Copied to clipboard", general: "General", all: "All",
    anonymous: "as the group", send: "Send", edited: "edited", gone: "The bot is not in this group",
  },
  zh: {
    start: "START", restart: "重新启动", about: "这个机器人能做什么？", message: "输入消息", ok: "好",
    members: (n) => `${n} 位成员`, used: (n) => `每分钟 ${n}/20`, bot: "机器人", typing: "正在输入…", menu: "菜单", blocked: "已停用",
    nothing: "还没有消息", copied: "已复制", general: "综合", all: "全部",
    anonymous: "匿名", send: "发送", edited: "已编辑", gone: "机器人不在这个群里",
  },
};

export function words(language) {
  return WORDS[language] || WORDS.en;
}

export const clockTime = (unix) =>
  new Date(unix * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });

export const initials = (name) => [...name.trim()][0]?.toUpperCase() || "?";

/** One of Telegram's seven colours for a name. */
export const hue = (id) => `var(--name-${Math.abs(Number(id)) % 7})`;
