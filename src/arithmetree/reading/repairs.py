"""Repairs of the tags where the word lists know better than the parser.

A verb that was read as a noun ("The shop sells 12-packs") hides the clause; a measure that was read as a verb or
adjective ("15 centimetres a day", "88 m high") hides the unit. Only parts of speech change, and labels where a
changed word could not keep its own; the steps that follow look at word order as well as at the tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arithmetree.morphology import all_verbs, noun_lemma, spelled_verb_lemma, verb_lemma
from arithmetree.reading.hidden_verbs import reveal_verbs
from arithmetree.reading.number_agreement import clause_has_verb, mend_agreement
from arithmetree.reading.tag_agreement import agreed, determines, is_past
from arithmetree.reading.tokens import REACH
from arithmetree.schemas import Token
from arithmetree.word_lists import words

_NOMINAL = frozenset({"NOUN", "PROPN", "PRON"})
_BORDERS = frozenset({"PUNCT", "CCONJ", "SCONJ", "SPACE"})
_MISPLACED = frozenset({"compound", "amod", "flat", "nmod:desc", "obl:unmarked", "advmod", "aux"})
_DO = frozenset({"do", "does", "did"})
_INVERTING = _DO | {"will", "would", "can", "could", "must", "should", "shall", "may", "might"}
_PARTICLES = frozenset({"up", "out", "off", "down", "away", "back", "over", "in", "on", "aside"})
_OBJECT_OPENERS = _PARTICLES | {"only", "about", "exactly", "nearly", "almost"}
_COUNTED = frozenset({"Other", "Another", "Additional", "Further", "Last", "First", "Next", "Extra", "Many", "More"})
_CLOSED_CLASSES = frozenset({"PART", "NUM", "DET", "CCONJ", "PRON", "ADP", "SCONJ"})
_OPENING_ADVERBS = frozenset(
    {"again", "also", "altogether", "always", "downstairs", "first", "here", "inside", "instead", "later", "maybe"}
    | {"meanwhile", "never", "next", "now", "often", "once", "outside", "perhaps", "so", "sometimes", "soon", "still"}
    | {"then", "there", "thus", "today", "together", "tomorrow", "tonight", "twice", "upstairs", "yesterday", "yet"}
)
_SUBORDINATORS = frozenset({"if", "when", "while", "after", "before", "because", "that", "which", "who"})


def repaired(tokens: Sequence[Token], numbers: frozenset[int]) -> tuple[Token, ...]:
    """The tokens with misread verbs and measures set right; `numbers` are the tokens of quantities."""
    mended = list(tokens)
    _mend_function_words(mended, numbers)
    mended = agreed(mended)
    mend_agreement(mended, numbers)
    reveal_verbs(mended)
    counted = {
        index
        for index, token in enumerate(mended)
        if token.tag in ("VBZ", "NNS") and index not in numbers and _is_counted(mended, index, numbers)
    }
    near = {number + step for number in numbers for step in (1, 3) if number + step < len(mended)} - numbers
    for index in sorted(counted | near):
        token = mended[index]
        if (
            index in counted
            or (index - 1 in numbers and _is_unit(mended, index))
            or _is_measured(mended, index, numbers)
        ):
            mended[index] = replace(token, upos="NOUN", tag=_noun_tag(token), lemma=noun_lemma(token.text))
    for index, token in enumerate(mended):
        if token.text == "each" and _describes_each(mended, index):
            done = mended[index + 1]
            lemma = verb_lemma(done.text) or done.lemma
            mended[index + 1] = replace(done, upos="VERB", tag="VBN", dep="acl", lemma=lemma)
        hides = token.text.endswith("ing") and (token.upos in ("NOUN", "ADJ") or token.dep == "amod")
        if hides and _counts(mended, index + 1, numbers):
            _mend_participle(mended, index)
    for index in range(len(mended) - 2):
        if mended[index + 1].text.isdigit() and _is_numbered_thing(mended, index):
            token = mended[index]
            mended[index] = replace(token, upos="NOUN", tag="NN", lemma=noun_lemma(token.text))
            _make_subject(mended, index, index + 2)
    for index, token in enumerate(mended):
        if token.text[:1].isupper() and index not in numbers and _is_name(mended, index):
            mended[index] = replace(token, upos="PROPN", tag="NNP", lemma=token.text)
            if index + 1 < len(mended) and mended[index + 1].tag in ("VBD", "VBZ"):
                _make_subject(mended, index, index + 1)
    for index in range(1, len(mended) - 2):
        if mended[index].upos == "ADJ" and _is_unknown_doer(mended, index) and _counts(mended, index + 2, numbers):
            token = mended[index]
            mended[index] = replace(token, upos="NOUN", tag="NN", dep="compound", lemma=noun_lemma(token.text))
    for index, token in enumerate(mended):
        if index in numbers or index in counted:
            continue
        misread = token.upos in ("NOUN", "PROPN", "ADJ", "ADP", "INTJ") or _is_past_adverb(token)
        hidden = (
            token.upos == "VERB"
            and token.dep in ("amod", "compound", "acl", "case", "nmod", "flat")
            and token.tag in ("VBN", "VBD", "VBZ")
        )
        if (misread or hidden) and _is_verb(mended, index, numbers):
            before = _before(mended, index)
            mended[index] = _as_verb(token, index, _plural(mended, before, numbers))
            if mended[before].upos in _NOMINAL and mended[before].dep in _MISPLACED:
                _make_subject(mended, before, index)
        elif token.upos == "ADJ" and token.dep.startswith("nsubj") and index and mended[index - 1].upos == "DET":
            mended[index] = replace(token, upos="NOUN", tag=_noun_tag(token), lemma=noun_lemma(token.text))
    _mend_closing_participles(mended)
    _mend_inverted_questions(mended, numbers)
    return tuple(mended)


def _mend_function_words(tokens: list[Token], numbers: frozenset[int]) -> None:
    """Read words that were taken for function words, and are none, as nouns: "Matteo's mum pays", "how many taxis".

    A word that opens a supposition becomes a conjunction, and the "Left" of "Left with 6 candles" a participle.
    """
    known, sentence = words("clauses", "function", "words"), -1
    for index, token in enumerate(tokens):
        opens, sentence = token.sent != sentence, token.sent
        if opens and token.text.lower() in words("clauses", "suppositions") and index + 1 < len(tokens):
            if tokens[index + 1].upos in ("PROPN", "DET", "PRON", "NUM", "NOUN", "SCONJ"):
                tokens[index] = replace(token, upos="SCONJ", tag="IN", dep="mark", lemma=token.text.lower())
        elif opens and token.text == "Left" and index + 1 < len(tokens) and tokens[index + 1].text == "with":
            tokens[index] = replace(token, upos="VERB", tag="VBN", dep="advcl", lemma="leave")
        elif token.upos in _CLOSED_CLASSES and token.text not in known and _is_noun(token) and index not in numbers:
            tokens[index] = replace(token, upos="NOUN", tag=_noun_tag(token), lemma=noun_lemma(token.text))
            if index + 1 < len(tokens) and tokens[index + 1].tag in ("VBD", "VBZ"):
                if index > 1 and tokens[index - 1].tag == "POS":
                    tokens[index - 2] = replace(tokens[index - 2], dep="nmod:poss", head=index)
                _make_subject(tokens, index, index + 1)


def _is_noun(token: Token) -> bool:
    """True for a word in small letters that is no form of a known verb."""
    word = token.text
    return word.islower() and word.isalpha() and len(word) > 2 and spelled_verb_lemma(word) not in all_verbs()


def _mend_participle(tokens: list[Token], index: int) -> None:
    """Read an "-ing" noun in front of a number as a verb: "For painting 4 signs", "sacks of rice weighing 20 kg"."""
    token, before = tokens[index], tokens[index - 1] if index else None
    lemma = verb_lemma(token.text)
    if lemma is None or lemma == token.text:  # "in spring 20 went" has no participle
        return
    if before is not None and before.text == "each":  # "8 tests a day, each lasting 15 minutes"
        tokens[index] = replace(token, upos="VERB", tag="VBG", dep="advcl", lemma=lemma)
    elif token.upos != "NOUN":
        return
    elif before is None or before.upos in ("ADP", "SCONJ", "PUNCT"):
        noun = tokens[token.head]
        governed = token.head > index and token.dep == "compound"
        above = noun.head if governed and noun.head != token.head else token.head
        tokens[index] = replace(token, upos="VERB", tag="VBG", dep="advcl", lemma=lemma, head=above)
        if above == noun.head:
            tokens[token.head] = replace(noun, dep="obj", head=index)
    elif before.upos == "NOUN" and before.dep == "compound" and token.dep == "nsubj" and token.head > index:
        # "A hedgehog weighing 900 grams in autumn lost 280 grams"
        tokens[index - 1] = replace(before, dep="nsubj", head=token.head)
        tokens[index] = replace(token, upos="VERB", tag="VBG", dep="acl", lemma=lemma, head=index - 1)
    elif before.upos == "NOUN" and token.head < index:
        tokens[index] = replace(token, upos="VERB", tag="VBG", dep="acl", lemma=lemma)
        if before.head == index:
            tokens[index - 1] = replace(before, dep="nmod", head=token.head)


def _describes_each(tokens: Sequence[Token], each: int) -> bool:
    """True for "50 cakes, each cut into 6", where a participle and a preposition follow "each"."""
    if each == 0 or each + 2 >= len(tokens) or tokens[each - 1].text != "," or tokens[each + 2].upos != "ADP":
        return False
    done = tokens[each + 1]
    return done.upos in ("NOUN", "VERB", "ADJ") and verb_lemma(done.text) is not None and is_past(done, alike=True)


def _make_subject(tokens: list[Token], subject: int, verb: int) -> None:
    """Hang a noun under its verb; if the verb hung under the noun, it takes the noun's place."""
    above = tokens[subject].head
    if tokens[verb].head == subject:
        root = above in (subject, verb)
        tokens[verb] = replace(tokens[verb], head=verb if root else above, dep="root" if root else tokens[subject].dep)
    tokens[subject] = replace(tokens[subject], head=verb, dep="nsubj")


def _is_name(tokens: Sequence[Token], index: int) -> bool:
    """True for a listed first name, for what is tagged as one, and for a capital word that does something."""
    token = tokens[index]
    if (
        token.upos in ("PROPN", "PRON", "DET", "NUM", "PUNCT")
        or not token.text[:1].isupper()
        or not token.text.isalpha()
    ):
        return False
    opens = index == 0 or tokens[index - 1].sent != token.sent
    if token.tag in ("NNP", "NNPS"):
        return True
    if token.text in words("people", "names", "female") or token.text in words("people", "names", "male"):
        return token.upos != "AUX" and (token.upos != "VERB" or opens)
    if token.upos == "NOUN" and (token.tag == "NN" or not token.text.endswith("s")):
        return not opens and tokens[index - 1].upos not in ("PUNCT", "SPACE")
    behind = tokens[index + 1] if index + 1 < len(tokens) else token
    acts = behind.tag in ("VBD", "VBZ") or (verb_lemma(behind.text) or behind.text) != behind.text.lower()
    if token.tag == "RB" and opens:  # "Ndidi cut a ribbon", but "Outside stood 5 men"
        rare = token.upos == "ADV" and not token.text.endswith("ly") and token.text.lower() not in _OPENING_ADVERBS
        return rare and behind.tag in ("VBD", "VBZ") and behind.lemma not in words("clauses", "inverted", "verbs")
    if token.upos == "ADV":  # "To each of 5 friends Hilde gave 6": no adverb has a capital there
        if opens:  # "Eirik unpacked 18 plates", but "Yesterday came 18 ships"
            return acts and token.tag in ("NN", "NNS") and token.text.lower() not in words("clauses", "time", "words")
        return acts and tokens[index - 1].upos != "PUNCT"
    return token.upos in ("ADJ", "X", "INTJ", "VERB") and acts and verb_lemma(token.text) is None


def _is_numbered_thing(tokens: Sequence[Token], index: int) -> bool:
    """True for the misread noun of "Silo 2 held 47 tonnes" at the start of a sentence."""
    token, verb = tokens[index], tokens[index + 2]
    opens = index == 0 or tokens[index - 1].sent != token.sent
    if not opens or token.upos not in ("ADJ", "VERB", "INTJ", "X") or token.text.endswith("ing"):
        return False
    return verb.upos == "VERB" and verb.tag in ("VBD", "VBZ") and token.text not in _COUNTED


def _is_unknown_doer(tokens: Sequence[Token], index: int) -> bool:
    """True for a rare noun read as an adjective of the object: in "The admin deleted 75 files" no noun is left over."""
    doer, verb = tokens[index], tokens[index + 1]
    return doer.upos == "ADJ" and doer.dep == "amod" and tokens[index - 1].upos == "DET" and verb.tag in ("VBD", "VBZ")


def _noun_tag(token: Token) -> str:
    return "NNS" if token.text.endswith("s") else "NN"


def _as_verb(token: Token, index: int, plural: bool) -> Token:
    word = token.text.lower()
    tag = "VBZ" if word.endswith("s") and not word.endswith("ss") else "VBD"
    if word == spelled_verb_lemma(word) and plural:
        tag = "VBP"
    dep = "root" if token.head == index else "parataxis"
    return replace(token, upos="VERB", tag=tag, dep=dep, lemma=spelled_verb_lemma(word))


def _is_past_adverb(token: Token) -> bool:
    """True for an irregular past that was read as an adverb: "The storm tore away 48 tiles"."""
    return token.upos == "ADV" and token.text != "left" and verb_lemma(token.text) not in (None, token.text)


def _is_unit(tokens: Sequence[Token], index: int) -> bool:
    """True for a measure behind a number, and for a plural there that is no known verb."""
    token = tokens[index]
    if token.upos in ("NOUN", "PROPN"):
        return False
    word = token.text.lower().rstrip(".")
    if any(
        noun_lemma(word) in words("measures", sort) for sort in ("durations", "lengths", "weights", "volumes", "others")
    ):
        return word != "second"
    if token.upos == "VERB" and word.endswith("s"):
        ahead = tokens[index + 1].upos if index + 1 < len(tokens) else "PUNCT"
        if index > 2 and tokens[index - 2].text == "of" and ahead in ("NUM", "ADP", "DET"):
            return clause_has_verb(tokens, index)  # "A gang of 9 paves 80 metres a day"
        return verb_lemma(word) is None or ahead in ("AUX", "VERB")
    return False


def _is_counted(tokens: Sequence[Token], index: int, numbers: frozenset[int]) -> bool:
    """True for the "sets" of "9 more train sets", read as a verb: a number above one wants a plural."""
    if index < 2 or (tokens[index].upos, tokens[index].tag) not in (("VERB", "VBZ"), ("NOUN", "NNS")):
        return False
    named = tokens[index - 1].tag == "NNP" and tokens[index].upos == "VERB"  # "Of 48 Petri dishes 6 grew mould"
    if tokens[index - 1].tag not in ("NN", "JJ") and not (named and clause_has_verb(tokens, index)):
        return False
    number = index - 2
    while number > max(0, index - 4) and tokens[number].upos in ("ADJ", "ADV"):
        number -= 1
    if number == index - 2 and noun_lemma(tokens[index - 1].text) != tokens[index - 1].text.lower():
        return False  # "Anything over 20 kilos costs extra"
    plural = number in numbers and tokens[number].text.isalnum() and tokens[number].text.lower() not in ("1", "one")
    return plural and tokens[number].upos == "NUM" and tokens[number - 1].upos not in _NOMINAL


def _is_measured(tokens: Sequence[Token], index: int, numbers: frozenset[int]) -> bool:
    """True for the "plank" of "a 96-inch plank" and the "bag" of "a 500-gram bag", read as a verb."""
    if tokens[index].upos != "VERB" or index < 3 or index - 3 not in numbers or tokens[index - 2].text != "-":
        return False
    determined = index > 3 and determines(tokens[index - 4])
    return determined or verb_lemma(tokens[index].text) is None


def _is_verb(tokens: Sequence[Token], index: int, numbers: frozenset[int]) -> bool:
    """True for an inflected form of a known verb between a noun and its object, in a clause without a verb."""
    word = tokens[index].text.lower()
    if index == 0 or index + 1 >= len(tokens):
        return False
    base = verb_lemma(word)
    if base is None and tokens[index].upos == "VERB":
        base = spelled_verb_lemma(word)
    if base is None and spelled_verb_lemma(word) in all_verbs() and not _sentence_has_verb(tokens, index):
        base = spelled_verb_lemma(word)  # "Thirty owls roost in 9 trees"
    if base is None:
        return False
    before, behind = _before(tokens, index), tokens[index + 1]
    if (
        word == base
        and word not in ("cost", "put", "cut", "read", "set", "hit", "let")
        and not _plural(tokens, before, numbers)
        and not (word in words("clauses", "inverted", "verbs") and _opens_with_place(tokens, index, numbers))
        and (behind.upos not in ("ADP", "DET") or _sentence_has_verb(tokens, index))
    ):
        return False
    opens_object = (
        index + 1 in numbers
        or behind.upos in ("NUM", "DET", "SYM", "ADP")
        or behind.tag in ("PRP$", "PRP", "RP", "$")
        or (behind.tag == "TO" and tokens[before].upos == "PROPN")  # "Ali hopes to sell 30 wreaths"
        or behind.text.lower() in _OBJECT_OPENERS
    )
    inflected = word != base and (not word.endswith("s") or not _sentence_has_verb(tokens, index))
    if not opens_object and not (inflected and behind.upos in ("NOUN", "PROPN", "ADJ", "PRON")):
        return False
    if tokens[before].upos in ("CCONJ", "PUNCT") and word != base:
        particle = behind.text.lower() in _PARTICLES
        counts = _counts(tokens, index + 1, numbers) or (particle and _counts(tokens, index + 2, numbers))
        return counts and tokens[index].upos != "ADJ" and tokens[before].text in ("and", "then", "but", ",")
    if before in numbers:
        if word != base and not word.endswith("s"):  # "School number 5 marched with 26 drums", "30 died"
            crew = before > 0 and tokens[before - 1].text == "of"  # "A crew of 8 planted pines"
            return (opens_object or crew) and not word.endswith("ing") and not clause_has_verb(tokens, index)
        return (  # "At the market 9 get off"
            word == base
            and behind.text.lower() in ("off", "on", "out", "away", "in", "up")
            and not behind.text[:1].isupper()
        )
    if tokens[before].tag == "POS" and word.endswith("s") and index + 1 in numbers:  # "and Tom's weighs 8"
        return not clause_has_verb(tokens, index)
    letter = before > 0 and len(tokens[before].text) == 1 and tokens[before].text.isupper()  # "Tariff A charges 9"
    if tokens[before].upos not in _NOMINAL and not letter:
        return False
    if tokens[before].tag in ("PRP$", "WP$") or tokens[before].text in ("'s", "'"):
        return False
    return not clause_has_verb(tokens, index)


def _opens_with_place(tokens: Sequence[Token], index: int, numbers: frozenset[int]) -> bool:
    """True behind the place of "In the box lie 24 chocolates", which a number follows."""
    first = index
    while first > 0 and tokens[first - 1].sent == tokens[index].sent and tokens[first - 1].upos not in _BORDERS:
        first -= 1
    return index + 1 in numbers and first < index and tokens[first].upos == "ADP"


def _counts(tokens: Sequence[Token], index: int, numbers: frozenset[int]) -> bool:
    """True for a number or the sign of money in front of one."""
    return index in numbers or (index + 1 in numbers and tokens[index].tag == "$")


def _before(tokens: Sequence[Token], index: int) -> int:
    before = index - 1
    while before > 0 and (tokens[before].upos == "ADV" or tokens[before].tag == "RP" or tokens[before].text == "each"):
        before -= 1
    return before


def _plural(tokens: Sequence[Token], index: int, numbers: frozenset[int]) -> bool:
    return (
        tokens[index].tag in ("NNS", "NNPS")
        or tokens[index].text.lower() in ("they", "we", "i", "you")
        or index in numbers
    )


def _sentence_has_verb(tokens: Sequence[Token], index: int) -> bool:
    """True if any finite verb stands in the sentence, other than the token itself."""
    for step in (-1, 1):
        node = index + step
        while 0 <= node < len(tokens) and abs(node - index) < REACH and tokens[node].sent == tokens[index].sent:
            if tokens[node].upos in ("VERB", "AUX") and tokens[node].tag in ("VBD", "VBZ", "VBP", "MD"):
                return True
            node += step
    return False


def _mend_closing_participles(tokens: list[Token]) -> None:
    """Read a participle as the verb that its sentence lacks: "Yesterday 120 cars and 35 lorries crossed"."""
    for index, token in enumerate(tokens[:-1]):
        closes = token.tag == "VBN" and token.dep == "acl" and tokens[index + 1].text == "." and token.upos == "VERB"
        if closes and token.head < index and not _sentence_has_verb(tokens, index):
            tokens[index] = replace(token, tag="VBD")
            _make_subject(tokens, token.head, index)


def _mend_inverted_questions(tokens: list[Token], numbers: frozenset[int]) -> None:
    """In "how much do 4 tickets cost", make "do" the auxiliary and the last word the verb."""
    asked = False
    for index, token in enumerate(tokens):
        word = token.text.lower()
        if word in ("how", "what", "which", "when", "where", "who"):
            asked = True
        elif (token.upos == "PUNCT" and token.tag != "HYPH") or token.sent != tokens[index - 1].sent:
            asked = False
        elif asked and word in _INVERTING and token.upos in ("VERB", "AUX", "NOUN", "PROPN"):
            verb = _main_verb(tokens, index, numbers)
            if verb is not None:
                tokens[index] = replace(token, upos="AUX", dep="aux", head=verb)
                main = tokens[verb]
                if main.upos != "VERB":
                    label = "root" if main.head == verb or index == main.head else main.dep
                    label = "parataxis" if label not in ("root", "advcl", "ccomp", "conj", "xcomp") else label
                    tokens[verb] = replace(
                        main, upos="VERB", tag="VB", dep=label, lemma=verb_lemma(main.text) or main.lemma
                    )
                if tokens[verb].head == index:
                    tokens[verb] = replace(tokens[verb], head=verb, dep="root")
                if tokens[verb - 1].upos == "ADJ" and tokens[verb - 2].upos == "DET":
                    tokens[verb - 1] = replace(
                        tokens[verb - 1], upos="NOUN", tag="NN", lemma=noun_lemma(tokens[verb - 1].text)
                    )
                if tokens[verb - 1].upos in _NOMINAL and tokens[verb - 1].dep in _MISPLACED:
                    _make_subject(tokens, verb - 1, verb)
            asked = False


def _main_verb(tokens: Sequence[Token], auxiliary: int, numbers: frozenset[int]) -> int | None:
    """The verb that an inverted auxiliary belongs to: the next one tagged so, else the next known base form."""
    likely = None
    seen_nominal = False
    for node in range(auxiliary + 1, len(tokens)):
        token = tokens[node]
        word = token.text.lower()
        if (token.upos == "PUNCT" and word not in ("-", '"')) or word in _SUBORDINATORS:
            break
        if token.upos == "VERB" and seen_nominal and token.tag in ("VB", "VBP", "VBD", "VBN"):
            return likely if likely is not None and token.tag != "VB" else node
        if token.upos == "VERB" and token.tag == "VB":
            return node
        follows = likely is None or likely == node - 1  # "how long does a 500-gram bag last"
        if seen_nominal and follows and word in all_verbs() and node not in numbers:
            behind = tokens[node + 1].upos if node + 1 < len(tokens) else "PUNCT"
            if tokens[node - 1].upos in ("NOUN", "PROPN", "PRON", "NUM", "ADV", "ADJ") and behind not in (
                "NOUN",
                "PROPN",
                "AUX",
            ):
                likely = node
        # A rare noun behind its article may be read as an adjective: "can an electrician buy".
        if token.upos in _NOMINAL or node in numbers or (token.upos == "ADJ" and tokens[node - 1].upos == "DET"):
            seen_nominal = True
    return likely
