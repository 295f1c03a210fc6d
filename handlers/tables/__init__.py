"""The table core: plain functions from a table and a command to the next table and its effects."""
