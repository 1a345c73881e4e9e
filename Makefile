PYTHON ?= python3
BIN := .venv/bin
DATA ?=

.PHONY: install demo test check bench clean

install: .venv/.installed

# Rebuilt when the dependencies change.
.venv/.installed: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/pip install --quiet --editable ".[train,bench]" --group dev
	touch $@

demo: install
	@$(BIN)/python -m arithmetree.demo

test: install check
	$(BIN)/pytest -n 2

check: install
	$(BIN)/ruff check src tests benchmarks
	$(BIN)/ruff format --check src tests benchmarks
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: install
	@test -n "$(DATA)" || { echo "say where the data sets are: make bench DATA=DIR" >&2; exit 2; }
	$(BIN)/python benchmarks/search/run.py

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
