"""The service for minutes on end: memory, speed, refusals and a restart while requests come in.

    python benchmarks/service/soak.py [--minutes 4] [--out docs/results]

1. Sustained: some clients that always have a request under way, against two workers without a rate limit. The requests
   go to every route in turn, the pages included. No two texts are the same, and each has a name that was never seen
   before, so that whatever is kept of texts would show. Memory is that of the
   service and its workers (resident set); speed is measured by the latency and by the processor time of a request, for
   each fifth of the time.
2. Ten times as much, as a crowd sends it. Only 200 and 503 may come back.
3. A restart (SIGHUP) while requests go on: every worker is replaced, and no request may fail. Half of the clients open
   a connection for each request. The others keep theirs; where the server closes one that waits, the request is sent
   once more over a new one, as HTTP clients do, and counted.

Writes soak.json. An hour is `--minutes 60`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import signal
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator
from importlib.metadata import version
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from load import Connection, open_loop, solving, visits
from run import CLIENTS, OVERLOAD, crowd, processor_seconds, serving

from arithmetree.generator import generate

WARM_UP = 15.0  # seconds
MOST_GROWTH = 1.05  # of the memory from the middle to the end
MOST_SLOWER = 1.2  # in processor time, because latencies also depend on what else the machine does
PATIENCE = 150.0  # seconds for a restart
SYLLABLES = ("ba", "do", "fe", "gi", "lo", "ma", "ni", "ra", "su", "ta", "ve", "zo")


def texts(seed: int = 0) -> Iterator[str]:
    """New problems without end; each begins with a name that no other has."""
    rng = random.Random(seed)
    for number in range(sys.maxsize):
        for record in generate(200, 1000 + number):
            name = "".join(rng.choices(SYLLABLES, k=5)).capitalize()
            yield f"{name} tells a story. {record.text}"


def processes(parent: int) -> list[int]:
    """The service and its workers."""
    threads = Path(f"/proc/{parent}/task").iterdir()
    return [parent, *(int(child) for thread in threads for child in (thread / "children").read_text().split())]


def resident_mb(parent: int) -> float:
    """The resident set of the service and its workers together."""
    pages = (int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in processes(parent))
    return sum(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


async def sustained(port: int, parent: int, seconds: float) -> dict[str, Any]:
    """Clients that always have a request under way, while memory is watched."""
    wanted = visits(texts())
    begin = time.monotonic()
    latencies: list[tuple[float, float]] = []
    memory: list[float] = []
    work: list[tuple[int, float]] = []  # requests and processor seconds so far
    statuses: Counter[int] = Counter()
    by_route: dict[str, Counter[int]] = {}

    async def client() -> None:
        connection = Connection(port)
        while (now := time.monotonic() - begin) < seconds:
            request = next(wanted)
            status, _ = await connection.post(request.content)
            statuses[status] += 1
            by_route.setdefault(request.route, Counter())[status] += 1
            latencies.append((now, time.monotonic() - begin - now))
        connection.close()

    async def watch() -> None:
        while time.monotonic() - begin < seconds:
            memory.append(resident_mb(parent))
            work.append((len(latencies), sum(map(processor_seconds, processes(parent)))))
            await asyncio.sleep(seconds / 60)

    await asyncio.gather(watch(), *(client() for _ in range(CLIENTS)))
    parts = [[took for at, took in latencies if part <= 5 * at / seconds < part + 1] for part in range(5)]
    marks = [work[round(part * (len(work) - 1) / 5)] for part in range(6)]
    third = len(memory) // 3
    return {
        "seconds": round(seconds),
        "requests": len(latencies),
        "statuses": {str(status): count for status, count in sorted(statuses.items())},
        "by_route": routes(by_route),
        "median_ms_by_fifth": [round(1000 * statistics.median(part), 1) for part in parts],
        "processor_ms_by_fifth": [
            round(1000 * (after[1] - before[1]) / max(1, after[0] - before[0]), 1) for before, after in pairwise(marks)
        ],
        "memory_mb": {
            "start": round(memory[0]),
            "middle": round(statistics.median(memory[third : 2 * third])),
            "end": round(statistics.median(memory[-5:])),
            "greatest": round(max(memory)),
        },
    }


async def restarted(port: int, parent: int) -> dict[str, Any]:
    """Requests without a pause while every worker is replaced."""
    wanted = texts(1)
    before = set(processes(parent)[1:])
    counted: Counter[str] = Counter()
    over = False

    async def post(connection: Connection) -> None:
        status, _ = await connection.post(solving(next(wanted)).content)
        counted[f"status {status}"] += 1

    async def keeps_its_connection() -> None:
        connection = Connection(port)
        while not over:
            try:
                await post(connection)
            except (OSError, EOFError):
                connection.close()
                counted["sent once more"] += 1
                await post(connection)
        connection.close()

    async def opens_a_connection_each_time() -> None:
        while not over:
            connection = Connection(port)
            await post(connection)
            connection.close()

    async def restart() -> float | None:
        nonlocal over
        await asyncio.sleep(2)
        begin = time.monotonic()
        os.kill(parent, signal.SIGHUP)
        old = before - {tracker for tracker in before if b"resource_tracker" in _command(tracker)}
        while old & set(processes(parent)) and time.monotonic() - begin < PATIENCE:
            await asyncio.sleep(0.1)
        took = None if old & set(processes(parent)) else round(time.monotonic() - begin, 1)
        await asyncio.sleep(2)
        over = True
        return took

    clients = [client() for client in (keeps_its_connection, opens_a_connection_each_time) for _ in range(CLIENTS // 2)]
    took, *ended = await asyncio.gather(restart(), *clients, return_exceptions=True)
    if isinstance(took, BaseException):
        raise took
    failed = [type(error).__name__ for error in ended if error is not None]
    return {"seconds": took, **counted, "failed": failed}


def routes(found: dict[str, Counter[int]]) -> dict[str, dict[str, int]]:
    """The statuses of each route."""
    return {route: {str(status): count for status, count in sorted(found[route].items())} for route in sorted(found)}


def _command(process: int) -> bytes:
    return Path(f"/proc/{process}/cmdline").read_bytes()


def main() -> None:
    """Measure, write the result, and say by the exit status whether all went well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=4.0)
    parser.add_argument("--out", type=Path, default=Path("docs/results"))
    options = parser.parse_args()
    load_before = os.getloadavg()[0]
    with serving("--workers", "2", "--rate", "0", "--timeout", "60") as (port, parent):
        asyncio.run(sustained(port, parent, WARM_UP))
        steady = asyncio.run(sustained(port, parent, 60 * options.minutes))
        rush = OVERLOAD * steady["requests"] / steady["seconds"]
        some = list(islice(visits(texts(2)), 260))
        crowded = asyncio.run(open_loop(port, some, per_second=rush, seconds=10))
        overload = crowd(crowded) | {"by_route": routes(crowded.by_route)}
        restart = asyncio.run(restarted(port, parent))
    result = {
        "command": f"python benchmarks/service/soak.py --minutes {options.minutes:g}",
        "machine": {"cores": os.cpu_count(), "load_before": round(load_before, 2)},
        "versions": {"python": platform.python_version()}
        | {name: version(name) for name in ("arithmetree", "fastapi", "uvicorn", "spacy", "onnxruntime")},
        "sustained": steady,
        "ten_times": overload,
        "restart": restart,
    }
    text = json.dumps(result, indent=1) + "\n"
    print(text, end="")
    (options.out / "soak.json").write_text(text, encoding="utf-8")
    memory, work = steady["memory_mb"], steady["processor_ms_by_fifth"]
    faults = {
        "something else than 200 came back": set(steady["statuses"]) != {"200"},
        "memory grows": memory["end"] > MOST_GROWTH * memory["middle"],
        "it becomes slower": work[-1] > MOST_SLOWER * work[0],
        "refusals are unclean": not set(overload["statuses"]) <= {"200", "503"} or bool(overload["errors"]),
        "the workers were not replaced": restart["seconds"] is None,
        "requests failed during the restart": bool(restart["failed"])
        or any(name.startswith("status ") and name != "status 200" for name in restart),
    }
    raise SystemExit("; ".join(name for name, there in faults.items() if there) or 0)


if __name__ == "__main__":
    main()
