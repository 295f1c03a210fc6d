// One message, from what the server tells about it.

import { clockTime, drawText, element, hue, initials, words } from "/page/text.js";

const DIE = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };

/** `view` is the phone: who looks (person, language), what to do on a tap, which presses are at work. */
export function drawMessage(message, view) {
  const out = message.from.id === view.person && !message.anonymous;
  const made = element("article", `msg ${out ? "out" : "in"} is-${message.kind}`);
  made.dataset.id = message.id;
  made.dataset.from = message.anonymous ? `chat${message.chat}` : message.from.id;
  if (message.keyboard.length) made.classList.add("has-keyboard");
  if (message.ephemeral) made.classList.add("ephemeral");
  if (message.kind === "service") return drawService(made, message, view);
  if (!out && !view.isPrivate) made.append(avatar(message.anonymous ? view.title : message.from.name, made.dataset.from));
  const stack = element("div", "stack");
  stack.append(drawBubble(message, view, out));
  if (message.keyboard.length) stack.append(drawKeyboard(message, view));
  made.append(stack);
  return made;
}

export function avatar(name, id) {
  const made = element("span", "avatar", initials(name));
  made.style.setProperty("--hue", hue(String(id).replace(/\D/g, "") || 0));
  made.setAttribute("aria-hidden", "true");
  return made;
}

function drawBubble(message, view, out) {
  const bubble = element("div", "bubble");
  if (!out && !view.isPrivate) {
    const name = element("div", "name", message.anonymous ? view.title : message.from.name);
    name.dir = "auto";
    name.style.color = hue(message.from.id);
    bubble.append(name);
  }
  if (view.topicName(message)) bubble.append(element("div", "topic-tag", `# ${view.topicName(message)}`));
  if (message.receiver) bubble.append(element("div", "eyes-only", "👁 " + (view.language === "zh" ? "只有你看得见" : "only you can see this")));
  if (message.reply) bubble.append(drawReply(message.reply, view));
  if (message.dice.length) {
    bubble.classList.add("bare");
    bubble.append(drawDice(message));
  }
  if (message.file && message.kind === "photo") {
    bubble.classList.add("with-photo");
    const text = message.text ? drawBody(message, view) : null;
    const photo = drawPhoto(message, view);
    bubble.append(...(message.above && text ? [text, photo] : text ? [photo, text] : [photo]));
    if (!text) bubble.classList.add("photo-only");
  } else if (message.file) {
    bubble.append(drawDocument(message.file));
    if (message.text) bubble.append(drawBody(message, view));
  } else if (message.text) {
    bubble.append(drawBody(message, view));
  }
  if (message.reactions.length) bubble.append(element("div", "reactions", message.reactions.join(" ")));
  if (message.effect) bubble.append(element("span", "effect", "🎉"));
  const meta = element("span", "meta");
  meta.textContent = (message.edited ? words(view.language).edited + " " : "") + clockTime(message.date);
  if (message.silent) meta.prepend(element("span", "silent", "🔕"));
  if (out) meta.append(element("span", "ticks", "✓✓"));
  const body = bubble.querySelector(":scope > .text");
  if (body) body.dataset.corner = meta.textContent;
  bubble.append(meta);
  return bubble;
}

function drawBody(message, view) {
  const body = element("div", "text");
  body.append(drawText(message.text, message.entities, view.language, view.links));
  return body;
}

function drawReply(reply, view) {
  const made = element("div", "reply");
  made.append(element("b", "", reply.name), element("span", "", reply.text || "…"));
  made.onclick = () => view.showMessage(reply.id);
  return made;
}

function drawPhoto(message, view) {
  const { url, width, height } = message.file;
  const made = element("div", "photo");
  made.style.aspectRatio = `${width} / ${height}`;
  const image = element("img");
  image.src = url;
  image.width = width;
  image.height = height;
  image.alt = message.text || "picture";
  image.decoding = "sync";
  made.append(image);
  if (message.spoiler) made.classList.add("spoiler-photo");
  made.onclick = () => (made.classList.contains("spoiler-photo") ? made.classList.remove("spoiler-photo") : view.zoom(url, message.text));
  return made;
}

function drawDocument(file) {
  const made = element("a", "document");
  made.href = file.url;
  made.download = file.name;
  const words = element("span");
  words.append(element("b", "", file.name), element("small", "", `${(file.size / 1024).toFixed(1)} KB`));
  made.append(element("span", "document-icon", "↓"), words);
  return made;
}

function drawDice(message) {
  const [emoji, value] = message.dice;
  if (emoji !== "🎲") return element("div", "dice-other", `${emoji} ${value}`);
  const made = element("div", "die");
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", `🎲 ${value}`);
  for (let place = 1; place <= 9; place += 1) made.append(element("i", DIE[value].includes(place) ? "pip" : ""));
  if (Date.now() / 1000 - message.date < 4) made.classList.add("rolling");
  return made;
}

const STYLES = new Set(["primary", "success", "danger"]);

function drawKeyboard(message, view) {
  const made = element("div", "keyboard");
  for (const row of message.keyboard) {
    const line = element("div", "row");
    line.dataset.count = row.length;
    for (const button of row) line.append(drawButton(button, message, view));
    made.append(line);
  }
  return made;
}

function drawButton(button, message, view) {
  const made = element("button");
  made.type = "button";
  const label = element("span", "label", button.text);
  made.append(label);
  made.title = button.text;
  if (STYLES.has(button.style)) made.classList.add(button.style);
  if (button.callback_data) made.dataset.data = button.callback_data;
  if (button.url || button.copy_text) made.append(element("span", `corner ${button.url ? "link" : "copy"}`));
  made.disabled = "disabled" in button;
  if (button.callback_data && view.isPressing(message, button.callback_data)) made.classList.add("busy");
  made.onclick = () => view.press(message, button);
  return made;
}

function drawService(made, message, view) {
  const pill = element("div", "pill", serviceText(message, view));
  made.append(pill);
  return made;
}

/** A name inside a sentence: whatever it turns round, it turns round only itself. */
function isolated(name) {
  return `\u2068${name.replace(/[\u2066-\u2069]/g, "")}\u2069`;
}

function serviceText(message, view) {
  const service = message.service;
  const who = isolated(message.from.name);
  const zh = view.language === "zh";
  if (service.new_chat_members) {
    const names = service.new_chat_members.map((m) => isolated(m.first_name)).join(", ");
    const alone = service.new_chat_members.every((m) => m.id === message.from.id);
    if (alone) return zh ? `${names} 进群了` : `${names} joined the group`;
    return zh ? `${who} 拉了 ${names} 进群` : `${who} added ${names}`;
  }
  if (service.left_chat_member) {
    const name = isolated(service.left_chat_member.first_name);
    if (service.left_chat_member.id === message.from.id) return zh ? `${name} 退群了` : `${name} left the group`;
    return zh ? `${who} 移走了 ${name}` : `${who} removed ${name}`;
  }
  if (service.pinned) return zh ? `${who} 置顶了一条消息` : `${who} pinned a message`;
  if (service.migrate_from_chat_id) return zh ? "群组升级成了超级群" : "The group was upgraded to a supergroup";
  if (service.forum_topic_created) return `# ${isolated(service.forum_topic_created.name)}`;
  return Object.keys(service).join(", ").replaceAll("_", " ");
}
