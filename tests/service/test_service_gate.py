"""The gate by itself: turns, places, and work that nobody waits for."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from arithmetree.service.failures import NotReady, OverCapacity
from arithmetree.service.gate import Gate


def in_gate(gate: Gate, act: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run an act with an open gate, and close it."""

    async def run() -> None:
        gate.open()
        try:
            await act()
        finally:
            gate.close()

    asyncio.run(run())


def test_queues_are_served_in_turn() -> None:
    gate, order = Gate(concurrent=1, waiting=20), []

    async def act() -> None:
        go = threading.Event()
        jobs = [asyncio.create_task(gate.run("a", lambda: go.wait(10)))]
        for client, number in [("a", 1), ("a", 2), ("a", 3), ("b", 1), ("c", 1), ("b", 2)]:
            jobs.append(asyncio.create_task(gate.run(client, lambda name=f"{client}{number}": order.append(name))))  # type: ignore[misc]
        await asyncio.sleep(0.05)
        go.set()
        await asyncio.gather(*jobs)

    in_gate(gate, act)
    assert order == ["a1", "b1", "c1", "a2", "b2", "a3"]


def test_what_a_job_raises_comes_through_and_the_next_one_runs() -> None:
    gate = Gate(concurrent=1, waiting=1)

    async def act() -> None:
        with pytest.raises(ZeroDivisionError):
            await gate.run("a", lambda: 1 // 0)
        assert await gate.run("a", lambda: 7) == 7

    in_gate(gate, act)


def test_a_job_that_is_given_up_while_it_waits_is_never_done() -> None:
    gate, done = Gate(concurrent=1, waiting=5), []

    async def act() -> None:
        go = threading.Event()
        first = asyncio.create_task(gate.run("a", lambda: go.wait(10)))
        second = asyncio.create_task(gate.run("a", lambda: done.append("second")))
        third = asyncio.create_task(gate.run("b", lambda: done.append("third")))
        await asyncio.sleep(0.05)
        second.cancel()
        first.cancel()  # it has begun, so its thread is held until it ends
        await asyncio.sleep(0.05)
        assert done == []
        go.set()
        await third

    in_gate(gate, act)
    assert done == ["third"]


def test_places_are_given_back_whatever_happens() -> None:
    gate = Gate(concurrent=1, waiting=1)
    for _ in range(5):
        with pytest.raises(RuntimeError), gate.admitted("a"):
            raise RuntimeError
    with gate.admitted("a"), gate.admitted("b"):
        assert gate.full("c")
        with pytest.raises(OverCapacity), gate.admitted("c"):
            pass
    assert not gate.full("c")


def test_a_closed_gate_takes_no_work() -> None:
    with pytest.raises(NotReady):
        asyncio.run(Gate(concurrent=1, waiting=1).run("a", lambda: 1))
