"""Train the parser: `python training/parser/train.py --treebanks DIR --out DIR`.

Trains on UD English treebanks and on our own sentence patterns, chooses by their dev parts, and writes the
folder that the package ships. The same seed gives the same weights on the same machine.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before numpy is loaded; more threads hardly help here

import corpora  # noqa: F401  (registers the readers that config.cfg names)
import spacy
from shipping import save_parser
from spacy.about import __version__ as spacy_version
from spacy.training.initialize import init_nlp
from spacy.training.loop import train as train_loop
from thinc.api import NumpyOps, set_current_ops


def main() -> None:
    """Read the command line, train, write the folder."""
    parser = argparse.ArgumentParser(description="Train arithmetree's parser.")
    parser.add_argument("--treebanks", type=Path, required=True, help="folder with the UD English treebanks")
    parser.add_argument("--out", type=Path, required=True, help="folder to write the parser to")
    parser.add_argument("--steps", type=int, help="updates to train for (default: as in config.cfg)")
    arguments = parser.parse_args()
    overrides: dict[str, object] = {"paths.treebanks": str(arguments.treebanks)}
    if arguments.steps is not None:
        overrides["training.max_steps"] = arguments.steps
    config = spacy.util.load_config(Path(__file__).with_name("config.cfg"), overrides=overrides)
    # numpy multiplies matrices two to three times as fast as thinc's own routine.
    set_current_ops(NumpyOps(use_blis=False))
    nlp = init_nlp(config)
    with tempfile.TemporaryDirectory() as checkpoints:
        train_loop(nlp, Path(checkpoints), stdout=sys.stdout, stderr=sys.stderr)
        best = spacy.load(Path(checkpoints) / "model-best")
    training = config["training"]
    facts = {
        "treebanks": config["corpora"]["train"]["names"],
        "sentences_per_pattern": config["corpora"]["train"]["per_pattern"],
        "steps": training["max_steps"],
        "seed": training["seed"],
        "spacy": spacy_version,
        "dev_scores": {name: round(best.meta["performance"][name], 4) for name in training["score_weights"]},
    }
    save_parser(best, arguments.out, facts)


if __name__ == "__main__":
    main()
