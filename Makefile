# The commands that people and continuous integration run. Each does its own set-up.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
TASK ?= task-580
AGENT ?= oracle
SEED ?= 0
SIZE ?= full
PYTEST := $(BIN)/python -m pytest

.PHONY: run play images test fast check format doctor clean

run: $(READY)  ## play a task: make run [AGENT=noop] [TASK=task-580] [SEED=0] [SIZE=small]
	@$(BIN)/browserenv run $(TASK) --agent $(AGENT) --seed $(SEED) --size $(SIZE)

play: $(READY)  ## play a task yourself in a window
	@$(BIN)/browserenv play $(TASK) --seed $(SEED) --size $(SIZE)

images: $(READY)  ## build the container images of the sites: make images [SIZE=small]
	@$(BIN)/browserenv images build --size $(SIZE)

test: $(READY)  ## all tests, browser tests included
	$(PYTEST) -n 2

fast: $(READY)  ## the tests that take under ten seconds each
	$(PYTEST) -n 2 -m "not slow"

check: $(READY)  ## style and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy browserenv tests

format: $(READY)  ## put the code in the project's style
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

doctor: $(READY)  ## is all in order on this machine?
	@$(BIN)/browserenv doctor

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "browserenv needs Python 3.11 or later; set PYTHON=/path/to/python3.11"; exit 2; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "installing browserenv and what it needs into .venv"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip setuptools
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@$(BIN)/browserenv doctor --install-browser
	@touch $@

clean:  ## remove the virtual environment and the caches of tools
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache build *.egg-info
