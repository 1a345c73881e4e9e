"""Writes a trained pipeline as the small folder that `arithmetree.parsing` loads."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import save_file
from spacy.language import Language

from arithmetree.model_saving import save_folder
from arithmetree.parsing import FORMAT_VERSION, SETTINGS_FILE, WEIGHTS_FILE, tensor_name

TRAINING_FILE = "training.json"


def save_parser(nlp: Language, folder: Path, training: dict[str, object]) -> None:
    """Write the pipeline whole: settings and labels as JSON, weights in half precision, checksums, nothing pickled.

    `training` says how it was made; it is kept beside the weights and not read on loading.
    """
    save_folder(folder, partial(_write, nlp, training))


def _write(nlp: Language, training: dict[str, object], folder: Path) -> None:
    tensors: dict[str, np.ndarray[Any, Any]] = {}
    nodes: dict[str, list[dict[str, object]]] = {}
    pipeline: list[tuple[str, Any]] = nlp.pipeline
    for name, pipe in pipeline:
        model = pipe.model.to_dict()
        nodes[name] = [{key: node[key] for key in ("name", "dims", "refs")} for node in model["nodes"]]
        for index, params in enumerate(model["params"]):
            for param, value in params.items():
                if value is not None:
                    tensors[tensor_name(name, index, param)] = value.astype(np.float16)
        pipe.to_disk(folder / name, exclude=["model", "vocab"])
    config = {section: nlp.config[section] for section in ("nlp", "components")}
    settings = {
        "format_version": FORMAT_VERSION,
        "config": config,
        "strings": sorted(_needed_strings(nlp)),
        "nodes": nodes,
    }
    (folder / SETTINGS_FILE).write_text(json.dumps(settings, ensure_ascii=False) + "\n", encoding="utf-8")
    (folder / TRAINING_FILE).write_text(json.dumps(training, indent=2) + "\n", encoding="utf-8")
    save_file(tensors, folder / WEIGHTS_FILE)
    (folder / WEIGHTS_FILE).chmod(0o644)  # safetensors lets only the owner read


def _needed_strings(nlp: Language) -> set[str]:
    """The strings that labels and lemma rules refer to; words met in training are not needed."""
    pipeline: dict[str, Any] = dict(nlp.pipeline)
    strings = {label for pipe in pipeline.values() for label in pipe.labels if isinstance(label, str)}
    for tree in pipeline["trainable_lemmatizer"].label_data["trees"]:
        strings.update(tree[key] for key in ("orig", "subst") if key in tree)
    return strings
