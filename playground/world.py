"""The world behind the Bot API: `World.call(method, form)` is the bot's only entrance.

Time and randomness are passed in. People act through `playground.people`; nothing here awaits.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from playground import access, checks, limits, render
from playground.changes import Changes
from playground.checks import Form, Upload
from playground.errors import ApiError, Json, bad
from playground.faults import BAD_GATEWAY, Fault, Faults
from playground.methods import METHODS
from playground.model import Call, Chat, ChatKind, Member, Message, Notice, Press, Status, StoredFile, User
from playground.people import Group, Person
from playground.pictures import mime_of
from playground.updates import UpdateQueue

TOKEN = "7000000001:playground-needs-no-secret"  # noqa: S105
BOT = User(7_000_000_001, "牌桌", username="paizhuo_bot", is_bot=True)
FIRST_UPDATE = 400_000_001


@dataclass(frozen=True, slots=True)
class Answer:
    """What comes back. `lost`: it never arrives; `broken`: the connection breaks; `delay` in seconds."""

    status: int
    body: Json | str
    delay: float = 0.0
    lost: bool = False
    broken: bool = False


class World:
    """Users, chats, messages, files, updates and presses of one bot's Telegram."""

    def __init__(
        self,
        *,
        clock: Callable[[], float],
        draw: Callable[[int], int],
        token: str = TOKEN,
        bot: User = BOT,
        mode: limits.Mode = "off",
        privacy: bool = True,
    ) -> None:
        self.clock = clock
        self.draw = draw
        self.token = token
        self.me = bot
        self.privacy = privacy
        self.changes = Changes()
        self.limits = limits.Limits(clock, mode)
        self.faults = Faults()
        self.updates = UpdateQueue(clock, FIRST_UPDATE)
        self.users: dict[int, User] = {bot.id: bot}
        self.chats: dict[int, Chat] = {}
        self.people: dict[int, Person] = {}
        self.groups: dict[int, Group] = {}
        self.files: dict[str, StoredFile] = {}
        self.presses: dict[str, Press] = {}
        self.calls: list[Call] = []
        self.notices: list[Notice] = []
        self.removed: list[tuple[int, int, int]] = []
        self.commands: dict[tuple[Any, ...], list[Json]] = {}
        self.texts: dict[tuple[str, str], str] = {}
        self._last_private_id = 100
        self._serial = 0

    # The bot's entrance

    def call(self, method: str, form: Form) -> tuple[int, Json | str]:
        """One request: HTTP status and body. Status 0 when a fault swallowed the answer."""
        answer = self.perform(method, form)
        return (0, "") if answer.lost or answer.broken else (answer.status, answer.body)

    def perform(self, method: str, form: Form) -> Answer:
        """As `call`, with what happens to the answer on its way."""
        fault = self.faults.take(method, _chat_id(form))
        if fault is not None and not fault.executed:
            answer = Answer(200, "") if fault.error is None else Answer(fault.error.code, fault.error.body())
        else:
            answer = self._execute(method, form)
        self._record(method, form, answer, fault)
        return _through(fault, answer)

    def _execute(self, method: str, form: Form) -> Answer:
        try:
            result = self._run(checks.method_name(method), form)
        except ApiError as refusal:
            return Answer(refusal.code, refusal.body())
        return Answer(200, {"ok": True, "result": result})

    def _run(self, name: str, form: Form) -> Any:
        fields = checks.decode(name, form)
        method = METHODS.get(name)
        if method is None:
            raise ApiError(501, f"Not Implemented: {name} is not implemented in the playground")
        if limits.counted(name):
            self._charge(fields)
        uploads = {part: value for part, value in form.items() if isinstance(value, Upload)}
        return method(self, fields, uploads)

    def _charge(self, fields: Json) -> None:
        chat = self.chats.get(fields.get("chat_id", 0))
        if chat is not None:
            self.limits.charge(chat.id, group=not chat.private)

    def _record(self, method: str, form: Form, answer: Answer, fault: Fault | None) -> None:
        """Every call is kept, but for polls that went well."""
        if method.lower() == "getupdates" and answer.status == 200 and fault is None:
            return
        body = answer.body if isinstance(answer.body, dict) else {}
        result = body.get("result")
        shown = {k: f"<{len(v.data)} bytes>" if isinstance(v, Upload) else v for k, v in form.items()}
        call = Call(
            at=self.clock(),
            method=method,
            chat_id=_chat_id(form),
            fields=shown,
            status=answer.status,
            error=body.get("description", ""),
            message_id=result.get("message_id") if isinstance(result, dict) else None,
            fault=fault.kind if fault else "",
            stamp=self.changes.touch(),
        )
        self.calls.append(call)

    @property
    def refused(self) -> list[Call]:
        """The calls that the world refused by itself (injected faults left out)."""
        return [call for call in self.calls if not call.ok and not call.fault]

    def transcript(self) -> list[str]:
        """The calls in words, without times: for comparing one run with another."""
        return [_line(call, self.chats.get(call.chat_id or 0)) for call in self.calls]

    @property
    def unanswered(self) -> list[Press]:
        """The presses that nobody has answered."""
        return [press for press in self.presses.values() if not press.answered]

    # People and groups

    def add_user(
        self,
        first_name: str,
        *,
        language: str = "",
        username: str = "",
        last_name: str = "",
        user_id: int = 0,
    ) -> Person:
        """A new person, who has never written to the bot."""
        new_id = user_id or 5_000_001 + len(self.people)
        user = User(new_id, first_name, last_name, username, language)
        self.users[new_id] = user
        self.chats[new_id] = Chat(new_id, "private", title=user.name)
        person = Person(self, user)
        self.people[new_id] = person
        self.touch(self.chats[new_id])
        return person

    def add_group(
        self,
        title: str,
        *people: Person,
        kind: ChatKind = "supergroup",
        forum: bool = False,
        with_bot: bool = True,
        chat_id: int = 0,
    ) -> Group:
        """A group; the first person is its creator. With `with_bot` he adds the bot, which tells it so."""
        number = len(self.groups) + 1
        default = -1_002_000_000_000 - number if kind == "supergroup" else -4_000_000 - number
        chat = Chat(chat_id or default, kind, title=title, forum=forum)
        self.chats[chat.id] = chat
        group = Group(self, chat)
        self.groups[chat.id] = group
        for index, person in enumerate(people):
            status: Status = "creator" if index == 0 else "member"
            chat.members[person.id] = Member(person.user, status)
        if with_bot and people:
            group.add_bot(people[0])
        self.touch(chat)
        return group

    # Messages

    def new_message(self, chat: Chat, sender: User, **content: Any) -> Message:
        """A message with the next id of its chat; nobody is told yet."""
        message = Message(self._next_id(chat), chat, sender, int(self.clock()), **content)
        chat.messages[message.id] = message
        if sender.is_bot:
            chat.last_bot, chat.action = sender.id, ""
        self.touch(message)
        return message

    def _next_id(self, chat: Chat) -> int:
        """Supergroups count by themselves; private chats and basic groups share one counter."""
        if chat.kind == "supergroup":
            chat.last_id += 1
            return chat.last_id
        self._last_private_id += 1
        return self._last_private_id

    def remove(self, message: Message) -> None:
        """A message is gone for everybody."""
        message.chat.messages.pop(message.id, None)
        message.chat.ephemeral.pop(message.ephemeral_id, None)
        self.removed.append((self.changes.touch(), message.chat.id, message.ephemeral_id or message.id))

    def touch(self, thing: Message | Chat) -> None:
        """Something about it is new."""
        thing.stamp = self.changes.touch()

    def notice(self, person: User, chat: Chat, kind: Any, text: str, *, screen: str = "") -> None:
        """Something comes up on a person's screen."""
        self.notices.append(Notice(self.changes.touch(), person.id, chat.id, kind, text, screen))

    def json(self, message: Message) -> Json:
        return render.message(message, self.users)

    # Updates

    def deliver(self, message: Message) -> None:
        """Tell the bot of a message, if it may see it."""
        if self.bot_sees(message):
            self.tell("message", self.json(message))

    def tell(self, kind: str, body: Json) -> None:
        if self.updates.add(kind, body) is not None:
            self.changes.touch()

    def bot_sees(self, message: Message) -> bool:
        """Privacy mode: commands for this bot, replies to it, service messages; everything as admin."""
        chat = message.chat
        mine = chat.members.get(self.me.id)
        if chat.private:
            return True
        if mine is None or not mine.present:
            return False
        if not self.privacy or mine.admin or message.kind == "service":
            return True
        original = chat.messages.get(message.reply_to or 0)
        if original is not None and original.sender.id == self.me.id:
            return True
        if not message.text.startswith("/"):
            return False
        command = message.text.split()[0]
        if "@" in command:
            return command.partition("@")[2].lower() == self.me.username.lower()
        return chat.last_bot in (None, self.me.id)

    # What the methods look up

    def find_chat(self, chat_id: int | str) -> Chat:
        """A chat by id or @name, whatever its state."""
        if isinstance(chat_id, str):
            named = [c for c in self.chats.values() if c.username and f"@{c.username}" == chat_id]
            if not named:
                raise bad("chat not found")
            return named[0]
        chat = self.chats.get(chat_id)
        if chat is None:
            raise bad("chat not found")
        return chat

    def target(self, fields: Json) -> Chat:
        """The chat of a request, if the bot can act there."""
        if "chat_id" not in fields:
            raise bad("chat_id is empty")
        chat = self.find_chat(fields["chat_id"])
        return access.reachable(chat, self.users.get(chat.id), self.me)

    def store(self, upload: Upload, folder: str, width: int = 0, height: int = 0) -> StoredFile:
        """Keep an uploaded file under a new file_id."""
        self._serial += 1
        digest = hashlib.sha256(upload.data).hexdigest()
        mime = mime_of(upload.data) if folder == "photos" else upload.mime
        suffix = {"image/png": "png", "image/jpeg": "jpg"}.get(mime, upload.name.rpartition(".")[2] or "bin")
        file = StoredFile(
            file_id=f"AgACAgUAAx{self._serial:06d}{digest[:24]}",
            unique_id=f"AQAD{digest[:12]}",
            path=f"{folder}/file_{self._serial}.{suffix}",
            data=upload.data,
            mime=mime,
            name=upload.name,
            width=width,
            height=height,
        )
        self.files[file.file_id] = file
        return file

    def file_at(self, path: str) -> StoredFile | None:
        """The file that `getFile` told this path for."""
        return next((file for file in self.files.values() if file.path == path), None)

    def commands_for(self, user: User, chat: Chat) -> list[Json]:
        """The menu this person sees in this chat: the narrowest scope, then the language, then none."""
        member = chat.members.get(user.id)
        admin = member is not None and member.admin
        if chat.private:
            scopes: list[tuple[Any, ...]] = [("chat", chat.id), ("all_private_chats",)]
        else:
            scopes = [("chat_member", chat.id, user.id)]
            scopes += [("chat_administrators", chat.id)] if admin else []
            scopes += [("chat", chat.id)]
            scopes += [("all_chat_administrators",)] if admin else []
            scopes += [("all_group_chats",)]
        for scope in [*scopes, ("default",)]:
            for language in (user.language, ""):
                if (scope, language) in self.commands:
                    return self.commands[scope, language]
        return []

    def text_for(self, kind: str, language: str) -> str:
        """The bot's description and the like, in a language or without one."""
        return self.texts.get((kind, language)) or self.texts.get((kind, ""), "")


def _line(call: Call, chat: Chat | None) -> str:
    place = chat.title if chat else ""
    text = call.fields.get("text") or call.fields.get("caption") or ""
    parts = [call.method, place, str(call.message_id or ""), call.fault or call.error or text]
    return " · ".join(part.replace("\n", " ⏎ ") for part in parts if part)


def _chat_id(form: Form) -> int | None:
    value = form.get("chat_id")
    try:
        return int(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _through(fault: Fault | None, answer: Answer) -> Answer:
    """The answer as a fault leaves it."""
    if fault is None or fault.kind == "error":
        return answer
    if fault.kind == "bad_gateway":
        return Answer(502, BAD_GATEWAY)
    return replace(answer, delay=fault.seconds, lost=fault.kind == "lost", broken=fault.kind == "broken")
