"""People and their groups: what they do reaches the bot, what the bot does shows on their screens."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from playground import render
from playground.entities import formatted
from playground.model import ADMIN_RIGHTS, Chat, Member, Message, Notice, Press, Shown, Status, Topic, User

if TYPE_CHECKING:
    from playground.errors import Json
    from playground.world import World


class CannotDo(AssertionError):
    """A person tried what Telegram's apps do not offer: no such button, a chat he cannot see."""


class Room:
    """A chat, as somebody who is in it reads it."""

    def __init__(self, world: World, chat: Chat) -> None:
        self.world = world
        self.chat = chat

    @property
    def id(self) -> int:
        return self.chat.id

    @property
    def messages(self) -> list[Message]:
        """All messages that still stand, oldest first."""
        return list(self.chat.messages.values())

    @property
    def from_bot(self) -> list[Message]:
        return [message for message in self.messages if message.sender.id == self.world.me.id]

    def last(self, count: int = 1) -> Message:
        """The bot's newest message here, or the one `count` - 1 before it."""
        mine = self.from_bot
        if len(mine) < count:
            raise CannotDo(f"the bot has written {len(mine)} messages in {self.chat.title}")
        return mine[-count]

    def board(self) -> Message:
        """The bot's newest message that has buttons."""
        message = self.board_or_none()
        if message is None:
            raise CannotDo(f"no message with buttons in {self.chat.title}")
        return message

    def board_or_none(self) -> Message | None:
        """The same for waiting: None while there is none."""
        return next((message for message in reversed(self.from_bot) if message.keyboard), None)

    def message(self, message_id: int) -> Message:
        return self.chat.messages[message_id]

    def find(self, button: str) -> tuple[Message, Json]:
        """The newest message with such a button: by its whole label, its data, or a part of the label."""
        for fits in (_is_label, _is_data, _is_part):
            for message in reversed([*self.messages, *self.chat.ephemeral.values()]):
                found = [b for b in message.buttons if fits(b, button)]
                if found:
                    return message, found[0]
        shown = self.from_bot[-1].labels if self.from_bot else []
        raise CannotDo(f"no button {button!r} in {self.chat.title}; the last message has {shown}")


def _is_label(button: Json, wanted: str) -> bool:
    return bool(button["text"] == wanted)


def _is_data(button: Json, wanted: str) -> bool:
    return button.get("callback_data") == wanted


def _is_part(button: Json, wanted: str) -> bool:
    return wanted in button["text"]


class Group(Room):
    """A basic group, a supergroup or a forum, and what its admins do to it."""

    def add(self, person: Person) -> None:
        """The person comes in."""
        self._change(person.user, "member", by=person.user)
        self._service(person.user, new_chat_members=[render.user(person.user)])

    def remove(self, person: Person, *, kicked: bool = False) -> None:
        """The person leaves, or is thrown out."""
        by = self.owner if kicked else person.user
        self._service(by, left_chat_member=render.user(person.user))
        self._change(person.user, "kicked" if kicked else "left", by=by)

    def promote(self, person: Person, *rights: str, anonymous: bool = False) -> None:
        """An admin with these rights (all of them when none is named)."""
        self._change(person.user, "administrator", by=self.owner, rights=rights or ADMIN_RIGHTS)
        self.chat.members[person.id].anonymous = anonymous

    def demote(self, person: Person) -> None:
        self._change(person.user, "member", by=self.owner)

    def add_bot(self, by: Person) -> None:
        """Somebody adds the bot."""
        self._change(self.world.me, "member", by=by.user)
        self._service(by.user, new_chat_members=[render.user(self.world.me)])

    def kick_bot(self) -> None:
        self._change(self.world.me, "kicked", by=self.owner)

    def promote_bot(self, *rights: str) -> None:
        self._change(self.world.me, "administrator", by=self.owner, rights=rights or ADMIN_RIGHTS)

    def demote_bot(self) -> None:
        self._change(self.world.me, "member", by=self.owner)

    def restrict_bot(self, *missing: str) -> None:
        """The bot alone loses rights, e.g. can_send_photos."""
        left = self.chat.permissions - set(missing)
        self._change(self.world.me, "restricted", by=self.owner, rights=tuple(left))

    def forbid(self, *rights: str) -> None:
        """Nobody but admins has these rights any more."""
        self.chat.permissions -= set(rights)
        self.world.touch(self.chat)

    def allow(self, *rights: str) -> None:
        self.chat.permissions |= set(rights)
        self.world.touch(self.chat)

    def delete(self) -> None:
        """The group is no more."""
        self.chat.deleted = True
        self.world.touch(self.chat)

    def migrate(self) -> Group:
        """The basic group becomes a supergroup under a new id; both chats tell the bot so."""
        old = self.chat
        new = self.world.add_group(old.title, with_bot=False)
        new.chat.members = {key: replace(member) for key, member in old.members.items()}
        new.chat.permissions = old.permissions
        self._service(self.owner, migrate_to_chat_id=new.id)
        new._service(self.owner, migrate_from_chat_id=old.id)
        old.migrated_to = new.id
        self.world.touch(old)
        return new

    def add_topic(self, name: str) -> int:
        """A new topic in a forum; its id."""
        message = self._service(self.owner, forum_topic_created={"name": name, "icon_color": 7322096})
        self.chat.topics[message.id] = Topic(message.id, name)
        message.thread, message.is_topic = message.id, True
        self.world.touch(self.chat)
        return message.id

    def close_topic(self, thread: int) -> None:
        self.chat.topics[thread].closed = True
        self.world.touch(self.chat)

    def delete_topic(self, thread: int) -> None:
        """The topic goes with everything in it."""
        del self.chat.topics[thread]
        for message in [m for m in self.messages if m.thread == thread]:
            self.world.remove(message)
        self.world.touch(self.chat)

    def other_bot_speaks(self, text: str = "hello") -> Message:
        """Another bot writes: from now on bare commands are no longer ours."""
        other = User(6_999_999_999, "Other", username="other_bot", is_bot=True)
        return self.world.new_message(self.chat, other, text=text)

    @property
    def owner(self) -> User:
        for member in self.chat.members.values():
            if member.status == "creator":
                return member.user
        return next(iter(self.chat.members.values())).user

    def _service(self, by: User, **what: Any) -> Message:
        message = self.world.new_message(self.chat, by, kind="service", service=what)
        self.world.deliver(message)
        return message

    def _change(self, user: User, status: Status, *, by: User, rights: tuple[str, ...] = ()) -> None:
        old = self.chat.members.get(user.id) or Member(user, "left")
        new = Member(user, status, frozenset(rights))
        self.chat.members[user.id] = new
        _tell_member(self.world, self.chat, by, old, new)


def _tell_member(world: World, chat: Chat, by: User, old: Member, new: Member) -> None:
    """my_chat_member for the bot itself, chat_member for others where the bot is an admin."""
    world.touch(chat)
    mine = chat.members.get(world.me.id)
    about_me = new.user.id == world.me.id
    if not about_me and not (mine and mine.admin):
        return
    body = {
        "chat": render.chat(chat, world.users.get(chat.id)),
        "from": render.user(by),
        "date": int(world.clock()),
        "old_chat_member": render.member(old),
        "new_chat_member": render.member(new),
    }
    world.tell("my_chat_member" if about_me else "chat_member", body)


class Person:
    """Somebody with a phone: starts, writes, presses, blocks, leaves; and what came up on the screen."""

    def __init__(self, world: World, user: User) -> None:
        self.world = world
        self.user = user
        self.private = Room(world, world.chats[user.id])
        # The payload of a deep link that was followed; START sends it, whatever else is done puts it away.
        self.pending_start: str | None = None

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def name(self) -> str:
        return self.user.name

    def __repr__(self) -> str:
        return f"<Person {self.id} {self.name}>"

    def _notices(self, kind: str) -> list[Notice]:
        return [n for n in self.world.notices if n.user_id == self.id and n.kind == kind]

    @property
    def toasts(self) -> list[str]:
        """Short answers to presses, oldest first."""
        return [notice.text for notice in self._notices("toast")]

    @property
    def alerts(self) -> list[str]:
        """Answers that had to be closed with OK."""
        return [notice.text for notice in self._notices("alert")]

    @property
    def opened(self) -> list[str]:
        """Links that a press or a button opened."""
        return [notice.text for notice in self._notices("open")]

    def start(self, payload: str | None = None) -> Message:
        """Press START, with the payload of the link that led here unless another is given."""
        text = payload if payload is not None else self.pending_start or ""
        if self.private.chat.blocked:
            self.unblock()
        self.pending_start = None
        return self.send(self.private, f"/start {text}".strip())

    def send(
        self,
        where: Room | str,
        text: str,
        *,
        thread: int | None = None,
        reply_to: Message | None = None,
        anonymous: bool = False,
    ) -> Message:
        """Write a text; `where` is a group or "private". `anonymous` writes as the group itself."""
        chat = self._room(where).chat
        self._go_on()
        if chat.private:
            self._open_private(chat)
        elif anonymous and not chat.members[self.id].admin:
            raise CannotDo(f"{self.name} is no admin of {chat.title}")
        body, entities = formatted(text, None, None)
        if not body:
            raise CannotDo("an empty message cannot be sent")
        thread, is_topic = _thread(chat, thread, reply_to)
        message = self.world.new_message(
            chat,
            self.user,
            text=body,
            entities=entities,
            thread=thread,
            is_topic=is_topic,
            reply_to=reply_to.id if reply_to else None,
            as_chat=anonymous,
        )
        self.world.deliver(message)
        return message

    def _open_private(self, chat: Chat) -> None:
        if chat.blocked:
            raise CannotDo(f"{self.name} has blocked the bot")
        if not chat.started:
            chat.started = True
            self.world.touch(chat)

    def _go_on(self) -> None:
        """Do something else than START: as in the apps, the payload of a link is forgotten where the chat goes on."""
        if self.private.chat.started:
            self.pending_start = None

    def press(self, where: Room | Message | str, button: str | Json, *, screen: str = "") -> Press:
        """Press a button that stands there now. A link opens at once; callback data goes to the bot."""
        message, pressed = self._button(where, button)
        self._present(message.chat)
        if "callback_data" in pressed:
            return self._query(message.chat, message, message.id, pressed["callback_data"], screen)
        self._go_on()
        press = Press("", self.user, message.chat, message, message.id, "", self.world.clock(), Shown())
        if "url" in pressed:
            press.shown = Shown(url=pressed["url"])
            self.follow(pressed["url"], message.chat, screen=screen)
        elif "copy_text" in pressed:
            copied = pressed["copy_text"]["text"]
            self.world.notice(self.user, message.chat, "copied", copied, screen=screen)
        else:
            raise CannotDo(f"button {pressed['text']!r} does nothing here")
        return press

    def _button(self, where: Room | Message | str, button: str | Json) -> tuple[Message, Json]:
        if not isinstance(where, Message):
            room = self._room(where)
            return room.find(button if isinstance(button, str) else button["text"])
        if isinstance(button, dict):
            return where, button
        for fits in (_is_label, _is_data, _is_part):
            found = [b for b in where.buttons if fits(b, button)]
            if found:
                return where, found[0]
        raise CannotDo(f"no button {button!r} on {where!r}")

    def forge(self, where: Room | str, message_id: int, data: str, *, screen: str = "") -> Press:
        """A press that a changed client makes up, or that comes from an old screen: any data, any message."""
        chat = self._room(where).chat
        return self._query(chat, chat.messages.get(message_id), message_id, data, screen)

    def press_again(self, press: Press) -> Press:
        """A client that was closed before the answer came sends its press once more, under a new update."""
        return self._query(
            press.chat, press.chat.messages.get(press.message_id), press.message_id, press.data
        )

    def _query(
        self, chat: Chat, message: Message | None, message_id: int, data: str, screen: str = ""
    ) -> Press:
        world = self.world
        self._go_on()
        number = f"{self.id}{len(world.presses) + 1:08d}"
        press = Press(number, self.user, chat, message, message_id, data, world.clock(), screen=screen)
        world.presses[number] = press
        world.tell("callback_query", render.callback_query(press, world.users))
        return press

    def follow(self, url: str, source: Chat | None = None, *, screen: str = "") -> None:
        """Open a link. One to the bot leads into the private chat, where START waits with its payload, if any."""
        payload = start_payload(url, self.world.me.username)
        if payload is not None:
            self.pending_start = payload or None
            self.world.touch(self.private.chat)
        self.world.notice(self.user, source or self.private.chat, "open", url, screen=screen)

    def block(self) -> None:
        """Block the bot."""
        self._set_blocked(True)

    def unblock(self) -> None:
        self._set_blocked(False)

    def _set_blocked(self, blocked: bool) -> None:
        chat = self.private.chat
        if chat.blocked == blocked:
            return
        chat.blocked = blocked
        me = self.world.me
        old, new = Member(me, "member"), Member(me, "kicked")
        _tell_member(self.world, chat, self.user, *((old, new) if blocked else (new, old)))

    def join(self, group: Group) -> None:
        group.add(self)

    def leave(self, group: Group) -> None:
        self._present(group.chat)
        group.remove(self)

    def delete_account(self) -> None:
        self.user.deactivated = True

    def sees(self, where: Room | str) -> list[Message]:
        """The messages on this person's screen, those for his eyes only included."""
        chat = self._room(where).chat
        own = [m for m in chat.ephemeral.values() if m.receiver and m.receiver.id == self.id]
        return [*chat.messages.values(), *own]

    def _room(self, where: Room | str) -> Room:
        if isinstance(where, str):
            if where != "private":
                raise CannotDo(f"{where!r} is no place to write to")
            return self.private
        self._present(where.chat)
        return where

    def _present(self, chat: Chat) -> None:
        if chat.private and chat.id != self.id:
            raise CannotDo(f"{self.name} cannot see the private chat of {chat.title}")
        if not chat.private and not (self.id in chat.members and chat.members[self.id].present):
            raise CannotDo(f"{self.name} is not in {chat.title}")


def start_payload(url: str, username: str) -> str | None:
    """The payload of a link to this bot's private chat ('' when it has none); None for any other link."""
    match = re.fullmatch(
        r"(?:https?://)?t\.me/(\w+)(?:\?start=([\w-]{0,64}))?|tg://resolve\?domain=(\w+)(?:&start=([\w-]{0,64}))?",
        url,
    )
    if match is None or (match[1] or match[3]).lower() != username.lower():
        return None
    return match[2] or match[4] or ""


def _thread(chat: Chat, thread: int | None, reply_to: Message | None) -> tuple[int | None, bool]:
    """In a forum a message belongs to a topic; elsewhere in a supergroup a reply starts a thread."""
    if chat.forum:
        inherited = thread if thread is not None else (reply_to.thread if reply_to else None)
        if inherited is not None and inherited not in chat.topics:
            raise CannotDo(f"no topic {inherited} in {chat.title}")
        return inherited, inherited is not None
    if chat.kind == "supergroup" and reply_to is not None:
        return reply_to.thread or reply_to.id, False
    return None, False
