"""All speed tables: `python -m bench [--quick]`; exit 1 below a floor."""

import sys

from bench import decisions, hands, pictures, settling, sizes, winning

if __name__ == "__main__":
    arguments = sys.argv[1:]
    tables = (winning, sizes, settling, hands, decisions, pictures)
    sys.exit(max([table.main(arguments) for table in tables]))
