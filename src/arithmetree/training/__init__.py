"""Training the linear model on anybody's problems (`arithmetree train`), and the public sets with their folds.

The programs that made the models that ship are in the folder `training` of the repository.
"""
