"""Repairs of the tags where the word lists know better than the parser; `repairer` has them in their order.

A verb that was read as a noun ("The shop sells 12-packs") hides the clause; a measure that was read as a verb or
adjective ("15 centimetres a day", "88 m high") hides the unit. Only parts of speech change, and labels where a
changed word could not keep its own; the steps that follow look at word order as well as at the tree.
"""
