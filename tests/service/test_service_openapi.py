"""The OpenAPI document: true, complete, and kept by the service whatever is sent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from fastapi.testclient import TestClient
from held_solver import HeldSolver
from jsonschema import Draft202012Validator
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import Status, events, from_schema

from arithmetree.checking import check, verify
from arithmetree.service import Settings, create_app, examples
from arithmetree.service.models import SolutionBody, VerdictBody, VerificationBody
from arithmetree.solution import Solution
from arithmetree.solver import Solver

SETTINGS = Settings(rate=0, max_text_length=80, max_batch_size=4)
API = {"/api/solve", "/api/batch", "/api/check", "/api/check/class", "/api/verify"}


@pytest.fixture(scope="module")
def app(solver: Solver) -> Iterator[Any]:
    app = create_app(SETTINGS, solver=solver)
    with TestClient(app):
        yield app


@pytest.fixture(scope="module")
def document(app: Any) -> Any:
    return TestClient(app).get("/openapi.json").json()


def test_the_service_keeps_what_its_openapi_promises(held: HeldSolver) -> None:
    """Schemathesis: the examples, the edges of every field, and bodies made at random, right and wrong ones."""
    config = SchemathesisConfig.from_dict(
        {
            "generation": {"max-examples": 25, "deterministic": True, "no-shrink": True},
            "phases": {"stateful": {"enabled": False}},  # no operation depends on another
            # What is too large is refused with 413.
            "checks": {"negative_data_rejection": {"expected-statuses": [400, 405, 413, 422]}},
            # A key that is no number and no calculation is refused; no schema can say what one is.
            "operations": [
                {
                    "include-path": "/api/check",
                    "checks": {"positive_data_acceptance": {"expected-statuses": ["2xx", 422]}},
                },
                # Nor can one say what is a table with problems and answers.
                {
                    "include-path": "/api/check/class",
                    "checks": {"positive_data_acceptance": {"expected-statuses": ["2xx", 422]}},
                },
            ],
        }
    )
    held.let_go.set()  # a solver for which any precision will do
    app = create_app(SETTINGS, solver=held)
    schema = schemathesis.openapi.from_asgi("/openapi.json", app, config=config)
    failures, passed = [], 0
    for event in from_schema(schema).execute():
        assert not isinstance(event, events.NonFatalError), event.value
        if isinstance(event, events.ScenarioFinished):
            for check in (check for checks in event.recorder.checks.values() for check in checks):
                passed += check.status is Status.SUCCESS
                if check.failure_info is not None:
                    failures.append(f"{check.name}: {check.failure_info.failure}\n{check.failure_info.code_sample}")
    assert failures == []
    assert passed > 500


def test_the_limits_in_force_are_in_the_document(document: Any) -> None:
    schemas = document["components"]["schemas"]
    assert schemas["SolveRequest"]["properties"]["text"]["maxLength"] == 80
    assert schemas["CheckRequest"]["properties"]["answer"]["maxLength"] == 80
    assert schemas["BatchOfTexts"]["properties"]["texts"]["maxItems"] == 4
    assert "arithmetree:" not in str(document)


def test_every_request_has_examples_that_are_accepted(document: Any, app: Any) -> None:
    client = TestClient(app)
    posted = 0
    for path, operations in document["paths"].items():
        if "post" not in operations:
            continue
        body = operations["post"]["requestBody"]["content"]["application/json"]["schema"]
        for kind in body.get("oneOf", [body]):
            for example in document["components"]["schemas"][kind["$ref"].rpartition("/")[2]]["examples"]:
                assert client.post(path, json=example).status_code == 200
                posted += 1
    assert posted == 6


def test_the_example_of_a_solution_is_the_solution_of_the_example(solver: Solver) -> None:
    shown = SolutionBody.model_validate(examples.SOLUTION).model_dump(mode="json")
    real = SolutionBody.model_validate(solver.solve(examples.TEXT).to_dict()).model_dump(mode="json")
    for field in ("status", "answer", "value", "unit", "answer_text", "expression", "quantities", "tree"):
        assert shown[field] == real[field]
    verified = VerificationBody.model_validate(examples.VERIFICATION).model_dump(mode="json")
    assert verified | {"confidence": 1.0} == verify(examples.TEXT, "7", solver=solver).to_dict() | {"confidence": 1.0}
    assert VerdictBody.model_validate(examples.VERDICT).verdict == check(examples.TEXT, "12 + 5", solver=solver).kind


def test_pages_are_not_part_of_the_api(document: Any) -> None:
    assert set(document["paths"]) == API | {"/healthz", "/readyz", "/metrics"}


@pytest.mark.parametrize(
    "text",
    [
        "Sam had 12 apples. He gave 5 apples to Ann. How many apples does Sam have now?",
        "Rita buys 4 pens at $1.25 each and has 2 dogs. How much does she pay?",
        "Lena has 4 dogs and 3 cats.",
        "Tom buys 3 bags of 24 shells, loses 10 of them and shares the rest among 4 boys. How many does each boy get?",
    ],
)
def test_a_solution_has_the_fields_of_the_document_and_no_others(solver: Solver, document: Any, text: str) -> None:
    solution: Solution = solver.solve(text)
    written = SolutionBody.model_validate(solution.to_dict()).model_dump(mode="json")
    validator = Draft202012Validator(document | {"$ref": "#/components/schemas/SolutionBody"})
    assert list(validator.iter_errors(written)) == []
    assert set(solution.to_dict()) == set(SolutionBody.model_fields)
