"""What storage can fail with. Every text is one sentence that an operator can read."""


class StorageError(Exception):
    """Something about the database went wrong; nothing was half done."""


class DatabaseBusy(StorageError):
    """Another process holds the database."""


class DatabaseTooNew(StorageError):
    """The file was written by a newer version of the program."""


class DatabaseUnusable(StorageError):
    """The file is no database of ours, or SQLite cannot work with it here."""


class DatabaseClosed(StorageError):
    """The database was closed before this call."""


class NotSaved(StorageError):
    """SQLite failed inside a write; the whole transaction was rolled back."""


class NotRead(StorageError):
    """SQLite failed inside a read."""


class Refused(StorageError):
    """The schema or SQLite does not take this, and never will: a fault of ours. Nothing was changed."""


class Stale(Refused):
    """What was to be changed is not as the caller believes; nothing was changed."""


def may_pass(error: BaseException) -> bool:
    """Whether the same may be saved later, as after a full disk; a refusal, or any other bug, stays one."""
    return isinstance(error, StorageError) and not isinstance(error, Refused)
