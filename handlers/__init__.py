"""Telegram, and the tables that live there."""
