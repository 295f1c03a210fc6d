# The two commands a stranger needs: `make playground` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOAK_SECONDS ?= 480
PORT ?= 8765

.PHONY: playground run test check format bench bench-host soak soak-durability soak-delivery soak-secrecy soak-engine audit lock clean

# -- installing

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.playground: requirements/playground.txt pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/playground.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $@

$(VENV)/.dev: requirements/dev.txt pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $@ $(VENV)/.playground

# -- playing

playground: $(VENV)/.playground
	@$(BIN)/python bot.py playground --port $(PORT)

run: $(VENV)/.playground
	@$(BIN)/python bot.py

# -- checking

check: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q -n 2 -m "not slow and not browser and not soak"

test: $(VENV)/.dev
	@sh tests/install_browser.sh
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n 2 -m "not soak"

format: $(VENV)/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# -- measuring

bench: $(VENV)/.dev
	$(BIN)/python -m bench $(if $(QUICK),--quick)

bench-host: $(VENV)/.dev
	$(BIN)/python -m bench.host $(if $(QUICK),--quick)

# The long tiers. A part begins nothing new after SOAK_SECONDS and goes on there when it is run again;
# `make soak` runs every part to its end.
PARTS := durability delivery secrecy engine

soak: $(VENV)/.dev
	for part in $(PARTS); do $(MAKE) soak-$$part SOAK_SECONDS=1000000 || exit 1; done

$(addprefix soak-,$(PARTS)): $(VENV)/.dev
	$(BIN)/python -m pytest -q -n 2 -m soak --soak-part=$(subst soak-,,$@) --soak-seconds=$(SOAK_SECONDS) tests

# -- housekeeping

# Are any of the locked versions known to be vulnerable? Asks PyPI; a version that cannot be looked up is a failure too.
audit:
	$(PYTHON) -m venv build/audit
	build/audit/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/audit.txt
	for name in run playground dev art audit; do \
	  build/audit/bin/pip-audit --strict --disable-pip --require-hashes -r requirements/$$name.txt || exit 1; done

lock: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet uv
	for name in run playground dev art audit; do \
	  case $$name in run) extras= ;; dev) extras="--extra=dev --extra=playground" ;; *) extras="--extra=$$name" ;; esac; \
	  $(BIN)/uv pip compile -q pyproject.toml $$extras --universal --python-version 3.11 --generate-hashes \
	    --no-header --no-annotate --exclude-newer "$$(date -u -d '7 days ago' +%F)" -o requirements/$$name.txt; done

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
