"""All speed tables: `python -m bench [--quick]`; exit 1 below a floor."""

import sys

from bench import hands, pictures, winning

if __name__ == "__main__":
    arguments = sys.argv[1:]
    sys.exit(max(winning.main(arguments), hands.main(arguments), pictures.main(arguments)))
