# SPDX-License-Identifier: MIT
"""Signs people in through the hub."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Mapping, Optional
from urllib.parse import urlencode

from .client import HubClient, HubError
from .shapes import FederationContext

#: Time to sign in at the hub, in seconds.
STATE_LIFETIME = 600
#: The hub's cookie with the slug of the active brand. A hint, never a permission.
ACTIVE_BRAND_COOKIE = "hub_active_brand"


class HandOffRefused(Exception):
    """The sign-in failed. Respond with `status` and `set_cookie`, if any. Show the message to the person."""

    def __init__(self, message: str, status: int, set_cookie: Optional[str] = None) -> None:
        super().__init__(message)
        self.status = status
        self.set_cookie = set_cookie


@dataclass(frozen=True)
class Start:
    """Redirect the browser to `location` (303) with this Set-Cookie."""

    location: str
    set_cookie: str


@dataclass(frozen=True)
class Finish:
    """The signed-in person. Open your own session for their brand and send this Set-Cookie."""

    person: FederationContext
    set_cookie: str


class HandOff:
    """Starts and finishes sign-ins. `callback` is the path of the tool's registered connect_url."""

    def __init__(self, client: HubClient, *, hub_url: str, base_url: str, callback: str) -> None:
        self._client = client
        self._hub_url = hub_url.rstrip("/")
        self._base_url = base_url
        self._callback = callback

    def start(self, brand_id: Optional[str] = None) -> Start:
        """Starts a sign-in for this brand, or for the person's active brand."""
        # Each sign-in has its own cookie, so several tabs can start one at once. It includes the requested brand.
        state = f"{secrets.token_hex(6)}.{secrets.token_hex(24)}.{brand_id or 'any'}"
        query = {"state": state} if brand_id is None else {"brand_id": brand_id, "state": state}
        location = f"{self._hub_url}/connect/{self._client.tool_slug}?{urlencode(query)}"
        return Start(location, self._cookie(state, state, STATE_LIFETIME))

    def finish(self, form: Mapping[str, str], cookie_header: Optional[str]) -> Finish:
        """Verifies the form that the hub posted and returns the person. Raises HandOffRefused."""
        state = form.get("state", "")
        if not _same(state, read_cookie(cookie_header, self._cookie_name(state)) or ""):
            raise HandOffRefused("This sign-in was not started here, or took too long. Please start again.", 400)
        used = self._cookie(state, "", 0)
        if "error" in form:
            status = 403 if form["error"] == "access_denied" else 502
            raise HandOffRefused(form.get("error_description") or "The hub did not sign you in.", status, used)
        try:
            person = self._client.exchange(form.get("token", ""))
        except HubError as error:
            if error.code == "unauthorized":
                text, status = "The hub does not vouch for you any more. Please start again.", 401
            else:
                text, status = f"{error} Please try again in a moment.", 502
            raise HandOffRefused(text, status, used) from error
        requested = state.split(".")[-1]
        if requested not in ("any", person["brand_id"]) or self._client.tool_slug not in person["entitlements"]:
            raise HandOffRefused("The hub vouched for another brand, or for one without this tool.", 403, used)
        return Finish(person, used)

    def _cookie_name(self, state: str) -> str:
        return f"{self._client.tool_slug}-state-{state.split('.')[0]}"

    def _cookie(self, state: str, value: str, lifetime: int) -> str:
        # The form comes from another site, so the cookie needs SameSite=None and therefore Secure.
        # On http, localhost is one site with the hub.
        site = "SameSite=None; Secure" if self._base_url.startswith("https:") else "SameSite=Lax"
        return f"{self._cookie_name(state)}={value}; Path={self._callback}; Max-Age={lifetime}; HttpOnly; {site}"


def read_cookie(header: Optional[str], name: str) -> Optional[str]:
    """Returns the value of a cookie, or None."""
    for pair in (header or "").split(";"):
        key, found, value = pair.strip().partition("=")
        if found and key == name:
            return value
    return None


def _same(left: str, right: str) -> bool:
    digests = [hashlib.sha256(text.encode("utf-8", "replace")).digest() for text in (left, right)]
    return left != "" and hmac.compare_digest(digests[0], digests[1])
