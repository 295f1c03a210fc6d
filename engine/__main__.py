"""The engine's command line: `python -m engine settle FILE.json` and its neighbours."""

import sys

from engine.command_line import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
