# SPDX-License-Identifier: MIT
"""An example tool: signs people in and shows their brand. Run `python3 child.py` with the README's variables."""

from __future__ import annotations

import html
import os
import secrets
import signal
import sys
import threading
import time
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Dict, List, Optional, Tuple
from urllib.parse import parse_qsl

from brand_hub import BundleCache, CachedBundle, HandOff, HandOffRefused, HubClient, HubError, Inbox, Store, Webhook
from brand_hub import WebhookRefused, read_webhook
from brand_hub.events import EventQueue, new_event
from brand_hub.hand_off import ACTIVE_BRAND_COOKIE, read_cookie

LARGEST_BODY = 128 * 1024
SESSION_LIFETIME = 3600.0


@dataclass
class Session:
    brand_id: str
    role: str
    #: The last active-brand cookie handled. Each value starts one sign-in, which prevents redirect loops.
    hint: Optional[str]
    ends_at: float


class Studio:
    """State shared by all requests."""

    def __init__(self, environment: Dict[str, str], port: int) -> None:
        hub_url = environment["HUB_URL"].rstrip("/")
        self.slug = environment["HUB_TOOL"]
        self.base_url = environment.get("CHILD_BASE_URL") or f"http://localhost:{port}"
        self.secrets = [secret.strip() for secret in environment["HUB_WEBHOOK_SECRET"].split(",")]
        self.store = Store(environment.get("CHILD_DB", "child.db"))
        self.client = HubClient(hub_url, self.slug, environment["HUB_TOKEN"].split(",")[0].strip())
        self.cache = BundleCache(self.store, self.client)
        self.inbox = Inbox(self.store)
        self.events = EventQueue(self.store, self.client)
        self.hand_off = HandOff(self.client, hub_url=hub_url, base_url=self.base_url, callback="/hub/callback")
        self.sessions: Dict[str, Session] = {}

    @property
    def session_cookie(self) -> str:
        return f"{self.slug}-session"

    def receive(self, webhook: Webhook) -> None:
        """Processes a verified webhook. Raises if the hub should resend it."""
        version = webhook.identity_version
        if version is not None:
            if self.cache.receive(webhook.brand_id, version):
                # Read after the response.
                threading.Thread(target=self.refresh, args=(webhook.brand_id,)).start()
        elif webhook.changes_entitlement:
            self.cache.mark_stale(webhook.brand_id)
        elif webhook.type.split(".")[0] not in ("identity", "hub"):
            self.inbox.once(webhook, lambda _db, event: say(f"heard of {event.type}, replay {event.replay}"))
        else:
            say(f"nothing to do for {webhook.type}")

    def refresh(self, brand_id: str) -> None:
        try:
            self.cache.get(brand_id)
            say(f"brand {brand_id} is at version {self.cache.version_of(brand_id)}")
        except HubError as error:
            say(f"brand {brand_id} could not be read: {error} (request {error.request_id})")

    def catch_up(self) -> None:
        """Catches up with publishes whose webhook was missed."""
        try:
            self.cache.catch_up()
        except HubError as error:
            say(f"the hub could not be asked what has changed: {error} (request {error.request_id})")

    def tell(self, brand_id: str, version: int) -> None:
        """Sends one event per version shown."""
        event = new_event(brand_id, "version.shown", {"version": version}, key=f"shown-{brand_id}-{version}")
        with self.store.transaction() as db:
            self.events.add(db, event)
        taken = self.events.send(lambda refused, error: say(f"the hub refused {refused['type']}: {error}"))
        say(f"the hub has {taken} more of our events")


def say(text: str) -> None:
    print(text, flush=True)


def brand_page(cached: CachedBundle, role: str) -> str:
    bundle = cached.bundle
    brand = bundle["brand"]
    tagline = str(bundle["identity"].get("brand", {}).get("tagline", ""))
    colors = "".join(
        f'<li style="border-left:2rem solid {html.escape(color["hex"])}">{html.escape(color["name"])}, {html.escape(color["role"])}</li>'
        for color in bundle["colors"]["palette"]
    )
    known = "<p>The hub cannot be reached: this is what was known before.</p>" if cached.outdated else ""
    return page(
        brand["name"],
        f"""<p>{html.escape(tagline)}</p><p>Version {bundle["identity_version"]}, as {html.escape(role)}</p>{known}<ul>{colors}</ul>
<form method="post" action="/tell"><button>Tell the hub</button></form>""",
        f'data-brand="{html.escape(brand["id"])}" data-version="{bundle["identity_version"]}"',
        refresh=True,
    )


def page(title: str, content: str, attributes: str = "", refresh: bool = False) -> str:
    # The page polls this server, which reads its own store.
    again = '<meta http-equiv="refresh" content="3">' if refresh else ""
    return f"""<!doctype html><html lang="en"><head><meta charset="utf-8">{again}<title>{html.escape(title)}</title></head>
<body {attributes}><main><h1>{html.escape(title)}</h1>{content}</main></body></html>"""


class Handler(BaseHTTPRequestHandler):
    studio: Studio
    timeout = 10

    def do_GET(self) -> None:
        path = self.path.split("?")[0]
        if path == "/":
            self.show()
        elif path == "/connect":
            self.connect()
        elif path == "/health":
            self.reply(200, "ok", kind="text/plain")
        else:
            self.reply(404, page("There is nothing here", ""))

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdigit()) or int(length) > LARGEST_BODY:
            return self.reply(413, "The body is too large or has no length.", kind="text/plain")
        body = self.rfile.read(int(length))
        path = self.path.split("?")[0]
        if path == "/webhooks/hub":
            self.receive(body)
        elif path == "/hub/callback":
            self.finish_hand_off(dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True)))
        elif path == "/tell":
            self.tell()
        else:
            self.reply(404, page("There is nothing here", ""))

    def receive(self, body: bytes) -> None:
        try:
            webhook = read_webhook(body, dict(self.headers.items()), self.studio.secrets)
        except WebhookRefused as refusal:
            return self.reply(refusal.status, str(refusal), kind="text/plain")
        try:
            self.studio.receive(webhook)
        except Exception as error:
            say(f"the hub is to send {webhook.id} again: {error!r}")
            return self.reply(500, "Not taken in.", kind="text/plain")
        self.reply(200, "ok", kind="text/plain")

    def show(self) -> None:
        session, hint = self.session(), self.cookie(ACTIVE_BRAND_COOKIE)
        if session is None:
            return self.reply(200, page("Not signed in", '<p><a href="/connect">Connect through the hub</a></p>'))
        try:
            # The page shows only text, so it needs no signed URLs.
            cached = self.studio.cache.get(session.brand_id)
        except HubError as error:
            status = 403 if error.refused else 502
            return self.reply(status, page("The brand cannot be shown", f"<p>{html.escape(str(error))}</p>"))
        if hint and hint != cached.bundle["brand"]["slug"] and hint != session.hint:
            session.hint = hint
            return self.redirect("/connect")
        self.reply(200, brand_page(cached, session.role))

    def connect(self) -> None:
        # Without a known brand in the cookie, the hub uses the person's active brand.
        start = self.studio.hand_off.start(self.named_brand())
        self.redirect(start.location, [start.set_cookie])

    def named_brand(self) -> Optional[str]:
        """Returns the id of the active brand, or None if this tool can't read it."""
        slug = self.cookie(ACTIVE_BRAND_COOKIE)
        try:
            brand = self.studio.client.find_brand(slug) if slug else None
        except HubError:
            brand = None
        return brand["id"] if brand else None

    def finish_hand_off(self, form: Dict[str, str]) -> None:
        try:
            finish = self.studio.hand_off.finish(form, self.headers.get("Cookie"))
        except HandOffRefused as refusal:
            told = page("Nobody is signed in", f"<p>{html.escape(str(refusal))}</p>")
            return self.reply(refusal.status, told, [refusal.set_cookie] if refusal.set_cookie else None)
        key = secrets.token_urlsafe(32)
        now = time.time()
        ended = [old for old, session in list(self.studio.sessions.items()) if session.ends_at < now]
        for old in ended + [self.cookie(self.studio.session_cookie) or ""]:
            self.studio.sessions.pop(old, None)
        brand_id, role = finish.person["brand_id"], finish.person["role"]
        # Start again if the active brand changed during the sign-in.
        turned = self.named_brand() not in (None, brand_id)
        hint = None if turned else self.cookie(ACTIVE_BRAND_COOKIE)
        self.studio.sessions[key] = Session(brand_id, role, hint, now + SESSION_LIFETIME)
        secure = "; Secure" if self.studio.base_url.startswith("https:") else ""
        opened = f"{self.studio.session_cookie}={key}; Path=/; Max-Age={int(SESSION_LIFETIME)}; HttpOnly; SameSite=Lax{secure}"
        self.redirect("/", [finish.set_cookie, opened])

    def tell(self) -> None:
        session = self.session()
        # SameSite=Lax keeps the session cookie out of forms posted by other sites.
        version = self.studio.cache.version_of(session.brand_id) if session else None
        if session is None or version is None:
            return self.reply(401, page("Not signed in", ""))
        try:
            self.studio.tell(session.brand_id, version)
        except HubError as error:
            say(f"the event waits: {error}")
        self.redirect("/")

    def session(self) -> Optional[Session]:
        session = self.studio.sessions.get(self.cookie(self.studio.session_cookie) or "")
        return session if session and session.ends_at > time.time() else None

    def cookie(self, name: str) -> Optional[str]:
        return read_cookie(self.headers.get("Cookie"), name)

    def redirect(self, location: str, cookies: Optional[List[str]] = None) -> None:
        self.reply(303, "", cookies, [("Location", location)])

    def reply(
        self,
        status: int,
        body: str,
        cookies: Optional[List[str]] = None,
        headers: Optional[List[Tuple[str, str]]] = None,
        kind: str = "text/html",
    ) -> None:
        content = body.encode()
        self.send_response(status)
        for name, value in headers or []:
            self.send_header(name, value)
        for cookie in cookies or []:
            self.send_header("Set-Cookie", cookie)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Referrer-Policy", "no-referrer")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Keeps request lines out of the log."""


def main() -> None:
    missing = [name for name in ("HUB_URL", "HUB_TOOL", "HUB_TOKEN", "HUB_WEBHOOK_SECRET") if not os.environ.get(name)]
    if missing:
        sys.exit(f"Set {', '.join(missing)} as the hub's setup link shows them.")
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4300"))), Handler)
    server.daemon_threads = True
    port = server.server_address[1]
    Handler.studio = Studio(dict(os.environ), port)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    say(f"listening on port {port}")
    threading.Thread(target=Handler.studio.catch_up, daemon=True).start()
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        Handler.studio.store.close()


if __name__ == "__main__":
    main()
