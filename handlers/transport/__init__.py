"""How Telegram is spoken to: updates in, messages out, errors in one table. Knows no rules and no tables."""

import os

# The library's durations are timedeltas, as from its next version on; else every 429 brings a warning.
os.environ.setdefault("PTB_TIMEDELTA", "1")
