"""SQLite behind one door: `Database`, and modules of functions to use inside its transactions.

Knows no rules and no Telegram. Functions take a `Connection`; what they raise is a `StorageError`.
"""

from storage.connection import Connection
from storage.database import Database
from storage.errors import (
    DatabaseBusy,
    DatabaseClosed,
    DatabaseTooNew,
    DatabaseUnusable,
    NotRead,
    NotSaved,
    Refused,
    Stale,
    StorageError,
)

__all__ = [
    "Connection",
    "Database",
    "DatabaseBusy",
    "DatabaseClosed",
    "DatabaseTooNew",
    "DatabaseUnusable",
    "NotRead",
    "NotSaved",
    "Refused",
    "Stale",
    "StorageError",
]
