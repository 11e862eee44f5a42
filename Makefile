# Two commands: `make run` opens the sample capture, `make test` checks everything.
# Both make the environment in .venv when it is missing or pyproject.toml has changed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SAMPLE := resources/samples/tpu_input_bound.xplane.pb.gz
SCREENSHOT := traceview-demo.png
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet
PYTEST_FLAGS ?= --numprocesses auto

.PHONY: run test bench fuzz clean

run: $(VENV)/installed
	@if [ "$$(uname)" = Linux ] && [ -z "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
		echo "No display here: the sample's summary, and a screenshot instead of a window."; \
		$(BIN)/traceview info $(SAMPLE) && \
		$(BIN)/traceview screenshot $(SAMPLE) -o $(SCREENSHOT) && \
		echo "Screenshot written to $(SCREENSHOT)"; \
	else \
		$(BIN)/traceview demo; \
	fi

test: export QT_QPA_PLATFORM := offscreen
test: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/pytest $(PYTEST_FLAGS)

bench: export QT_QPA_PLATFORM := offscreen
bench: $(VENV)/installed-dev
	$(BIN)/python -m tests.bench

# A minute a reader; quicker on its way after `$(BIN)/pip install --editable '.[fuzz]'`.
fuzz: $(VENV)/installed-dev
	$(BIN)/python -m tests.fuzz $(FUZZ_FLAGS)

clean:
	rm -rf $(VENV) $(SCREENSHOT) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find traceview scripts tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/installed: pyproject.toml | $(BIN)/pip
	@echo "Installing traceview into $(VENV) (about 300 MB, most of it Qt)"
	@$(PIP) --editable .
	@$(BIN)/python scripts/qt_libraries.py
	@touch $@

$(VENV)/installed-dev: pyproject.toml $(VENV)/installed
	@echo "Installing the tools for tests into $(VENV)"
	@$(PIP) --editable '.[dev]'
	@touch $@

# Debian's python3 comes without ensurepip; found out first, or a broken .venv would stay behind.
$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "traceview needs Python 3.11 or newer; name one: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "$(PYTHON) cannot make environments; on Debian or Ubuntu: apt-get install python3-venv"; exit 1; }
	@$(PYTHON) -m venv $(VENV)
