"""Reading: from the text of a problem to its quantities, their schemas and the question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter

from arithmetree.checkpoints import checkpoint
from arithmetree.parsing import Parser
from arithmetree.quantities import Quantity, find_quantities
from arithmetree.reading.clauses import quantity_clause
from arithmetree.reading.comparisons import comparison_at
from arithmetree.reading.implicit import implied_schemas
from arithmetree.reading.noun_phrases import phrase_at
from arithmetree.reading.pronouns import Pronouns
from arithmetree.reading.question import build_question, question_spans
from arithmetree.reading.rates.facts import RateFacts
from arithmetree.reading.rates.finder import RateFinder
from arithmetree.reading.receivers import receiver
from arithmetree.reading.related import related_phrases
from arithmetree.reading.repairs import repaired
from arithmetree.reading.spacing import even_spaces
from arithmetree.reading.tenses import tense_of
from arithmetree.reading.tokens import Clause, TokenTable, quantity_spans
from arithmetree.reading.units.left_out import fill_elided
from arithmetree.reading.units.noun_groups import Units, written_unit
from arithmetree.reading.verbs import governing_verb
from arithmetree.schemas import Problem, Schema, Token
from arithmetree.storytelling import tell
from arithmetree.word_lists import words


def read(text: str, parser: Parser) -> Problem:
    """Read one problem; a text without words, numbers or question yields a problem without them."""
    checkpoint()
    spaced = even_spaces(text)
    return assemble(text, find_quantities(text), spaced.tokens(parser.parse(spaced.text)))


def read_all(texts: Iterable[str], parser: Parser) -> Iterator[Problem]:
    """Read many problems in order, parsed in batches."""
    kept = list(texts)
    for text, tokens in zip(kept, parse_all(kept, parser), strict=True):
        checkpoint()
        yield assemble(text, find_quantities(text), tokens)


def parse_all(texts: Sequence[str], parser: Parser) -> Iterator[tuple[Token, ...]]:
    """The tokens of many texts in order, parsed in batches."""
    spaced = [even_spaces(text) for text in texts]
    docs = parser.pipe(text.text for text in spaced)
    return (text.tokens(doc) for text, doc in zip(spaced, docs, strict=True))


def assemble(text: str, quantities: Sequence[Quantity], tokens: Sequence[Token]) -> Problem:
    """Put a problem together from its quantities and its parse; a pure function."""
    if not tokens:
        return Problem(text, tuple(quantities), (), None, ())
    numbers = frozenset(node for span in quantity_spans(tokens, quantities) for node in range(*span))
    tokens = repaired(tokens, numbers)
    table = TokenTable(text, tokens, quantities)
    pronouns = Pronouns(table)
    written = [written_unit(table, number) for number in range(len(quantities))]
    clauses = [quantity_clause(table, number, unit) for number, unit in enumerate(written)]
    units = fill_elided(table, written, clauses)
    rates = RateFinder(RateFacts(table, units, clauses, pronouns.resolve))
    times = _time_words(table, units, clauses)
    countable_in = Counter(
        table.tokens[first].sent for (first, _), unit in zip(table.spans, units, strict=True) if unit
    )
    schemas = []
    for number, (quantity, unit, (verb, subject)) in enumerate(zip(quantities, units, clauses, strict=True)):
        if unit is None:
            continue
        anchor = table.anchor(number)
        getter = receiver(table, verb, anchor) if verb is not None else None
        sentence = table.tokens[anchor].sent
        schemas.append(
            Schema(
                quantity=quantity,
                verb=None if verb is None else table.lemma[verb],
                verb_index=verb,
                subject=None if subject is None else phrase_at(table, subject),
                subject_resolved=None if subject is None else _resolved(table, subject, units, pronouns),
                recipient=None if getter is None else pronouns.resolve(getter),
                unit=unit.words,
                unit_head=unit.head,
                related=related_phrases(table, number, units, verb, countable_in[sentence] == 1, pronouns.resolve),
                rate=rates.rate(number),
                tense=None if verb is None else tense_of(table, verb),
                time_words=times[number],
                comparison=comparison_at(table, number, unit, pronouns.resolve),
                sentence=sentence,
                unit_span=table.span(unit.noun),
                recipient_span=table.span(getter),
            )
        )
    questions = [build_question(table, span, units, rates, pronouns.resolve) for span in question_spans(table)]
    question = questions[-1] if questions else None
    implied = implied_schemas(table, schemas, question)
    if implied:
        quantities = sorted([*quantities, *(schema.quantity for schema in implied)], key=attrgetter("start"))
        schemas = sorted([*schemas, *implied], key=attrgetter("quantity.start"))
    story = tell(tokens, schemas, questions)
    return Problem(text, tuple(quantities), tuple(schemas), question, tuple(tokens), story)


def _resolved(table: TokenTable, subject: int, units: Units, pronouns: Pronouns) -> str:
    """What a subject stands for; a bare number stands for what it counts."""
    unit = units[table.quantity_at[subject]] if subject in table.quantity_at else None
    if unit is not None and unit.noun is not None:
        return table.tokens[unit.noun].text
    return pronouns.resolve(subject)


def _time_words(table: TokenTable, units: Units, clauses: Sequence[Clause]) -> list[tuple[str, ...]]:
    """The words that say when, for each quantity: those of its verb, from one quantity up to the next of that verb.

    Spans of time that are counted say how long, not when, and are left out.
    """
    counted = {unit.index for unit in units if unit is not None}
    of_verb: dict[int, list[int]] = {}
    for number, (verb, _) in enumerate(clauses):
        if verb is not None:
            of_verb.setdefault(verb, []).append(number)
    found: list[tuple[str, ...]] = [()] * len(clauses)
    time_words = words("clauses", "time", "words")
    for node, token in enumerate(table.tokens):
        lemma = token.lemma.lower()
        if lemma not in time_words or node in table.quantity_at or node in counted:
            continue
        numbers = of_verb.get(governing_verb(table, node) or 0, [])
        before = [number for number in numbers if table.spans[number][0] < node]
        for number in before[-1:] or numbers:
            found[number] = (*found[number], lemma)
    return found
