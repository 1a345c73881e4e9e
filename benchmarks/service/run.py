"""The service under load, on loopback, against the same model called directly in one process.

    python benchmarks/service/run.py [--rounds 3] [--texts 150] [--seconds 6] [--out docs/results]

1. Sustained: some clients that always have a request under way, against one worker without a rate limit. The rounds
   alternate with rounds of plain `solver.solve(text)` over the same texts in a separate process; the ratio is that
   of the medians. The ratio of the processor time, which other work on the machine disturbs less, is given too.
2. Ten times that, as a crowd sends it: at a fixed rate, whether or not answers come. Only 200 and 503 may come back.
3. The same crowd against the default settings, where the rate limit speaks first: only 200, 429 and 503.
4. Requests to every route in turn, the pages included, in the same three ways.

The texts come from our generator. Takes about a minute and wants a machine with nothing else to do; writes
service.json.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from load import Outcomes, Request, closed_loop, open_loop, solving, visits

from arithmetree.generator import generate

CLIENTS = 4
OVERLOAD = 10
ENVIRONMENT = os.environ | {"OMP_NUM_THREADS": "1"}

DIRECT = """
import json, sys, time
from arithmetree.solver import Solver
solver, texts = Solver.load(), json.loads(sys.stdin.read())
for text in texts[:20]:
    solver.solve(text)
begin, begin_cpu = time.perf_counter(), time.process_time()
for text in texts:
    solver.solve(text)
print(time.perf_counter() - begin, time.process_time() - begin_cpu)
"""


def direct(texts: list[str]) -> tuple[float, float]:
    """Problems per second of one process that does nothing else, and milliseconds of processor time for each."""
    command = [sys.executable, "-c", DIRECT]
    done = subprocess.run(command, input=json.dumps(texts), capture_output=True, text=True, check=True, env=ENVIRONMENT)
    seconds, processor = map(float, done.stdout.split())
    return len(texts) / seconds, 1000 * processor / len(texts)


@contextmanager
def serving(*options: str) -> Iterator[tuple[int, int]]:
    """A service of one worker; its port and process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    command = [sys.executable, "-c", "from arithmetree.cli import main; main()", "serve", "--port", str(port), *options]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
    try:
        while not _ready(port):
            if process.poll() is not None:
                raise SystemExit("the service did not start; run `arithmetree serve` to see why")
            time.sleep(0.1)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait()


def processor_seconds(process: int) -> float:
    """What a process has used of the processor so far (Linux)."""
    counts = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(counts[11]) + int(counts[12])) / os.sysconf("SC_CLK_TCK")


def _ready(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/readyz") as response:
            return bool(response.status == 200)
    except URLError:
        return False


def crowd(outcomes: Outcomes) -> dict[str, Any]:
    """The figures of an overload."""
    return {
        "offered_per_second": round(sum(outcomes.statuses.values()) / outcomes.seconds, 1),
        "statuses": {str(status): count for status, count in sorted(outcomes.statuses.items())},
        "solved_per_second": round(outcomes.statuses[200] / outcomes.seconds, 1),
        "solved_p50_ms": outcomes.milliseconds(200, 0.50),
        "solved_p99_ms": outcomes.milliseconds(200, 0.99),
        "refused_p99_ms": max(
            filter(None, (outcomes.milliseconds(status, 0.99) for status in (429, 503))), default=None
        ),
        "refused_without_retry_after": outcomes.without_retry_after,
        "errors": dict(outcomes.errors),
        "sent_again": outcomes.sent_again,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--texts", type=int, default=150)
    parser.add_argument("--seconds", type=float, default=6.0, help="how long the tenfold load lasts")
    parser.add_argument("--out", type=Path, default=Path("docs/results"))
    options = parser.parse_args()
    texts = [record.text for record in generate(options.texts, 0)]
    requests = [solving(text) for text in texts]
    mixed: list[Request] = list(islice(visits(iter(texts * 2)), options.texts))
    load_before = os.getloadavg()[0]
    if load_before > 1:
        print(f"the machine is busy (load {load_before:.1f}); the ratio and the latencies mean little", file=sys.stderr)
    alone, served = [], []
    used = 0.0
    with serving("--rate", "0") as (port, process):
        asyncio.run(closed_loop(port, requests[:20], clients=CLIENTS))  # warm
        for _ in range(options.rounds):
            alone.append(direct(texts))
            before = processor_seconds(process)
            served.append(asyncio.run(closed_loop(port, requests, clients=CLIENTS)))
            used += processor_seconds(process) - before
        single = asyncio.run(closed_loop(port, requests, clients=1))
        rates = [outcomes.statuses[200] / outcomes.seconds for outcomes in served]
        sustained = statistics.median(rates)
        rush = OVERLOAD * sustained
        over_capacity = asyncio.run(open_loop(port, requests, per_second=rush, seconds=options.seconds))
        after = asyncio.run(closed_loop(port, requests[:50], clients=CLIENTS))
        every = asyncio.run(closed_loop(port, mixed, clients=CLIENTS))
        rush_everywhere = OVERLOAD * sum(every.statuses.values()) / every.seconds
        everywhere = asyncio.run(open_loop(port, mixed, per_second=rush_everywhere, seconds=options.seconds))
    with serving() as (port, _):
        over_rate = asyncio.run(open_loop(port, requests, per_second=rush, seconds=options.seconds))
        limited = asyncio.run(open_loop(port, mixed, per_second=rush_everywhere, seconds=options.seconds))
    direct_cpu = statistics.median(milliseconds for _, milliseconds in alone)
    service_cpu = 1000 * used / sum(outcomes.statuses[200] for outcomes in served)
    result = {
        "command": f"python benchmarks/service/run.py --rounds {options.rounds} --texts {options.texts} "
        f"--seconds {options.seconds:g}",
        "machine": {
            "processor": platform.machine(),
            "cores": os.cpu_count(),
            "load_before": round(load_before, 2),
        },
        "versions": {"python": platform.python_version()}
        | {name: version(name) for name in ("arithmetree", "fastapi", "uvicorn", "pydantic")},
        "direct_per_second": [round(rate, 1) for rate, _ in alone],
        "service_per_second": [round(rate, 1) for rate in rates],
        "ratio_per_worker": round(sustained / statistics.median(rate for rate, _ in alone), 3),
        "direct_processor_ms": round(direct_cpu, 2),
        "service_processor_ms": round(service_cpu, 2),
        "processor_ratio_per_worker": round(direct_cpu / service_cpu, 3),
        "one_client": {"p50_ms": single.milliseconds(200, 0.50), "p99_ms": single.milliseconds(200, 0.99)},
        f"{CLIENTS}_clients": {
            "p50_ms": statistics.median([outcomes.milliseconds(200, 0.50) or 0 for outcomes in served]),
            "p99_ms": statistics.median([outcomes.milliseconds(200, 0.99) or 0 for outcomes in served]),
        },
        "sustained_statuses": {
            str(status): sum(outcomes.statuses[status] for outcomes in served)
            for status in sorted(set().union(*(outcomes.statuses for outcomes in served)))
        },
        "sustained_errors": sum(sum(outcomes.errors.values()) for outcomes in served),
        "ten_times_without_rate_limit": crowd(over_capacity),
        "after_it_per_second": round(after.statuses[200] / after.seconds, 1),
        "ten_times_with_default_settings": crowd(over_rate),
        "every_route": crowd(every),
        "every_route_ten_times_without_rate_limit": crowd(everywhere),
        "every_route_ten_times_with_default_settings": crowd(limited),
    }
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "service.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(result, indent=1))
    runs = (over_capacity, over_rate, every, everywhere, limited)
    if any(one.errors or not {200, 429, 503}.issuperset(one.statuses) for one in runs):
        raise SystemExit("something else than 200, 429 and 503 came back")


if __name__ == "__main__":
    main()
