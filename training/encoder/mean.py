"""The mean of the weights of several runs: `python training/encoder/mean.py OUT FIRST SECOND...` (folders of train.py).

Each of them went on from the one before, so all lie in one valley, and between them the loss on problems that none has
seen is lower than at any of them. The settings are those of the last run.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from compress import compressed, restored
from safetensors.torch import load_file, save_file

WEIGHTS, RECORD = "weights.safetensors", "training.json"


def write_mean(out: Path, runs: Sequence[Path]) -> None:
    """Write weights and record of the mean as a run of their own."""
    stored = [restored(load_file(run / WEIGHTS)) for run in runs]
    mean = {name: sum(weights[name] for weights in stored) / len(stored) for name in stored[0]}
    record = json.loads((runs[-1] / RECORD).read_text(encoding="utf-8"))
    record["arguments"]["mean_of_runs"] = len(runs)
    out.mkdir(parents=True, exist_ok=True)
    save_file(compressed(mean), out / WEIGHTS)
    (out / RECORD).write_text(json.dumps(record, indent=1), encoding="utf-8")


if __name__ == "__main__":
    write_mean(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]])
