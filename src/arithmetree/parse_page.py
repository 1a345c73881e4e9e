"""A page that shows how a text was read: coloured quantities, dependency trees, a table of schemas.

Plain functions that return strings; the page needs no script and no network.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise

from arithmetree.schemas import Problem, Question, Schema, Token

_COLOURS = 6  # classes c0 to c5 of the style sheet, taken in turn
_GAP = 18  # pixels between words of a tree
_LETTER = 8.4  # width of a letter of the tree's fixed-width font
_LEVEL = 22  # pixels between the levels of arcs

_STYLE = """
:root { color-scheme: light dark; --ink: #1d2733; --ground: #fff; --faint: #5b6875; --line: #c3ccd5; --head: #f2f5f8;
  --arc: #8794a1; --c0: #ffd6a5; --c1: #bdf0b2; --c2: #9bebf6; --c3: #cfc6ff; --c4: #ffc6ef; --c5: #f6f39a;
  --none: #dfe3e8; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8eef4; --ground: #14191f; --faint: #9fadba; --line: #3a4651; --head: #1e262e; --arc: #7d8b99;
    --c0: #7a4a12; --c1: #1f5c2b; --c2: #0d5866; --c3: #453a8c; --c4: #7a2766; --c5: #5f5c10; --none: #3d4650; }
}
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem;
  color: var(--ink); background: var(--ground); }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin: 2rem 0 .6rem; }
.text { font-size: 1.15rem; line-height: 1.8; }
mark { color: inherit; border-radius: 4px; padding: 1px 4px; }
.c0 { background: var(--c0); } .c1 { background: var(--c1); } .c2 { background: var(--c2); }
.c3 { background: var(--c3); } .c4 { background: var(--c4); } .c5 { background: var(--c5); }
.none { background: var(--none); }
u { text-decoration-thickness: 2px; text-underline-offset: 5px; }
.wide { overflow-x: auto; margin: .8rem 0; }
table { border-collapse: collapse; font-size: 14px; }
th, td { border: 1px solid var(--line); padding: 4px 9px; text-align: left; vertical-align: top; }
th { background: var(--head); }
svg text { font: 14px ui-monospace, monospace; fill: var(--ink); text-anchor: middle; }
svg .tag, svg .label { font-size: 11px; fill: var(--faint); }
svg .arc { fill: none; stroke: var(--arc); } svg .arrow { fill: var(--arc); }
"""


_LEGEND = (
    '<p><small>Coloured: the numbers to calculate with. <mark class="none">Grey</mark>: dates, labels and other '
    "numbers that count nothing. <u>Underlined</u>: the question.</small></p>"
)


def page(problem: Problem) -> str:
    """The whole page."""
    trees = "\n".join(
        f'<div class="wide">{tree_svg(problem.tokens, first, last)}</div>'
        for first, last in sentence_spans(problem.tokens)
    )
    return f"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>How the text was read</title><style>{_STYLE}</style></head>
<body>
<h1>How the text was read</h1>
<p class="text">{coloured_text(problem)}</p>
{_LEGEND}
<h2>Quantities</h2>
{schema_table(problem)}
<h2>Question</h2>
{question_table(problem.question)}
<h2>Dependency trees</h2>
{trees}
</body>
</html>
"""


def coloured_text(problem: Problem) -> str:
    """The text with every quantity in its own colour, uncountable numbers grey, the question underlined."""
    inserts: list[tuple[int, int, str]] = []  # (place, order among marks at one place, mark)
    schemas = {schema.quantity: number for number, schema in enumerate(problem.schemas)}
    for quantity in problem.quantities:
        number = schemas.get(quantity)
        colour = "none" if number is None else _colour(number)
        title = f"{quantity.kind.value} {quantity.value}"
        inserts.append((quantity.start, 2, f'<mark class="{colour}" title="{escape(title)}">'))
        inserts.append((quantity.end, 0, "</mark>"))
    if problem.question is not None:
        inserts.append((problem.question.start, 1, "<u>"))
        inserts.append((problem.question.end, 1, "</u>"))
    pieces, done = [], 0
    for place, _, mark in sorted(inserts):
        pieces += [escape(problem.text[done:place]), mark]
        done = place
    return "".join(pieces) + escape(problem.text[done:])


def _colour(number: int) -> str:
    return f"c{number % _COLOURS}"


def schema_titles() -> tuple[str, ...]:
    """The column titles that go with `schema_row`."""
    return (
        *("quantity", "value", "kind", "verb", "tense", "subject", "recipient"),
        *("unit", "rate", "comparison", "related", "time"),
    )


def schema_row(schema: Schema) -> tuple[str, ...]:
    """One schema as table cells."""
    subject = "" if schema.subject is None else schema.subject.text
    if schema.subject_resolved and schema.subject_resolved not in subject.split():
        subject += f" = {schema.subject_resolved}"
    comparison = schema.comparison
    return (
        schema.quantity.text,
        str(schema.quantity.value),
        schema.quantity.kind.value,
        schema.verb or "",
        schema.tense or "",
        subject,
        schema.recipient or "",
        " ".join(schema.unit),
        "" if schema.rate is None else f"{schema.rate.numerator} per {schema.rate.denominator}",
        "" if comparison is None else f"{comparison.words} {comparison.target or ''}".strip(),
        ", ".join(phrase.text for phrase in schema.related),
        ", ".join(schema.time_words),
    )


def schema_table(problem: Problem) -> str:
    """The schemas as an HTML table, each quantity on its colour; facts that no quantity has are left out."""
    if not problem.schemas:
        return "<p>No quantities.</p>"
    rows = [schema_row(schema) for schema in problem.schemas]
    shown = [column for column in range(len(schema_titles())) if any(row[column] for row in rows)]
    head = "".join(f'<th scope="col">{schema_titles()[column]}</th>' for column in shown)
    lines = []
    for number, row in enumerate(rows):
        first, *rest = (escape(row[column]) for column in shown)
        cells = "".join(f"<td>{cell}</td>" for cell in rest)
        lines.append(f'<tr><td class="{_colour(number)}">{first}</td>{cells}</tr>')
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{"".join(lines)}</tbody></table></div>'


def question_table(question: Question | None) -> str:
    """What the question asks for, as an HTML table."""
    if question is None:
        return "<p>No question.</p>"
    rate = "" if question.rate is None else f"{question.rate.numerator} per {question.rate.denominator}"
    facts = {
        "words": question.text,
        "asks": question.asks,
        "unit": " ".join(question.unit),
        "subject": question.subject_resolved or "",
        "verb": question.verb or "",
        "tense": question.tense or "",
        "rate": rate,
        "pointers": ", ".join(question.words),
    }
    rows = "".join(
        f'<tr><th scope="row">{name}</th><td>{escape(fact)}</td></tr>' for name, fact in facts.items() if fact
    )
    return f'<div class="wide"><table>{rows}</table></div>'


def sentence_spans(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """The (first, past-the-last) tokens of the sentences."""
    inner = [index for index in range(1, len(tokens)) if tokens[index].sent != tokens[index - 1].sent]
    return [(first, last) for first, last in pairwise([0, *inner, len(tokens)]) if first < last]


def tree_svg(tokens: Sequence[Token], first: int, last: int) -> str:
    """The dependency tree of the tokens from `first` up to `last`, as arcs above the words."""
    left = [0.0]
    for token in tokens[first:last]:
        left.append(left[-1] + _LETTER * max(len(token.text), len(token.upos), len(token.dep)) + _GAP)
    middle = [(left[i] + left[i + 1] - _GAP) / 2 for i in range(last - first)]
    arcs = [
        (i, t.head - first, t.dep)
        for i, t in enumerate(tokens[first:last])
        if first <= t.head < last and t.head - first != i
    ]
    levels = _levels(arcs)
    top = (max(levels.values(), default=0) + 1) * _LEVEL
    drawn = []
    for child, head, label in arcs:
        height = top - levels[child] * _LEVEL
        x1, x2 = middle[head], middle[child]
        x1 += 4 if x2 > x1 else -4
        drawn.append(
            f'<path d="M{x1:.0f} {top} V{height:.0f} H{x2:.0f} V{top - 4}" class="arc"/>'
            f'<path d="M{x2 - 3:.0f} {top - 5} h6 l-3 5 z" class="arrow"/>'
            f'<text class="label" x="{(x1 + x2) / 2:.0f}" y="{height - 3:.0f}">'
            f"{escape(label)}</text>"
        )
    for place, token in zip(middle, tokens[first:last], strict=True):
        drawn.append(
            f'<text x="{place:.0f}" y="{top + 18}">{escape(token.text)}</text>'
            f'<text class="tag" x="{place:.0f}" y="{top + 33}">{escape(token.upos)}</text>'
        )
    words = escape(" ".join(token.text for token in tokens[first:last]))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="Dependency tree of: {words}" '
        f'width="{left[-1]:.0f}" height="{top + 42}">{"".join(drawn)}</svg>'
    )


def _levels(arcs: Sequence[tuple[int, int, str]]) -> dict[int, int]:
    """The height of each arc, by its child: above every shorter arc that it spans."""
    levels: dict[int, int] = {}
    placed: list[tuple[int, int, int]] = []
    for child, head, _ in sorted(arcs, key=lambda arc: abs(arc[0] - arc[1])):
        low, high = min(child, head), max(child, head)
        below = [level for begin, end, level in placed if begin < high and low < end]
        levels[child] = max(below, default=0) + 1
        placed.append((low, high, levels[child]))
    return levels
