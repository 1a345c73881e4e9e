"""The step model: a derivation found step by step, each step scored from the text and the steps so far.

Read in this order: constants (known numbers that a word calls for), leaves (everything a first step can use), features
(what the model learns about values besides the text), network (the ONNX graphs), scorer (the moves of a search).
"""
