"""Views of a solution: amounts in words, plain text with colour, Markdown and HTML. One module for each."""
