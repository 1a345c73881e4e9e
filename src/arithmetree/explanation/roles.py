"""What the text does with a number: whether the amount is gone, came in, stays, or is compared with another."""

from __future__ import annotations

from collections.abc import Callable

from arithmetree.explanation.calculation import Calculation, is_chain
from arithmetree.explanation.places import verb_span, words_near
from arithmetree.explanation.units import alike
from arithmetree.expressions import Leaf, Tree
from arithmetree.features.facts import ProblemFacts
from arithmetree.quantities import Kind
from arithmetree.schemas import Comparison, Token
from arithmetree.solution import Span
from arithmetree.word_lists import words

Clue = Callable[[ProblemFacts, int], Span | None]
"""Where the text says something of a number, or None if it does not."""

_GAINING = frozenset({"get", "create", "arrive", "increase", "place"})
_LOSING = frozenset({"lose", "leave", "decrease"})


def gone(facts: ProblemFacts, number: int) -> Span | None:
    """The verb that takes the amount away from whoever is asked about; who gives to whom is looked at."""
    schema = facts.quantities[number].schema
    verb = _verb(facts, number)
    if verb is None or comparison_of(facts, number) is not None or _is_unclear(facts, verb) or _is_goal(facts, number):
        return None
    if _receives(facts, number) or _remains(facts, verb):
        return None
    return _with_particle(facts, verb) if _takes_away(facts, number, schema.verb, verb) else None


def _takes_away(facts: ProblemFacts, number: int, lemma: str | None, verb: Token) -> bool:
    quantity = facts.quantities[number]
    schema = quantity.schema
    if lemma == "leave":
        return _does_it_itself(facts, number)
    if lemma in words("explanation", "gone", "moving"):
        return bool(_behind(facts, verb) & words("explanation", "gone", "outwards"))
    if _goes_out(facts, verb) and lemma not in words("explanation", "gone", "coming_out"):
        return True
    if schema.quantity.kind is Kind.MONEY and lemma == "sell":
        return False  # what is sold for money brings it in
    if schema.quantity.kind is Kind.MONEY:
        return (
            lemma in words("explanation", "gone", "money_verbs") or "lose" in quantity.classes or _gives(facts, number)
        )
    if lemma in words("explanation", "gone", "taking"):
        # Taken from the one who is asked about: "took 9 out of the box", "26 were bought".
        return _does_it_itself(facts, number) or bool(_behind(facts, verb) & words("story", "particles", "loss"))
    return (
        lemma in words("explanation", "gone", "verbs") or bool(set(quantity.classes) & _LOSING) or _gives(facts, number)
    )


def _gives(facts: ProblemFacts, number: int) -> bool:
    """True if the amount is given by whoever is asked about, or to a third one."""
    quantity = facts.quantities[number]
    if "give" not in quantity.classes or "divide" in quantity.classes:
        return False
    subject = _lower(quantity.schema.subject_resolved)
    return (
        facts.question_owner is None or subject in (None, facts.question_owner) or quantity.schema.recipient is not None
    )


def came(facts: ProblemFacts, number: int) -> Span | None:
    """The verb, or the word "more", that brings the amount to whoever is asked about."""
    quantity = facts.quantities[number]
    schema = quantity.schema
    verb = _verb(facts, number)
    if comparison_of(facts, number) is not None or _is_goal(facts, number):
        return None
    owner, subject = facts.question_owner, _lower(schema.subject_resolved)
    if verb is not None and "give" in quantity.classes:
        return (verb.start, verb.end) if _receives(facts, number) else None
    is_stranger = owner is not None and subject not in (None, owner) and not _receives(facts, number)
    if is_stranger and _is_person(facts, number) and _asks_of_person(facts):
        return None
    if verb is not None and (_goes_out(facts, verb) or _is_denied(facts, verb)):
        return None
    if schema.verb in words("explanation", "added", "not_verbs"):
        return None
    added = words_near(facts, number, words("explanation", "added", "words"), reach=1)
    if added:
        return added[0]
    if verb is None:
        return None
    if schema.quantity.kind is Kind.MONEY and schema.verb not in words("explanation", "added", "money_verbs"):
        return None
    return _with_particle(facts, verb) if set(quantity.classes) & _GAINING else None


def stays(facts: ProblemFacts, number: int) -> Span | None:
    """The word that says that the amount is what stays ("left", "still", "remained")."""
    near = words_near(facts, number, words("explanation", "stays", "words"), reach=4)
    near = [span for span in near if not any(span == _place(token) for token in _leaving(facts))]
    return near[0] if near else None


def is_state(facts: ProblemFacts, number: int) -> bool:
    """True if somebody has the amount, or it is there."""
    quantity = facts.quantities[number]
    is_plain = quantity.rate is None and comparison_of(facts, number) is None
    return is_plain and bool(set(quantity.classes) & words("story", "effects", "state"))


def comparison_of(facts: ProblemFacts, number: int) -> Comparison | None:
    """The comparison that a number measures, where the text says with what."""
    comparison = facts.quantities[number].schema.comparison
    if comparison is None or comparison.words.endswith("as"):
        return None
    if comparison.words == "more" and words_near(facts, number, words("explanation", "added", "words"), reach=3):
        return None  # "9 more": more of the same comes, and nothing is compared
    return comparison


def clues_of(calculation: Calculation, tree: Tree, clue: Clue) -> list[Span]:
    """Where the text says it of a part: of every term of a sum, of a number of a product that counts the same."""
    if isinstance(tree, Leaf):
        found = clue(calculation.facts, tree.quantity)
        return [] if found is None else [found]
    if is_chain(tree):
        left, right = clues_of(calculation, tree.left, clue), clues_of(calculation, tree.right, clue)
        return list(dict.fromkeys(left + right)) if left and right else []
    counted = calculation.units[tree].over
    for side in (tree.left, tree.right):
        # What is said of the kilos is not said of the boxes that they fill.
        if counted is None or alike(calculation.units[side].over, counted):
            found_in = clues_of(calculation, side, clue)
            if found_in:
                return found_in
    return []


def _verb(facts: ProblemFacts, number: int) -> Token | None:
    index = facts.quantities[number].schema.verb_index
    return None if index is None or verb_span(facts, number) is None else facts.problem.tokens[index]


def _receives(facts: ProblemFacts, number: int) -> bool:
    recipient = _lower(facts.quantities[number].schema.recipient)
    return recipient is not None and recipient == facts.question_owner


def _remains(facts: ProblemFacts, verb: Token) -> bool:
    """True for "left" that says what stays: "17 are left", "what is left"."""
    return verb.lemma == "leave" and verb not in _leaving(facts)


def _leaving(facts: ProblemFacts) -> list[Token]:
    """The forms of "leave" that are an act: "8 pupils left the queue", not "8 pupils are left"."""
    tokens = facts.problem.tokens
    found = []
    for index, token in enumerate(tokens):
        if token.lemma != "leave" or token.upos != "VERB":
            continue
        before = {other.lemma.lower() for other in tokens[max(0, index - 3) : index] if other.sent == token.sent}
        if not before & {"be", "have"} and (token.text.lower() != "left" or index + 1 < len(tokens)):
            behind = tokens[index + 1]
            if behind.text not in (".", ",", "?") or token.text.lower() != "left":
                found.append(token)
    return found


def _goes_out(facts: ProblemFacts, verb: Token) -> bool:
    """True for a verb with a particle that leads away: "got off", "slipped away"; "out of the box" does too."""
    return verb.upos == "VERB" and verb.lemma != "be" and bool(_behind(facts, verb) & _particles())


def _particles() -> frozenset[str]:
    return words("explanation", "gone", "particles")


def _is_unclear(facts: ProblemFacts, verb: Token) -> bool:
    """True for "was given back", "fell apart", "did not take": who has it in the end is not said."""
    return verb.lemma == "return" or bool({"back", "apart"} & _behind(facts, verb)) or _is_denied(facts, verb)


def _is_goal(facts: ProblemFacts, number: int) -> bool:
    """True for what an amount comes to, which is no change: "has shrunk to 36", "brought the number to 61"."""
    start = facts.quantities[number].schema.quantity.start
    return facts.problem.text[:start].rstrip(" $£€").lower().endswith((" to", " from"))


def _is_denied(facts: ProblemFacts, verb: Token) -> bool:
    at = facts.problem.tokens.index(verb)
    before = {token.text.lower() for token in facts.problem.tokens[max(0, at - 3) : at] if token.sent == verb.sent}
    return bool(before & {"not", "n't", "never"})


def _with_particle(facts: ProblemFacts, verb: Token) -> Span:
    """The verb with a particle right behind it: "got off"."""
    at = facts.problem.tokens.index(verb)
    behind = facts.problem.tokens[at + 1 : at + 2]
    particle = next((token for token in behind if token.text.lower() in _PARTICLES), None)
    follows = facts.problem.tokens[at + 2 : at + 3]
    if particle is not None and particle.text.lower() in ("in", "on") and (not follows or follows[0].upos != "PUNCT"):
        particle = None if not follows or follows[0].upos != "CCONJ" else particle  # "wilt in the sun" has none
    return verb.start, verb.end if particle is None else particle.end


_PARTICLES = frozenset({"off", "out", "away", "up", "down", "in", "on"})


def _does_it_itself(facts: ProblemFacts, number: int) -> bool:
    """True if the things counted are the subject: "8 pupils left", "26 were bought"."""
    subject = _lower(facts.quantities[number].schema.subject_resolved)
    return subject is not None and subject in _forms(facts, number)


def _behind(facts: ProblemFacts, verb: Token) -> set[str]:
    """The words right behind a verb and its number."""
    tokens = facts.problem.tokens
    at = tokens.index(verb)
    found: set[str] = set()
    for token in tokens[at + 1 : at + 6]:
        if token.sent != verb.sent or token.text in (",", ".", ";", "?") or token.upos == "VERB":
            break
        found.add(token.text.lower())
    return found


def _forms(facts: ProblemFacts, number: int) -> set[str]:
    """The forms of the noun that a number counts."""
    head = facts.quantities[number].schema.unit_head
    return {token.text.lower() for token in facts.problem.tokens if head is not None and token.lemma.lower() == head}


def _is_person(facts: ProblemFacts, number: int) -> bool:
    subject = facts.quantities[number].schema.subject
    return subject is not None and facts.problem.tokens[subject.index].upos in ("PROPN", "PRON")


def _asks_of_person(facts: ProblemFacts) -> bool:
    question = facts.problem.question
    if question is None or question.subject is None:
        return False
    return facts.problem.tokens[question.subject.index].upos in ("PROPN", "PRON")


def _place(token: Token) -> Span:
    return token.start, token.end


def _lower(name: str | None) -> str | None:
    return None if name is None else name.lower()
