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
	$(BIN)/ruff check src tests benchmarks docs training
	$(BIN)/ruff format --check src tests benchmarks docs training
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: install
	@test -n "$(DATA)" || { echo "say where the data sets are: make bench DATA=DIR" >&2; exit 2; }
	$(BIN)/python benchmarks/search/run.py
	$(BIN)/python benchmarks/reading/report.py --data "$(DATA)"
	for name in ai2 illinois commoncore allArith aggregate; do \
	  $(BIN)/arithmetree bench $$name --data "$(DATA)" --out docs/results/closed-$$name.json && \
	  $(BIN)/arithmetree bench $$name --data "$(DATA)" --system paper --constraints all --search beam \
	    --out docs/results/closed-$$name-paper.json || exit 1; \
	done
	$(BIN)/python docs/tables.py

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
