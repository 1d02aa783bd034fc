# make play: set up whatever is missing and play in the terminal.   make test: set up and run every check.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/pip install --quiet --disable-pip-version-check --no-compile --require-hashes

.PHONY: play test torture media lint types lock clean

play: $(VENV)/.run
	@$(BIN)/litfour play $(ARGS)

test: $(VENV)/.dev lint types
	$(BIN)/pytest -n 2 --dist worksteal

# the long versions of the tests against faults, for BUDGET minutes; writes docs/reliability.md
BUDGET ?= 60
torture: $(VENV)/.dev
	PYTHONPATH=.:firmware:host_tools/shims $(BIN)/python -m tests.torture --budget $(BUDGET) $(ARGS)

# all pictures of README and docs anew
media: $(VENV)/.run
	$(BIN)/litfour media

lint: $(VENV)/.dev
	$(BIN)/ruff check .

types: $(VENV)/.dev
	$(BIN)/mypy

# What the game and the tools need; --no-deps and no build isolation: nothing comes in that is not pinned and hashed.
$(VENV)/.run: requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Litfour needs Python 3.11 or newer: make PYTHON=python3.11 ...")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "setting up $(VENV) (once)"
	@$(PIP) -r requirements.txt
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# and what the checks need
$(VENV)/.dev: $(VENV)/.run requirements-dev.txt
	@echo "setting up the checks (once)"
	@$(PIP) -r requirements-dev.txt
	@mkdir -p $(VENV)/typings
	@cd $(VENV)/lib/python3*/site-packages && cp -r machine.pyi rp2 micropython.pyi uctypes.pyi _mpy_shed ../../../typings/
	@touch $@

# the pinned versions with their hashes, after a change of pyproject.toml
lock: $(VENV)/.dev
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header pyproject.toml -o requirements.txt
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header --extra dev --extra emulator --extra solver pyproject.toml -o requirements-dev.txt

clean:
	rm -rf $(VENV) build dist

include hardware/hardware.mk hardware/enclosure.mk
