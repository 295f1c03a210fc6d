"""A Telegram of one's own: a strict Bot API in memory, with a chat page in front of it."""
