"""Every stage of training the full model, one after the other: `python training/general/all.py --data DIR --mpnet DIR`.

Each stage is one of the commands of README.md in this folder. A stage whose result is there already is left out, so a
run that was stopped goes on where it ended; `--again` runs all of them. `--list` only prints the commands. The model
folder and its report are in `--work` at the end, and nothing in the package is changed.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FIRST = (
    "--encoder", "mpnet", "--plan", "general:1,gsm8k:1.5,train:0.6,families:0.5,generated:0.25", "--batch", "320",
    "--encoder-rate", "1e-4", "--rate", "1e-3", "--hidden-words", "0.08", "--minutes", "9", "--updates", "1000000",
)  # fmt: skip
SECOND = (
    "--encoder", "mpnet", "--plan", "general:1,paired:0.3,gsm8k:2,train:0.6,families:0.4,generated:0.3",
    "--batch", "640", "--encoder-rate", "1.1e-4", "--rate", "7e-4", "--warm", "200", "--hidden-words", "0.12",
    "--back", "0.5", "--taught", "0.4", "--states", "0", "--choose-by", "general_dev,dev", "--report", "55",
    "--mean", "350", "--minutes", "6.8", "--updates", "1000000",
)  # fmt: skip


@dataclass(frozen=True)
class Stage:
    """A command and the file that it leaves when it is done."""

    script: Path
    options: tuple[str, ...]
    result: Path

    @property
    def command(self) -> list[str]:
        return [sys.executable, str(self.script), *self.options]


def stages(data: Path, mpnet: Path, minilm: Path, work: Path) -> Iterator[Stage]:
    """The stages in order; `data` has the public sets, `mpnet` and `minilm` the pretrained encoders."""
    gsm8k, generated = work / "gsm8k.jsonl", work / "generated.jsonl"
    start, first, weights = work / "start", work / "first.safetensors", work / "second.safetensors"
    model = work / "full"
    yield Stage(HERE / "gsm8k.py", ("--data", str(data / "gsm8k" / "train.jsonl"), "--out", str(gsm8k)), gsm8k)
    made = ("--count", "80000", "--data", str(data), "--out", str(generated))
    yield Stage(ROOT / "training" / "generated" / "make.py", made, generated)
    prepared = ("--gsm8k", str(gsm8k), "--generated", str(generated), "--out", str(work))
    yield Stage(HERE / "prepare.py", prepared, work / "gsm8k_held.npz")  # the last part that it writes
    pretrained = ("--minilm", str(minilm), "--mpnet", str(mpnet), "--out", str(start))
    yield Stage(HERE / "start_weights.py", pretrained, start / "mpnet.safetensors")
    common = ("--examples", str(work), "--start", str(start / "mpnet.safetensors"))
    yield Stage(HERE / "train.py", (*common, *FIRST, "--out", str(first)), first.with_suffix(".provenance.json"))
    again = (*common, "--weights", str(first), "--teachers", str(first), *SECOND, "--out", str(weights))
    yield Stage(HERE / "train.py", again, weights.with_suffix(".provenance.json"))
    umwp = data / "umwp" / "questions.jsonl"
    fitted = ("--weights", str(weights), "--gsm8k", str(gsm8k), "--umwp", str(umwp), "--out", str(model))
    yield Stage(HERE / "calibrate.py", fitted, model.with_name("full_report.json"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the folder of the public sets")
    parser.add_argument("--mpnet", type=Path, required=True, help="folder of all-mpnet-base-v2 (start_weights.py)")
    parser.add_argument("--minilm", type=Path, required=True, help="folder of all-MiniLM-L6-v2 (start_weights.py)")
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "general", help="for everything that is made")
    parser.add_argument("--again", action="store_true", help="run stages that are done, too")
    parser.add_argument("--list", action="store_true", help="print the commands and stop")
    arguments = parser.parse_args()
    if not arguments.list and not (ROOT / "build" / "corpus" / "general.jsonl").exists():
        print("build/corpus is missing: run `make corpus` first", file=sys.stderr)
        return 2
    for stage in stages(arguments.data, arguments.mpnet, arguments.minilm, arguments.work):
        done = stage.result.exists() and not arguments.again
        print(("done: " if done else "") + shlex.join(["python", str(stage.script), *stage.options]), flush=True)
        if not (done or arguments.list) and (status := subprocess.run(stage.command, check=False).returncode):
            print(f"{stage.script.name} failed with status {status}; run this command again to resume", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
