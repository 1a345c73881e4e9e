"""A practice sheet as a self-contained HTML page that prints well, the answer key on a separate page."""

from __future__ import annotations

from html import escape

from arithmetree.worksheet.exercise import Exercise
from arithmetree.worksheet.layout import Numbered, rows_of, working_mm
from arithmetree.worksheet.sheet import Sheet

_STYLE = """
@page { margin: 16mm 15mm; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 180mm; padding: 8mm 5mm; color: #16202b; background: #fff;
  font: 12.5pt/1.45 "Helvetica Neue", Arial, "Liberation Sans", sans-serif; }
h1 { font-size: 20pt; margin: 0 0 5mm; }
.who { display: flex; gap: 8mm; margin-bottom: 7mm; }
.who span { flex: 2; display: flex; gap: 2mm; align-items: flex-end; }
.who span + span { flex: 1; }
.who i, .answer i { flex: 1; border-bottom: 0.3mm solid #16202b; height: 6mm; }
ol { list-style: none; margin: 0; padding: 0; }
li { display: grid; grid-template-columns: 10mm 1fr; break-inside: avoid; }
.row { display: grid; gap: 0 9mm; margin-bottom: 7mm; break-inside: avoid; }
.row.pair { grid-template-columns: 1fr 1fr; }
.row.last { break-before: avoid; }
.row li { grid-template-rows: 1fr auto; }
.row .room { grid-column: 2; }
.number { font-weight: 700; }
p { margin: 0; }
.working { border: 0.25mm solid #9aa7b4; border-radius: 2mm; margin: 2.5mm 0; }
.answer { display: flex; gap: 2mm; align-items: flex-end; width: 70%; }
.pair .answer { width: 100%; }
.key { break-before: page; padding-top: 8mm; }
.key ol { display: grid; grid-template-columns: 1fr 1fr; gap: 7mm 8mm; }
.key .result { font-weight: 700; }
.key .line { font-size: 11pt; }
.recipe { margin-top: 8mm; color: #55616e; font-size: 9.5pt; }
@media print { body { max-width: none; padding: 0; } .key { padding-top: 0; } }
@media screen { .key { border-top: 0.5mm dashed #9aa7b4; margin-top: 10mm; } }
@media screen and (max-width: 640px) {
  .key ol, .row.pair { grid-template-columns: 1fr; gap: 7mm; }
  .answer { width: 100%; } }
"""


def to_html(sheet: Sheet) -> str:
    """The page as a string; it needs no other file."""
    title = escape(sheet.title)
    rows = rows_of(sheet.exercises)
    exercises = "\n".join(_row(row, is_last=row is rows[-1]) for row in rows)
    key = "\n".join(_solved(number, item) for number, item in enumerate(sheet.exercises, start=1))
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>{title}</title>
<style>{_STYLE}</style>
</head>
<body>
<main>
<h1>{title}</h1>
<div class="who"><span>Name <i></i></span><span>Date <i></i></span></div>
<div class="exercises">
{exercises}
</div>
</main>
<section class="key" aria-labelledby="key">
<h1 id="key">Answer key</h1>
<ol>
{key}
</ol>
<p class="recipe">{title}: {escape(sheet.recipe)}</p>
</section>
</body>
</html>
"""


def _row(row: tuple[Numbered, ...], *, is_last: bool) -> str:
    names = "row" + " pair" * (len(row) > 1) + " last" * is_last
    items = "".join(_exercise(number, item) for number, item in row)
    return f'<ol class="{names}" start="{row[0][0]}">{items}</ol>'


def _exercise(number: int, item: Exercise) -> str:
    return (
        f'<li><span class="number">{number}.</span><p>{escape(item.text)}</p>'
        f'<div class="room"><div class="working" style="height: {working_mm(item)}mm"></div>'
        '<div class="answer">Answer <i></i></div></div></li>'
    )


def _solved(number: int, item: Exercise) -> str:
    lines = "".join(f'<p class="line">{escape(line)}</p>' for line in item.lines)
    return (
        f'<li><span class="number">{number}.</span><div><p class="result">{escape(item.answer)}</p>{lines}</div></li>'
    )
