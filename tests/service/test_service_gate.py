"""The gate by itself: turns, places, and work that nobody waits for."""

from __future__ import annotations

import asyncio
import threading
import time
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


def test_a_place_goes_to_who_has_two_fewer_and_only_from_who_waits() -> None:
    async def act() -> None:
        gate = Gate(concurrent=1, waiting=3)
        gate.open()
        go = threading.Event()

        async def request(client: str) -> str:
            with gate.admitted(client):
                await gate.run(client, lambda: go.wait(10))
            return client

        many = [asyncio.create_task(request("a")) for _ in range(3)]
        few = [asyncio.create_task(request("b"))]
        await asyncio.sleep(0.05)
        assert not gate.full("b")  # three of four places are a's, and two of them wait
        assert gate.full("a")
        few.append(asyncio.create_task(request("b")))
        await asyncio.sleep(0.05)
        dropped = [task for task in many if task.done()]
        assert dropped == [many[2]]  # the newest
        with pytest.raises(OverCapacity):
            dropped[0].result()
        assert gate.full("b")  # two and two: nobody has more right to a place
        assert not gate.full("c")
        go.set()
        assert await asyncio.gather(*many[:2], *few) == ["a", "a", "b", "b"]
        gate.close()

    asyncio.run(act())


def test_who_has_nothing_waiting_keeps_its_places() -> None:
    async def act() -> None:
        gate = Gate(concurrent=2, waiting=0)
        gate.open()
        go = threading.Event()

        async def request() -> bool:
            with gate.admitted("a"):
                return await gate.run("a", lambda: go.wait(10))

        tasks = [asyncio.create_task(request()) for _ in range(2)]
        await asyncio.sleep(0.05)
        assert gate.full("b")
        with pytest.raises(OverCapacity), gate.admitted("b"):
            pass
        go.set()
        assert await asyncio.gather(*tasks) == [True, True]
        gate.close()

    asyncio.run(act())


def test_as_many_jobs_run_at_once_as_there_are_threads() -> None:
    gate, at_work, most = Gate(concurrent=2, waiting=10), [0], [0]
    lock = threading.Lock()

    def job() -> None:
        with lock:
            at_work[0] += 1
            most[0] = max(most[0], at_work[0])
        time.sleep(0.02)
        with lock:
            at_work[0] -= 1

    async def act() -> None:
        await asyncio.gather(*(gate.run("a", job) for _ in range(6)))

    in_gate(gate, act)
    assert most == [2]


def test_closing_ends_what_has_begun_and_cancels_what_waits() -> None:
    gate, done = Gate(concurrent=1, waiting=5), []

    async def act() -> None:
        gate.open()
        begun, go = threading.Event(), threading.Event()

        def first() -> None:
            begun.set()
            go.wait(10)
            done.append("first")

        tasks = [asyncio.create_task(gate.run("a", first))]
        tasks.append(asyncio.create_task(gate.run("a", lambda: done.append("second"))))
        tasks.append(asyncio.create_task(gate.run("b", lambda: done.append("third"))))
        while not begun.is_set():
            await asyncio.sleep(0.01)
        threading.Timer(0.1, go.set).start()
        gate.close()  # waits for the first
        assert done == ["first"]
        found = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(one) for one in found] == [type(None), asyncio.CancelledError, asyncio.CancelledError]
        with pytest.raises(NotReady):
            await gate.run("a", lambda: 1)
        gate.open()
        assert await gate.run("a", lambda: 7) == 7  # and what was cancelled is not done now
        gate.close()

    asyncio.run(act())
    assert done == ["first"]


def test_one_more_place_is_no_reason_to_give_one_up() -> None:
    async def act() -> None:
        gate = Gate(concurrent=1, waiting=2)
        gate.open()
        go = threading.Event()

        async def request(client: str) -> str:
            with gate.admitted(client):
                await gate.run(client, lambda: go.wait(10))
            return client

        tasks = [asyncio.create_task(request(client)) for client in ("a", "a", "b")]
        await asyncio.sleep(0.05)
        assert gate.full("b")
        assert not gate.full("c")
        go.set()
        assert await asyncio.gather(*tasks) == ["a", "a", "b"]
        gate.close()

    asyncio.run(act())


def test_after_many_jobs_one_that_is_given_up_is_still_never_begun() -> None:
    gate, done = Gate(concurrent=1, waiting=5), []

    async def act() -> None:
        for _ in range(3):
            await gate.run("a", lambda: None)
        go = threading.Event()
        first = asyncio.create_task(gate.run("a", lambda: go.wait(10)))
        second = asyncio.create_task(gate.run("a", lambda: done.append("second")))
        await asyncio.sleep(0.05)
        second.cancel()
        await asyncio.sleep(0.05)
        go.set()
        assert await first

    in_gate(gate, act)
    assert done == []
