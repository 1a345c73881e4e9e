"""The gate by itself: turns, places, and work that nobody waits for."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from arithmetree.checkpoints import checkpoint
from arithmetree.service.failures import NotReady, OverCapacity
from arithmetree.service.gate import TURN, Gate


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


def working(until: threading.Event, ended: list[str]) -> Callable[[], None]:
    """A job that works from checkpoint to checkpoint."""

    def work() -> None:
        try:
            while not until.is_set():
                checkpoint()
                time.sleep(0.001)
        finally:
            ended.append("working")

    return work


def test_a_job_that_is_given_up_while_it_works_ends_at_its_next_checkpoint() -> None:
    gate, ended = Gate(concurrent=1, waiting=5), list[str]()

    async def act() -> None:
        task = asyncio.create_task(gate.run("a", working(threading.Event(), ended)))
        await asyncio.sleep(0.05)
        assert ended == []
        task.cancel()
        assert await gate.run("b", lambda: 7) == 7
        assert ended == ["working"]

    in_gate(gate, act)


def test_a_job_that_has_had_its_turn_waits_while_others_have_theirs() -> None:
    gate, ended = Gate(concurrent=1, waiting=5), list[str]()

    async def act() -> None:
        until = threading.Event()
        long = asyncio.create_task(gate.run("a", working(until, ended)))
        for _ in range(3):
            short = [asyncio.create_task(gate.run(client, lambda: 7)) for client in ("b", "c", "a")]
            assert await asyncio.wait_for(asyncio.gather(*short[:2]), 5) == [7, 7]
            assert not short[2].done()  # its own client waits for itself
            short[2].cancel()
        assert ended == []
        until.set()
        await long

    in_gate(gate, act)
    assert ended == ["working"]


def test_no_more_jobs_are_at_work_than_may_be_while_they_take_turns() -> None:
    gate, at_work, most = Gate(concurrent=2, waiting=10), [0], [0]
    lock = threading.Lock()

    def job() -> None:
        for _ in range(30):
            with lock:
                at_work[0] += 1
                most[0] = max(most[0], at_work[0])
            time.sleep(0.02)
            with lock:
                at_work[0] -= 1
            checkpoint()

    async def act() -> None:
        await asyncio.gather(*(gate.run(f"client {number}", job) for number in range(4)))

    in_gate(gate, act)
    assert most == [2]


def test_a_job_that_is_given_up_while_others_have_their_turn_ends() -> None:
    gate, ended = Gate(concurrent=1, waiting=5), list[str]()

    async def act() -> None:
        until = threading.Event()
        first = asyncio.create_task(gate.run("a", working(threading.Event(), ended)))
        await asyncio.sleep(0.01)
        second = asyncio.create_task(gate.run("b", lambda: until.wait(10)))
        await asyncio.sleep(TURN + 0.2)  # the second one has begun, so the first one waits
        first.cancel()
        await asyncio.sleep(0.1)
        assert ended == ["working"]
        until.set()
        assert await second
        assert await gate.run("c", lambda: 7) == 7

    in_gate(gate, act)


def test_closing_lets_a_job_that_waits_for_its_turn_end() -> None:
    gate, ended = Gate(concurrent=1, waiting=5), list[str]()

    async def act() -> None:
        until = threading.Event()
        first = asyncio.create_task(gate.run("a", working(threading.Event(), ended)))
        await asyncio.sleep(0.01)
        second = asyncio.create_task(gate.run("b", lambda: until.wait(10)))
        await asyncio.sleep(TURN + 0.2)
        threading.Timer(0.1, until.set).start()
        gate.close()
        assert ended == ["working"]
        found = await asyncio.gather(first, second, return_exceptions=True)
        assert [type(one) for one in found] == [asyncio.CancelledError, bool]

    in_gate(gate, act)


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
