"""Examples for the OpenAPI document: a problem, its solution, and verdicts on answers to it."""

from __future__ import annotations

from typing import Any

TEXT = "Sam had 12 apples. He gave 5 apples to Ann. How many apples does Sam have now?"
OTHER_TEXT = "Each of 6 boxes holds 8 pencils. How many pencils are there in all?"

TABLE = f"pupil,problem,answer\nAda,{TEXT},7\nBo,{TEXT},12 + 5 = 17\n"

SOLUTION: dict[str, Any] = {
    "status": "solved",
    "reason": None,
    "message": None,
    "evidence": {"probability": 0.96},
    "answer": "7",
    "value": 7,
    "unit": "apples",
    "answer_text": "7 apples",
    "guess": None,
    "answers": [
        {
            "question": [44, 77],
            "label": None,
            "status": "solved",
            "reason": None,
            "answer": "7",
            "value": 7,
            "answer_text": "7 apples",
            "unit": "apples",
            "confidence": 0.98,
            "guess": None,
        }
    ],
    "expression": "12 - 5",
    "confidence": 0.98,
    "answerable": 0.99,
    "certificate": {
        "method": "exact",
        "exact": True,
        "cut": None,
        "examined": 6,
        "unexplored": 0.0,
        "best_score": 24.3,
        "runner_up": 10.5,
        "margin": 13.8,
        "rejected": {},
        "satisfied": True,
    },
    "quantities": [
        {
            "text": "12",
            "start": 8,
            "end": 10,
            "value": "12",
            "relevant": True,
            "unit": "apple",
            "verb": "have",
            "subject": "Sam",
            "rate": None,
            "implicit": None,
        },
        {
            "text": "5",
            "start": 27,
            "end": 28,
            "value": "5",
            "relevant": True,
            "unit": "apple",
            "verb": "give",
            "subject": "Sam",
            "rate": None,
            "implicit": None,
        },
    ],
    "derivation": {
        "unknowns": [],
        "leaves": [{"quantity": 0}, {"quantity": 1}],
        "steps": [{"op": "-", "left": 0, "right": 1, "value": "7"}],
        "equations": [],
        "answers": [2],
    },
    "tree": {"op": "-", "left": {"quantity": 0}, "right": {"quantity": 1}, "value": "7"},
    "steps": [
        {
            "expression": "12 - 5",
            "value": "7",
            "unit": "apples",
            "reason": "took-away",
            "shown": "12 − 5 = 7 apples",
            "because": "He gave 5 apples to Ann, so subtract 5 from 12 apples.",
            "firm": True,
            "spans": [[8, 17], [22, 26], [27, 35]],
            "evidence": {
                "probability": 0.98,
                "clues": [{"span": [22, 26], "effect": 0.61}],
            },
        }
    ],
    "ignored": [],
    "hints": [
        'Look at the question again: "How many apples does Sam have now"',
        "He gave 5 apples to Ann, so subtract 5 from 12 apples.",
        "12 − 5 = ?",
    ],
    "alternatives": [{"answer": "17", "expression": "12 + 5", "confidence": 0.01}],
}

ERROR: dict[str, Any] = {"status": "error", "message": "Text is missing. See /docs for what is accepted."}

VERDICT: dict[str, Any] = {
    "verdict": "wrong_operation",
    "correct": False,
    "sentence": "Not yet. You joined the numbers in a way that does not fit the story.",
    "hint": "Read “He gave 5 apples to Ann.” again. Does it make something more, or make it less?",
    "reason": None,
}

VERIFICATION: dict[str, Any] = {
    "verdict": "agrees",
    "reason": None,
    "given": "7",
    "answer": "7",
    "answer_text": "7 apples",
    "expression": "12 - 5",
    "confidence": 0.98,
}
