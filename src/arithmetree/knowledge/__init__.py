"""World knowledge about whole expressions: signs, whole numbers and units, as one scored constraint.

Where the paper rejects answers that are not positive or not whole, this adds a learned weight for every such trait
of an expression, so that decimals in the text, units that do not fit and sums of unlike things all count for what
they are worth.
"""

from arithmetree.knowledge.expression_traits import Knowledge
from arithmetree.knowledge.learned import LearnedKnowledge
from arithmetree.knowledge.traits import TRAITS

__all__ = ["TRAITS", "Knowledge", "LearnedKnowledge"]
