"""How Telegram is spoken to: updates in, messages out, errors in one table. Knows no rules and no tables."""
