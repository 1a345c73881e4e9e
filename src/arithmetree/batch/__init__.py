"""Many problems at once: a file of JSON lines in, one of answers out, over processes or a cluster, resumable.

The package reads in the order the data moves: `lines` come in, an engine (`local` or `cluster`) hands them to workers,
each of which does `answering` for one `job`, and the `journal` keeps what is done so that a killed run can resume.
"""

from arithmetree.batch.run import BatchReport, EngineName, run_batch

__all__ = ["BatchReport", "EngineName", "run_batch"]
