"""What the world is made of: users, chats, members, messages, presses, and the record of calls."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from playground.checks import Keyboard
from playground.errors import Json

ANONYMOUS_ADMIN = 1087968824

SEND_RIGHTS = (
    "can_send_messages", "can_send_audios", "can_send_documents", "can_send_photos", "can_send_videos",
    "can_send_video_notes", "can_send_voice_notes", "can_send_polls", "can_send_other_messages",
    "can_add_web_page_previews", "can_react_to_messages",
)  # fmt: skip
MEMBER_RIGHTS = (*SEND_RIGHTS, "can_edit_tag", "can_change_info", "can_invite_users", "can_pin_messages",
                 "can_manage_topics")  # fmt: skip
ADMIN_RIGHTS = (
    "can_manage_chat", "can_delete_messages", "can_manage_video_chats", "can_restrict_members",
    "can_promote_members", "can_change_info", "can_invite_users", "can_post_stories", "can_edit_stories",
    "can_delete_stories", "can_pin_messages", "can_manage_topics", "can_manage_tags",
    "can_send_welcome_messages",
)  # fmt: skip

ChatKind = Literal["private", "group", "supergroup"]
Status = Literal["creator", "administrator", "member", "restricted", "left", "kicked"]
Kind = Literal["text", "photo", "document", "dice", "service"]


@dataclass(slots=True)
class User:
    """Somebody with an account; the bot is one too."""

    id: int
    first_name: str
    last_name: str = ""
    username: str = ""
    language: str = ""
    is_bot: bool = False
    deactivated: bool = False

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


@dataclass(slots=True)
class Member:
    """A user's place in a group."""

    user: User
    status: Status = "member"
    rights: frozenset[str] = frozenset()
    anonymous: bool = False

    @property
    def present(self) -> bool:
        """Does he see what is written?"""
        return self.status not in ("left", "kicked")

    @property
    def admin(self) -> bool:
        return self.status in ("creator", "administrator")


@dataclass(slots=True)
class Topic:
    """A topic of a forum; the General topic has none."""

    id: int
    name: str
    closed: bool = False


@dataclass(slots=True)
class Chat:
    """A private chat with the bot (its id is the user's), a basic group or a supergroup."""

    id: int
    kind: ChatKind
    title: str = ""
    username: str = ""
    forum: bool = False
    members: dict[int, Member] = field(default_factory=dict)
    topics: dict[int, Topic] = field(default_factory=dict)
    permissions: frozenset[str] = frozenset(MEMBER_RIGHTS)
    messages: dict[int, Message] = field(default_factory=dict)
    ephemeral: dict[int, Message] = field(default_factory=dict)
    pinned: list[int] = field(default_factory=list)
    started: bool = False
    blocked: bool = False
    deleted: bool = False
    migrated_to: int | None = None
    last_bot: int | None = None
    last_id: int = 0
    action: str = ""
    stamp: int = 0

    @property
    def private(self) -> bool:
        return self.kind == "private"

    def topic_of(self, thread: int | None) -> Topic | None:
        return self.topics.get(thread) if thread is not None else None


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file the server keeps; `file_id` belongs to this bot only."""

    file_id: str
    unique_id: str
    path: str
    data: bytes
    mime: str
    name: str = ""
    width: int = 0
    height: int = 0


@dataclass(slots=True)
class Message:
    """A message as the server keeps it. `text` is the caption when there is a file."""

    id: int
    chat: Chat
    sender: User
    date: int
    kind: Kind = "text"
    text: str = ""
    entities: list[Json] = field(default_factory=list)
    file: StoredFile | None = None
    dice: tuple[str, int] | None = None
    keyboard: Keyboard | None = None
    thread: int | None = None
    is_topic: bool = False
    reply_to: int | None = None
    service: Json = field(default_factory=dict)
    as_chat: bool = False
    edited: int | None = None
    effect: str = ""
    silent: bool = False
    spoiler: bool = False
    above: bool = False
    preview: Json | None = None
    reactions: dict[int, list[Json]] = field(default_factory=dict)
    receiver: User | None = None
    ephemeral_id: int = 0
    stamp: int = 0

    @property
    def labels(self) -> list[list[str]]:
        """The keyboard as it is read: the buttons' texts, row by row."""
        return [[button["text"] for button in row] for row in self.keyboard or []]

    @property
    def buttons(self) -> list[Json]:
        """All buttons, from the top left to the bottom right."""
        return [button for row in self.keyboard or [] for button in row]

    @property
    def data(self) -> list[str]:
        """The callback data of all buttons that have some."""
        return [button["callback_data"] for button in self.buttons if "callback_data" in button]

    def __repr__(self) -> str:
        return f"<Message {self.chat.id}/{self.id} {self.kind} {self.text[:60]!r} {self.labels}>"


@dataclass(frozen=True, slots=True)
class Shown:
    """What a presser was answered."""

    text: str = ""
    alert: bool = False
    url: str = ""


@dataclass(slots=True)
class Press:
    """A callback query: who pressed what on which screen, and what he was shown (None until it is answered)."""

    id: str
    user: User
    chat: Chat
    message: Message | None
    message_id: int
    data: str
    at: float
    shown: Shown | None = None
    screen: str = ""

    @property
    def answered(self) -> bool:
        return self.shown is not None


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that came up for one person: on the screen that he pressed on, when that is known."""

    stamp: int
    user_id: int
    chat_id: int
    kind: Literal["toast", "alert", "open", "copied"]
    text: str
    screen: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """One request of the bot, as the record keeps it."""

    at: float
    method: str
    chat_id: int | None
    fields: dict[str, Any]
    status: int
    error: str = ""
    message_id: int | None = None
    fault: str = ""
    stamp: int = 0

    @property
    def ok(self) -> bool:
        return self.status == 200
