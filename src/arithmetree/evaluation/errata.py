"""Answers that later data sets correct, by set and problem id; scores are reported with and without them."""

from fractions import Fraction

ERRATA: dict[str, dict[str, Fraction]] = {
    "ai2": {"145": Fraction(65057)},
    "illinois": {
        "1135": Fraction(4, 3),
        "1289": Fraction(46),
        "1307": Fraction(7),
        "1347": Fraction(6),
        "1354": Fraction(400),  # needs one number twice, so it stays wrong
    },
}
