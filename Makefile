PYTHON ?= python3
BIN := .venv/bin
DATA ?=

.PHONY: install chromium corpus demo test check bench docs clean

install: .venv/.installed

# Both are rebuilt when the dependencies change. torch is not among them: only training an encoder needs it
# (pip install --editable ".[encoder]"), and its build on PyPI takes gigabytes.
.venv/.installed: pyproject.toml
	test -x $(BIN)/pip || $(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/pip install --quiet --editable ".[train,bench,serve,worksheet,cluster,sympy,mcp]" --group dev
	touch .venv/.solving $@

# What solving needs, and nothing else; `make install` completes it.
.venv/.solving: pyproject.toml
	test -x $(BIN)/pip || $(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --editable .
	touch $@

# The pages are tested in a real browser; Debian's is fetched where it is missing and we may.
chromium:
	@command -v chromium >/dev/null || test -n "$$CHROMIUM" || \
	  { test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -y -qq chromium >/dev/null; } || \
	  echo "no chromium here: the browser tests will fail; install it, or name a browser in CHROMIUM" >&2

demo: .venv/.solving
	@$(BIN)/python -m arithmetree.demo

# All parts of the corpus, from the written lines, compared with the checksums of its manifest.
corpus: install
	$(BIN)/python -m arithmetree.corpus build

test: install chromium check corpus
	$(BIN)/pytest -n 2

check: install
	$(BIN)/ruff check src tests benchmarks docs examples training
	$(BIN)/ruff format --check src tests benchmarks docs examples training
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: install corpus
	@test -n "$(DATA)" || { echo "say where the data sets are: make bench DATA=DIR" >&2; exit 2; }
	$(BIN)/python benchmarks/search/run.py
	$(BIN)/python benchmarks/search/derivations.py --problems 150
	$(BIN)/python benchmarks/reading/report.py --data "$(DATA)"
	for name in ai2 illinois commoncore allArith aggregate; do \
	  $(BIN)/arithmetree bench $$name --data "$(DATA)" --out docs/results/closed-$$name.json && \
	  $(BIN)/arithmetree bench $$name --data "$(DATA)" --system paper --constraints all --search beam \
	    --out docs/results/closed-$$name-paper.json || exit 1; \
	done
	OMP_NUM_THREADS=1 $(BIN)/python benchmarks/paper/run.py --data "$(DATA)"
	OMP_NUM_THREADS=1 $(BIN)/python benchmarks/paper/experiments.py --data "$(DATA)"
	for name in ai2 illinois commoncore allArith aggregate alg514 gsm8k umwp; do \
	  $(BIN)/arithmetree bench $$name --data "$(DATA)" --protocol open \
	    --out docs/results/open-$$name.json || exit 1; \
	done
	for model in full linear; do \
	  $(BIN)/arithmetree bench corpus --data build/corpus --protocol open --model $$model \
	    --out docs/results/open-corpus-$$model.json || exit 1; \
	done
	$(BIN)/arithmetree bench corpus --data build/corpus/general_test.jsonl --protocol open \
	  --out docs/results/open-general-full.json
	$(BIN)/python benchmarks/solve/run.py --data "$(DATA)"
	$(BIN)/python benchmarks/service/run.py
	$(BIN)/python benchmarks/errors/run.py --data "$(DATA)"
	$(BIN)/python benchmarks/errors/exact_beam.py --data "$(DATA)"
	$(BIN)/python benchmarks/errors/overlap.py --data "$(DATA)"
	OMP_NUM_THREADS=1 $(BIN)/python benchmarks/ablation/run.py --data "$(DATA)" --sets ai2 illinois commoncore
	$(BIN)/python docs/plots.py
	$(BIN)/python docs/tables.py
	$(BIN)/python docs/page_tables.py

docs: install
	$(BIN)/zensical build --strict

clean:
	rm -rf .venv site .mypy_cache .ruff_cache .pytest_cache .hypothesis
