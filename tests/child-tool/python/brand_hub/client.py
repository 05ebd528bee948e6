# SPDX-License-Identifier: MIT
"""The hub's API for one child tool, with retries."""

from __future__ import annotations

import json
import random
import threading
import time
from dataclasses import dataclass
from email.message import Message
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from typing import Any, Callable, Iterator, List, Optional, Sequence, TypeVar, Union, cast
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from .shapes import BrandBundle, ChangedBundles, Event, EventResult, FederationContext, Json, Since, ToolBrand, as_object

#: Attempts per request, including the first.
MAX_ATTEMPTS = 5
#: Longest wait between attempts after a 5xx, in seconds.
MAX_BACKOFF = 30.0
#: Longest Retry-After the client waits for, in seconds. It raises on longer ones.
MAX_RETRY_AFTER = 300.0
#: Concurrent requests that the hub allows per credential.
MAX_CONCURRENT = 2
#: Brands per find_changed request.
MAX_BRANDS_ASKED = 1000
MAX_BATCH_EVENTS = 500
#: Maximum size of a batch in bytes.
MAX_BATCH_BYTES = 1024 * 1024
FIRST_BACKOFF = 0.5
TIMEOUT = 10.0

_Item = TypeVar("_Item")


class HubError(Exception):
    """The hub refused, was unreachable, or its response does not match the contract. Branch on `code`."""

    def __init__(
        self,
        message: str,
        *,
        code: Optional[str] = None,
        status: Optional[int] = None,
        request_id: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        #: One of the six error codes, or None if the response had no error envelope.
        self.code = code
        self.status = status
        #: X-Request-Id of the response. Quote it when you ask for help.
        self.request_id = request_id

    @property
    def retry(self) -> bool:
        """True if the same request may succeed later."""
        return self.status is None or self.status == 429 or self.status >= 500

    @property
    def refused(self) -> bool:
        """True if the hub refused the request and a retry can't help."""
        return self.code is not None and not self.retry


@dataclass(frozen=True)
class _Response:
    status: int
    headers: Message
    #: None if it isn't a JSON object.
    body: Optional[Json]


class _NoRedirect(HTTPRedirectHandler):
    """Treats a redirect as a response. It must not carry the credential to another host."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> None:
        return None


class HubClient:
    """Calls the hub for one tool. Threads can share it. At most two requests run at once, others wait.

    Every method raises HubError.
    """

    def __init__(
        self,
        base_url: str,
        tool_slug: str,
        token: str,
        *,
        sleep: Callable[[float], None] = time.sleep,
        random_share: Callable[[], float] = random.random,
    ) -> None:
        self.base_url = base_url.rstrip("/")
        self.tool_slug = tool_slug
        self._token = token
        self._sleep = sleep
        self._random_share = random_share
        self._slots = threading.BoundedSemaphore(MAX_CONCURRENT)
        self._opener = build_opener(_NoRedirect)

    def read_bundle(self, brand_id: str, since: Optional[int] = None) -> Optional[BrandBundle]:
        """Returns the brand's bundle, or None if `since` is current."""
        query = "" if since is None else f"?since={since}"
        body = self._object("GET", f"/api/public/v1/brand/by-id/{quote(brand_id, safe='')}/bundle{query}")
        if body.get("not_modified") is True and since is not None:
            return None
        brand, version = as_object(body.get("brand")), body.get("identity_version")
        # A boolean is an int in Python.
        if brand is None or type(version) is not int:
            raise HubError("The hub's response does not match the contract.", status=200)
        if brand.get("id") != brand_id.lower():
            raise HubError("The hub returned another brand's bundle.", status=200)
        return cast(BrandBundle, body)

    def list_brands(self) -> List[ToolBrand]:
        """Lists every brand that the tool can read."""
        found: List[ToolBrand] = []
        after: Optional[str] = None
        while True:
            page = self._brands({"limit": "100"} if after is None else {"limit": "100", "after": after})
            found.extend(page["brands"])
            after = page.get("next")
            if after is None:
                return found

    def find_brand(self, slug: str) -> Optional[ToolBrand]:
        """Returns the brand with this slug, or None if the tool can't read it."""
        brands = self._brands({"slug": slug})["brands"]
        return brands[0] if brands else None

    def find_changed(self, held: Sequence[Since]) -> ChangedBundles:
        """Finds which of your stored brands changed, were revoked or no longer exist."""
        found: ChangedBundles = {"changed": [], "forbidden": [], "not_found": []}
        for part in _chunks(held, MAX_BRANDS_ASKED):
            answer = cast(ChangedBundles, self._object("POST", "/api/public/v1/bundles/changed", {"brands": part}))
            found["changed"] += answer["changed"]
            found["forbidden"] += answer["forbidden"]
            found["not_found"] += answer["not_found"]
        return found

    def send_events(self, events: Sequence[Event]) -> List[EventResult]:
        """Sends one batch of up to MAX_BATCH_EVENTS events and MAX_BATCH_BYTES bytes, all or nothing."""
        return cast(List[EventResult], self._object("POST", "/api/public/v1/events/batch", {"events": events})["results"])

    def exchange(self, token: str) -> FederationContext:
        """Exchanges a federation token for its user and brand.

        Raises HubError with `unauthorized` if the token is invalid or was minted for another tool.
        """
        # Rate-limited by the token in its body, so it takes no slot of the tool.
        body = self._object("POST", "/api/public/federation/exchange", {"token": token}, of_tool=False)
        context = cast(FederationContext, body)
        if context.get("azp", self.tool_slug) != self.tool_slug:
            raise HubError("The token was minted for another tool.", code="unauthorized", status=401)
        return context

    def _brands(self, query: "dict[str, str]") -> Json:
        return self._object("GET", f"/api/public/v1/brands?{urlencode(query)}")

    def _object(self, method: str, path: str, body: Any = None, *, of_tool: bool = True) -> Json:
        attempt = 1
        while True:
            if of_tool:
                with self._slots:
                    outcome = self._attempt(method, path, body)
            else:
                outcome = self._attempt(method, path, body)
            if isinstance(outcome, _Response) and 200 <= outcome.status < 300:
                if outcome.body is not None:
                    return outcome.body
                raise HubError("The hub's response does not match the contract.", status=outcome.status)
            wait = self._wait_before_retry(outcome, attempt)
            if wait is None or attempt >= MAX_ATTEMPTS:
                raise _failure(outcome)
            self._sleep(wait)
            attempt += 1

    def _attempt(self, method: str, path: str, body: Any) -> Union[_Response, Exception]:
        headers = {
            "Accept": "application/json",
            "Authorization": f"Bearer {self._token}",
            "X-Tool-Slug": self.tool_slug,
        }
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        request = Request(self.base_url + path, data=data, headers=headers, method=method)
        try:
            with self._opener.open(request, timeout=TIMEOUT) as answer:
                return _Response(answer.status, answer.headers, _parse(answer.read()))
        except HTTPError as refusal:
            return self._refusal(refusal)
        except (OSError, HTTPException) as error:
            return error

    def _refusal(self, refusal: HTTPError) -> Union[_Response, Exception]:
        try:
            with refusal:
                return _Response(refusal.code, refusal.headers, _parse(refusal.read()))
        except (OSError, HTTPException) as error:
            return error

    def _wait_before_retry(self, outcome: Union[_Response, Exception], attempt: int) -> Optional[float]:
        """Returns seconds until the next attempt, or None if the error is final."""
        if isinstance(outcome, _Response):
            if outcome.status == 429:
                wait = _retry_after(outcome.headers)
                return wait if wait <= MAX_RETRY_AFTER else None
            if outcome.status < 500:
                return None
        server_wait = _retry_after(outcome.headers) if isinstance(outcome, _Response) and "Retry-After" in outcome.headers else 0.0
        backoff = min(MAX_BACKOFF, FIRST_BACKOFF * 2.0 ** (attempt - 1)) * (0.5 + self._random_share() / 2)
        return max(backoff, min(server_wait, MAX_BACKOFF))


def _chunks(items: Sequence[_Item], size: int) -> Iterator[Sequence[_Item]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


def _parse(text: bytes) -> Optional[Json]:
    try:
        return as_object(json.loads(text))
    except ValueError:
        return None


def _retry_after(headers: Message) -> float:
    """Returns Retry-After (seconds or a date, RFC 9110, 10.2.3) in seconds, or 1 if there is none."""
    value = headers.get("Retry-After", "")
    if value.isascii() and value.isdigit():
        return max(1.0, float(value))
    try:
        wait = parsedate_to_datetime(value) - parsedate_to_datetime(headers.get("Date", ""))
        return max(1.0, wait.total_seconds())
    except (TypeError, ValueError):
        return 1.0


def _failure(outcome: Union[_Response, Exception]) -> HubError:
    if not isinstance(outcome, _Response):
        error = HubError("The hub is unreachable.")
        error.__cause__ = outcome
        return error
    request_id = outcome.headers.get("X-Request-Id")
    envelope = as_object((outcome.body or {}).get("error"))
    if envelope is None:
        return HubError(f"The hub answered {outcome.status}.", status=outcome.status, request_id=request_id)
    return HubError(
        str(envelope.get("message")),
        code=str(envelope.get("code")),
        status=outcome.status,
        request_id=request_id,
    )
