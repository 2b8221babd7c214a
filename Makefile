# `make tourney` plays a first tournament, `make test` runs the checks; both set up .venv if necessary.

SHELL := bash
.SHELLFLAGS := -o pipefail -c
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# Directories with Python files; mypy fails on one without. In bots/ only files under version control, not the user's
# own sketches.
CODE := $(filter-out bots,$(patsubst %/,%,$(sort $(dir $(wildcard */*.py)))))
CODE += $(or $(shell git ls-files 'bots/*.py' 2>/dev/null),bots)

# uv where it is there; otherwise pip, which would spend a third of its time on bytecode that nobody may need. What pip
# installs is told, one line for each package: it takes too long to be silent.
UV := $(shell command -v uv)
PIP = $(BIN)/python -m pip install --disable-pip-version-check --no-compile
INSTALL = $(if $(UV),$(UV) pip install --python $(BIN)/python,$(PIP))
TOLD = awk '/^Collecting|^Processing .*\.whl/ { sub(/.*\//, "", $$2); sub(/[<>=!~;[].*/, "", $$2); if (/^Processing/) sub(/-.*/, "", $$2); print "  " $$2; fflush() } \
	/^Installing collected/ { print "  unpacking them"; fflush() }'

.PHONY: tourney fast plain wheel wheels packages dev docs test test-slow test-compiled test-all coverage claims mutants lint bench \
	snapshots pictures reference notebook clean

# Plays first, and interpreted unless the rules have been compiled before.
tourney: $(VENV)/.installed
	@echo 'Playing the tournament of configs/quickstart.toml.'
	@$(BIN)/wallenstein tourney --config configs/quickstart.toml
	@$(COMPILED) || ! command -v cc >/dev/null || \
		echo '`make fast` compiles the rules in about a minute; games are then two to three times as fast.'

# The rules compiled, beside their sources; `make plain` takes that away. After a change of the rules they run
# interpreted until they are compiled again.
COMPILED = $(BIN)/python -c 'import sys; from wallenstein import compiled; sys.exit(compiled.INTERPRETED is not None)'

fast: $(VENV)/.installed-fast
	@$(COMPILED) || { echo 'Compiling the rules; this takes about a minute.'; \
		$(BIN)/python hatch_build.py | awk '!/warning: Treating/'; }

plain: $(VENV)/.installed-fast
	$(BIN)/python hatch_build.py --remove

# A wheel with compiled rules for this Python; `wheels`: for all that are supported, in containers.
wheel: $(VENV)/.installed-dev
	WALLENSTEIN_COMPILE=1 $(BIN)/python -m build --wheel

wheels: $(VENV)/.installed-dev
	$(INSTALL) --quiet cibuildwheel
	$(BIN)/python -m cibuildwheel --platform linux

# Wheel and sdist, built, looked at, and tried in a clean environment of every Python that is here.
packages: $(VENV)/.installed-dev
	$(BIN)/python -m tests.package.run

# The documentation site, in build/site; every link and every reference must lead somewhere.
docs: $(VENV)/.installed-dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --config-file website/mkdocs.yml
	@echo 'The site is build/site/index.html.'

# The development tools, such as pytest for the test of a bot.
dev: $(VENV)/.installed-dev

# Processes of tests read bytecode, which is kept in build/: otherwise each compiles all that it imports.
test test-slow test-compiled test-all coverage: export PYTHONDONTWRITEBYTECODE =
test test-slow test-compiled test-all coverage: export PYTHONPYCACHEPREFIX = $(CURDIR)/build/bytecode

test: lint
	$(BIN)/pytest -n 2 --dist worksteal -m 'not long and not slow'

# What takes a few seconds a test: processes of bots, kills, stores, clusters.
test-slow: $(VENV)/.installed-dev
	$(BIN)/pytest -n 2 --dist worksteal -m 'slow and not long'

# The rules' own tests once more, compiled; and the games of both forms, which must be the same.
test-compiled: $(VENV)/.installed-dev fast
	$(BIN)/pytest -n 2 --dist worksteal -m 'not long and not slow' tests/rules tests/properties tests/games tests/core tests/environment tests/test_compiled.py

test-all: lint
	$(BIN)/pytest -n 2 --dist worksteal

# Lines and branches that the quick suite takes, game processes and trials included.
coverage: $(VENV)/.installed-dev
	rm -rf build/coverage && mkdir -p build/coverage
	$(BIN)/coverage run -m pytest -n 2 --dist worksteal -m 'not long'
	$(BIN)/python -W ignore -m coverage combine --quiet  # what a process was writing when it was killed is left out
	$(BIN)/coverage report
	$(BIN)/coverage json --quiet -o build/coverage/report.json
	$(BIN)/python -m tests.branches build/coverage/report.json

# The figures of the documents played again (docs/claims.toml): which no longer hold? NAMES="quickstart styles" plays some,
# WRITE=1 writes the new figures down.
claims: $(VENV)/.installed-dev
	$(BIN)/python -m tests.claims.again $(NAMES) $(if $(WRITE),--write)

# Small faults planted in copies of the program: how many do the tests find? Takes hours; run again to resume.
mutants: $(VENV)/.installed-dev
	$(BIN)/python -m tests.mutants.run --count 400 --seed 1 --jobs 2

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check $(CODE) hatch_build.py
	$(BIN)/ruff format --check $(CODE) hatch_build.py
	$(BIN)/mypy $(CODE) hatch_build.py
	$(BIN)/python -m tests.arithmetic wallenstein/core wallenstein/games $(filter bots%,$(CODE))

bench: $(VENV)/.installed-bench
	for file in benchmarks/engine.py benchmarks/peers.py benchmarks/tourney.py benchmarks/commands.py; do $(BIN)/python $$file || exit; done

# The pictures of the README and of the documents, after a change of pages; it needs Chromium.
pictures: $(VENV)/.installed-dev
	$(BIN)/python -m tests.browser.pictures

# After a change of help texts: write the snapshots again, then check the difference.
snapshots: $(VENV)/.installed-dev
	WALLENSTEIN_SNAPSHOTS=write $(BIN)/pytest tests/cli/test_help.py

# After a change of columns, keys of a configuration, events, countries or the study: their tables in the documentation.
reference: $(VENV)/.installed-dev
	$(BIN)/python -m tests.docs.reference

# After a change of docs/analysis.md: the same as a notebook.
notebook: $(VENV)/.installed-dev
	$(BIN)/python -m tests.docs.notebook > examples/study.ipynb

# Installed again only when pyproject.toml changes.
$(VENV)/.installed: pyproject.toml | $(BIN)/python
	@echo 'Installing wallenstein with the packages that it needs into $(VENV); $(if $(UV),uv takes some seconds,pip takes half a minute).'
	@$(INSTALL) --editable . | $(TOLD)
	@touch $@

$(VENV)/.installed-%: pyproject.toml | $(BIN)/python
	@echo 'Installing what [$*] needs into $(VENV).'
	@$(INSTALL) --editable '.[$*]' | $(TOLD)
	@touch $@ $(VENV)/.installed

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'Python 3.11 or later is needed: make PYTHON=/path/to/python3.11'; exit 1; }
	@echo 'Making an environment for Python in $(VENV).'
	@$(if $(UV),$(UV) venv --quiet --seed --python $(PYTHON),$(PYTHON) -m venv) $(VENV)

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks build dist
	find . -name __pycache__ -prune -exec rm -rf {} +
