"""Our corpus of word problems: its records, how writers' lines become records, and how near two stories are."""

from arithmetree.corpus.record import SPLITS, Reason, Record, RecordQuantity, RecordRate, Span, load, save
from arithmetree.corpus.similarity import Near, StoryIndex, near

__all__ = [
    "SPLITS",
    "Near",
    "Reason",
    "Record",
    "RecordQuantity",
    "RecordRate",
    "Span",
    "StoryIndex",
    "load",
    "near",
    "save",
]
