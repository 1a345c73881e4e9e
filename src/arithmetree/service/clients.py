"""Who asks: the address that the rate limit counts by."""

from __future__ import annotations

from contextvars import ContextVar
from ipaddress import IPv6Address, ip_address

from starlette.datastructures import Headers
from starlette.types import Scope

_LOCAL = "local"  # a Unix socket has no address

_CURRENT = ContextVar("arithmetree_client", default=_LOCAL)


def serve_client(client: str) -> None:
    """Note who sent the request that is being served."""
    _CURRENT.set(client)


def current_client() -> str:
    """Who sent the request that is being served, and pays for it."""
    return _CURRENT.get()


def client_of(scope: Scope, *, trusted_proxy: bool) -> str:
    """The client's address, an IPv6 one cut to its /64 network, which is what one subscriber has.

    With a trusted proxy in front it is the last entry of X-Forwarded-For, the one that the proxy itself wrote; the
    entries before it are the client's own claims.
    """
    address = scope["client"][0] if scope.get("client") else _LOCAL
    if trusted_proxy:
        forwarded = Headers(scope=scope).getlist("x-forwarded-for")
        if forwarded:
            address = forwarded[-1].rpartition(",")[2].strip()
    return _network(address)


def _network(address: str) -> str:
    try:
        parsed = ip_address(address.strip("[]"))
    except ValueError:
        return _LOCAL
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(IPv6Address(int(parsed) >> 64 << 64))
    return str(parsed)
