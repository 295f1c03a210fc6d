"""Settings of the running bot, from the environment or a `.env` file beside it; each fault is one clear sentence."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

TELEGRAM = "https://api.telegram.org"
_TOKEN = re.compile(r"\d+:[\w-]{10,}")


class SettingsError(ValueError):
    """A setting that cannot be used; the message says which and what to do."""


@dataclass(frozen=True, slots=True)
class BotSettings:
    """What the bot runs with."""

    token: str = field(repr=False)
    api_url: str = TELEGRAM
    database: Path = Path("data/paizhuo.db")
    log_level: str = "INFO"
    backups: Path | None = None
    """The folder for daily copies of the database; None: none are made."""


def read_env_file(path: Path) -> dict[str, str]:
    """`NAME=value` lines of a `.env` file; an absent file has none. Raises SettingsError."""
    if not path.exists():
        return {}
    found = {}
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        name, equals, value = line.removeprefix("export ").partition("=")
        if not equals or not name.strip().isidentifier():
            raise SettingsError(f"{path.name}, line {number}: NAME=value is expected")
        found[name.strip()] = value.strip().strip("\"'")
    return found


def database_path(environment: Mapping[str, str]) -> Path:
    """Where the database is."""
    return Path(environment.get("DATABASE_PATH", "") or "data/paizhuo.db")


def backup_folder(environment: Mapping[str, str]) -> Path | None:
    """Where daily copies of the database go: beside it, unless somewhere else is wanted or none are (`off`)."""
    named = environment.get("BACKUP_DIR", "").strip()
    if named.lower() == "off":
        return None
    return Path(named) if named else database_path(environment).parent / "backups"


def read_settings(environment: Mapping[str, str]) -> BotSettings:
    """The settings of these variables; raises SettingsError with every fault, one a line."""
    faults = []
    token = environment.get("TELEGRAM_BOT_TOKEN", "").strip()
    if not token:
        faults.append(
            "TELEGRAM_BOT_TOKEN is missing: ask @BotFather in Telegram for a bot and put its token there."
        )
    elif not _TOKEN.fullmatch(token):
        faults.append("TELEGRAM_BOT_TOKEN does not look like a token (numbers, a colon, letters).")
    url = environment.get("TELEGRAM_API_URL", TELEGRAM).rstrip("/")
    if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).netloc:
        faults.append("TELEGRAM_API_URL must be http://host:port or https://host, without the /bot part.")
    level = environment.get("LOG_LEVEL", "INFO").upper()
    if level not in logging.getLevelNamesMapping():
        faults.append("LOG_LEVEL must be DEBUG, INFO, WARNING or ERROR.")
    database = database_path(environment)
    if database.is_dir():
        faults.append(f"DATABASE_PATH names a folder ({database}); a file is wanted.")
    backups = backup_folder(environment)
    if backups is not None and backups.exists() and not backups.is_dir():
        faults.append(f"BACKUP_DIR names a file ({backups}); a folder is wanted, or off for no backups.")
    if faults:
        raise SettingsError("\n".join(faults))
    return BotSettings(token, url, database, level, backups)
