"""What the chat page asks and does: the world since a change, and people's acts by name."""

from collections.abc import Callable
from typing import Any

from playground.errors import Json
from playground.model import Call, Chat, Message, Press
from playground.people import CannotDo, Group, Person, Room
from playground.world import World

KEPT_MESSAGES = 120
KEPT_CALLS = 200
# How long a pressed button looks as if it were at work.
WAITING = 15.0


def snapshot(world: World, since: int = 0) -> Json:
    """Everything that changed after `since`; people and chats always whole, they are few."""
    return {
        "version": world.changes.version,
        "now": world.clock(),
        "bot": {"id": world.me.id, "name": world.me.name, "username": world.me.username},
        "limits": {
            "mode": world.limits.mode,
            "exceeded": world.limits.exceeded,
        },
        "people": [_person(person) for person in world.people.values()],
        "chats": [_chat(world, chat) for chat in world.chats.values() if chat.migrated_to is None],
        "messages": [_message(note) for note in _changed(world, since)],
        "removed": [[chat_id, number] for stamp, chat_id, number in world.removed if stamp > since > 0],
        "notices": [
            {"person": n.user_id, "chat": n.chat_id, "kind": n.kind, "text": n.text, "screen": n.screen}
            for n in world.notices
            if n.stamp > since > 0
        ],
        "pressing": [_pressing(press) for press in world.unanswered if world.clock() - press.at < WAITING],
        "calls": [_call(call) for call in world.calls[-KEPT_CALLS:] if call.stamp > since],
    }


def _changed(world: World, since: int) -> list[Message]:
    found = []
    for chat in world.chats.values():
        recent = [*list(chat.messages.values())[-KEPT_MESSAGES:], *chat.ephemeral.values()]
        found += [message for message in recent if message.stamp > since]
    return found


def _person(person: Person) -> Json:
    chat = person.private.chat
    return {
        "id": person.id,
        "name": person.name,
        "language": person.user.language,
        "started": chat.started,
        "blocked": chat.blocked,
        "pending": person.pending_start,
        "description": person.world.text_for("description", person.user.language),
    }


def _chat(world: World, chat: Chat) -> Json:
    mine = chat.members.get(world.me.id)
    return {
        "id": chat.id,
        "kind": chat.kind,
        "title": chat.title,
        "forum": chat.forum,
        "topics": [{"id": t.id, "name": t.name, "closed": t.closed} for t in chat.topics.values()],
        "members": [m.user.id for m in chat.members.values() if m.present and not m.user.is_bot],
        "bot": mine.status if mine else "left",
        "pinned": chat.pinned[-1:],
        "action": chat.action,
        "used": world.limits.used(chat.id),
    }


def _message(message: Message) -> Json:
    """A message as the page draws it."""
    file = message.file
    body: Json = {
        "chat": message.chat.id,
        "id": message.id,
        "ephemeral": message.ephemeral_id,
        "receiver": message.receiver.id if message.receiver else None,
        "from": {"id": message.sender.id, "name": message.sender.name, "bot": message.sender.is_bot},
        "anonymous": message.as_chat,
        "date": message.date,
        "edited": message.edited is not None and not message.keyboard,
        "kind": message.kind,
        "text": message.text,
        "entities": message.entities,
        "keyboard": message.keyboard or [],
        "thread": message.thread if message.is_topic else None,
        "service": message.service,
        "dice": list(message.dice or ()),
        "silent": message.silent,
        "effect": message.effect,
        "spoiler": message.spoiler,
        "above": message.above,
        "reactions": [r.get("emoji", "") for given in message.reactions.values() for r in given],
        "reply": _reply(message),
    }
    if file is not None:
        body["file"] = {
            "url": f"/file/{file.file_id}",
            "name": file.name,
            "size": len(file.data),
            "width": file.width,
            "height": file.height,
        }
    if "pinned_message" in message.service:
        body["service"] = {"pinned": message.service["pinned_message"]["message_id"]}
    return body


def _reply(message: Message) -> Json | None:
    original = message.chat.messages.get(message.reply_to or 0)
    if original is None:
        return None
    return {"id": original.id, "name": original.sender.name, "text": original.text[:80]}


def _call(call: Call) -> Json:
    text = call.fields.get("text") or call.fields.get("caption") or ""
    return {
        "at": call.at,
        "method": call.method,
        "chat": call.chat_id,
        "message": call.message_id or call.fields.get("message_id"),
        "status": call.status,
        "error": call.error,
        "text": text[:80],
        "fault": call.fault,
    }


def _pressing(press: Press) -> Json:
    return {"person": press.user.id, "chat": press.chat.id, "message": press.message_id, "data": press.data}


def menu(world: World, person_id: int, chat_id: int) -> list[Json]:
    """The command menu of this person in this chat."""
    return world.commands_for(world.users[person_id], world.chats[chat_id])


def act(world: World, wish: Json) -> Json:
    """One act of the page, by its name; raises CannotDo with a sentence when it is impossible."""
    deed = ACTS.get(wish.get("do", ""))
    if deed is None:
        raise CannotDo(f"the page cannot {wish.get('do')!r}")
    try:
        return deed(world, wish) or {}
    except KeyError as missing:
        raise CannotDo(f"nobody and nothing is called {missing}") from missing


def _who(world: World, wish: Json) -> Person:
    return world.people[int(wish["person"])]


def _where(world: World, wish: Json) -> Room:
    number = int(wish["chat"])
    return world.groups[number] if number in world.groups else world.people[number].private


def _group(world: World, wish: Json) -> Group:
    return world.groups[int(wish["chat"])]


def _screen(wish: Json) -> str:
    """The tab that acts: what comes of it shows there and nowhere else."""
    return str(wish.get("screen", ""))


def _send(world: World, wish: Json) -> None:
    room = _where(world, wish)
    original = room.chat.messages.get(wish.get("reply") or 0)
    _who(world, wish).send(
        room,
        str(wish["text"]),
        thread=wish.get("thread"),
        reply_to=original,
        anonymous=bool(wish.get("anonymous")),
    )


def _press(world: World, wish: Json) -> Json:
    """The button is named by its row and place, and by what the presser saw there: the keyboard may have changed."""
    person, room = _who(world, wish), _where(world, wish)
    shown = wish["button"]
    number = int(wish["message"])
    message = room.chat.ephemeral.get(-number) if number < 0 else room.chat.messages.get(number)
    if message is not None and shown in message.buttons:
        return {"press": person.press(message, shown, screen=_screen(wish)).id}
    if "callback_data" in shown:
        return {"press": person.forge(room, number, shown["callback_data"], screen=_screen(wish)).id}
    raise CannotDo("the button is gone")


def _answer(world: World, wish: Json) -> Json:
    """What a presser was shown, once he was."""
    shown = world.presses[str(wish["press"])].shown
    return {"answered": shown is not None, "text": shown.text if shown else ""}


def _add_person(world: World, wish: Json) -> Json:
    person = world.add_user(str(wish["name"]).strip() or "Ann", language=str(wish.get("language", "en")))
    if wish.get("chat"):
        person.join(_group(world, wish))
    return {"person": person.id}


def _add_group(world: World, wish: Json) -> Json:
    """A group of everybody who is there."""
    title = str(wish.get("title", "")).strip() or "New group"
    kind: Any = wish.get("kind", "supergroup")
    if kind not in ("group", "supergroup", "forum"):
        raise CannotDo(f"no group is of the kind {kind!r}")
    forum = kind == "forum"
    group = world.add_group(title, *world.people.values(), kind="supergroup" if forum else kind, forum=forum)
    if forum:
        for name in ("Tables", "Talk"):
            group.add_topic(name)
    return {"chat": group.id}


def _bot_in_group(world: World, wish: Json) -> None:
    """Make the bot an admin, an ordinary member, throw it out or take it back."""
    group, wanted = _group(world, wish), wish["as"]
    if wanted == "admin":
        group.promote_bot()
    elif wanted == "kicked":
        group.kick_bot()
    elif group.chat.members[world.me.id].admin:
        group.demote_bot()
    else:
        group.add_bot(world.people[group.owner.id])


def _photos(world: World, wish: Json) -> None:
    group = _group(world, wish)
    (group.allow if wish["on"] else group.forbid)("can_send_photos")


def _limits(world: World, wish: Json) -> None:
    mode = wish["mode"]
    if mode not in ("off", "count", "strict"):
        raise CannotDo(f"limits cannot be {mode!r}")
    world.limits.mode = mode
    world.changes.touch()


def _deed(name: str) -> Callable[[World, Json], Json | None]:
    """An act that is one word of a person."""

    def run(world: World, wish: Json) -> None:
        getattr(_who(world, wish), name)()

    return run


def _move(name: str) -> Callable[[World, Json], Json | None]:
    """An act of a person towards a group."""

    def run(world: World, wish: Json) -> None:
        getattr(_who(world, wish), name)(_group(world, wish))

    return run


ACTS: dict[str, Callable[[World, Json], Json | None]] = {
    "send": _send,
    "press": _press,
    "answer": _answer,
    "start": _deed("start"),
    "block": _deed("block"),
    "unblock": _deed("unblock"),
    "join": _move("join"),
    "leave": _move("leave"),
    "follow": lambda world, wish: _who(world, wish).follow(str(wish["url"]), screen=_screen(wish)),
    "add_person": _add_person,
    "add_group": _add_group,
    "migrate": lambda world, wish: {"chat": _group(world, wish).migrate().id},
    "topic": lambda world, wish: {"thread": _group(world, wish).add_topic(str(wish["name"]))},
    "bot": _bot_in_group,
    "photos": _photos,
    "limits": _limits,
}
