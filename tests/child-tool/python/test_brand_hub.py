# SPDX-License-Identifier: MIT
"""Tests of brand_hub without a hub: `python3 -m unittest`."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import json
import random
import tempfile
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, cast

from brand_hub import BundleCache, EventQueue, HandOff, HandOffRefused, HubClient, HubError, Inbox, Store, Webhook
from brand_hub import BrandBundle, Event, WebhookRefused, new_event, read_webhook, verify
from brand_hub.shapes import ChangedBundles, Since

ALDER = "01920a4e-6a10-7c3f-9d3b-2f5f6f2f8a01"
BIRCH = "01920a4e-6a10-7c3f-9d3b-2f5f6f2f8aff"
AWAY = HubError("The hub is unreachable.")
REFUSAL = HubError("The brand is not entitled to this tool.", code="forbidden", status=403)


def bundle_of(brand_id: str, version: int) -> BrandBundle:
    brand = {"id": brand_id, "slug": "alder", "name": "Alder"}
    # Unknown kinds and keys are kept.
    assets = [{"kind": "hologram", "url": f"https://hub.test/files/{version}"}]
    return cast(BrandBundle, {"brand": brand, "identity_version": version, "assets": assets, "later": {"key": True}})


class ScriptedHub:
    """An HTTP server that returns prepared responses in order and records requests."""

    def __init__(self) -> None:
        self.answers: List[Tuple[int, Dict[str, str], Any]] = []
        self.asked: List[Tuple[str, str, Any]] = []
        self.slept: List[float] = []
        self.meanwhile: Callable[[], None] = lambda: None
        hub = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                length = int(self.headers.get("Content-Length", "0"))
                hub.asked.append((self.path, self.headers["Authorization"], json.loads(self.rfile.read(length) or b"null")))
                hub.meanwhile()
                status, headers, body = hub.answers.pop(0)
                content = json.dumps(body).encode()
                self.send_response_only(status)
                for name, value in {"Content-Length": str(len(content)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content)

            do_POST = do_GET

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()
        self.client = HubClient(
            f"http://127.0.0.1:{self.server.server_address[1]}/",
            "brand-studio",
            "secret",
            sleep=self.slept.append,
            random_share=lambda: 1.0,
        )

    def will(self, status: int, body: Any, headers: Optional[Dict[str, str]] = None) -> None:
        self.answers.append((status, headers or {}, body))

    def will_refuse(self, status: int, code: str, headers: Optional[Dict[str, str]] = None) -> None:
        self.will(status, {"error": {"code": code, "message": f"The hub says {code}."}}, headers)

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class WithHub(unittest.TestCase):
    def setUp(self) -> None:
        self.hub = ScriptedHub()
        self.addCleanup(self.hub.close)
        self.store = Store(":memory:")
        self.addCleanup(self.store.close)


class Client(WithHub):
    def test_waits_for_retry_after_and_backs_off_on_failures(self) -> None:
        self.hub.will_refuse(429, "rate_limited", {"Retry-After": "12"})
        date = {"Date": "Sat, 14 Mar 2026 09:26:00 GMT", "Retry-After": "Sat, 14 Mar 2026 09:26:20 GMT"}
        self.hub.will_refuse(429, "rate_limited", date)
        self.hub.will_refuse(500, "server_error")
        self.hub.will(502, "a proxy's page")
        self.hub.will(200, bundle_of(ALDER, 7))
        self.assertEqual(self.hub.client.read_bundle(ALDER), bundle_of(ALDER, 7))
        self.assertEqual(self.hub.slept, [12.0, 20.0, 2.0, 4.0])

    def test_waits_for_retry_after_of_a_5xx_up_to_the_longest_backoff(self) -> None:
        for asked in ("7", "0", "3600", "soon"):
            self.hub.will_refuse(500, "server_error", {"Retry-After": asked})
        self.hub.will(200, bundle_of(ALDER, 7))
        self.assertEqual(self.hub.client.read_bundle(ALDER), bundle_of(ALDER, 7))
        self.assertEqual(self.hub.slept, [7.0, 1.0, 30.0, 4.0])

    def test_raises_the_hubs_error_after_five_attempts(self) -> None:
        for _ in range(5):
            self.hub.will_refuse(500, "server_error", {"X-Request-Id": "r-1"})
        with self.assertRaises(HubError) as caught:
            self.hub.client.read_bundle(ALDER)
        error = caught.exception
        self.assertEqual((error.code, error.status, error.request_id, error.retry), ("server_error", 500, "r-1", True))
        self.assertEqual((len(self.hub.asked), self.hub.slept), (5, [0.5, 1.0, 2.0, 4.0]))

    def test_raises_on_a_long_retry_after(self) -> None:
        self.hub.will_refuse(429, "rate_limited", {"Retry-After": "301"})
        self.assertRaises(HubError, self.hub.client.read_bundle, ALDER)
        self.assertEqual(self.hub.slept, [])

    def test_retries_no_refusal_and_follows_no_redirect(self) -> None:
        for status, code in ((400, "bad_request"), (401, "unauthorized"), (403, "forbidden"), (404, "not_found")):
            self.hub.will_refuse(status, code)
            with self.assertRaises(HubError) as caught:
                self.hub.client.read_bundle(ALDER)
            self.assertEqual((caught.exception.code, caught.exception.retry), (code, False))
        self.hub.will(302, {}, {"Location": "/elsewhere"})
        self.assertRaises(HubError, self.hub.client.read_bundle, ALDER)
        self.assertEqual((len(self.hub.asked), self.hub.slept), (5, []))

    def test_tries_an_unreachable_hub_five_times(self) -> None:
        self.hub.server.server_close()
        with self.assertRaises(HubError) as caught:
            self.hub.client.read_bundle(ALDER)
        error = caught.exception
        self.assertEqual((error.code, error.status, error.retry, len(self.hub.slept)), (None, None, True, 4))

    def ask_at_once(self, times: int) -> None:
        for _ in range(times):
            self.hub.will(200, bundle_of(ALDER, 7))
        threads = [threading.Thread(target=self.hub.client.read_bundle, args=(ALDER,)) for _ in range(times)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)

    def test_runs_two_requests_at_once(self) -> None:
        both = threading.Barrier(2)
        self.hub.meanwhile = lambda: cast(None, both.wait(60))
        self.ask_at_once(2)
        self.assertFalse(both.broken)

    def test_runs_no_third_request_at_once(self) -> None:
        three = threading.Barrier(3)

        def meanwhile() -> None:
            # The first two wait for a third request, which must not come. After they give up, the others pass.
            with contextlib.suppress(threading.BrokenBarrierError):
                three.wait(0.5)

        self.hub.meanwhile = meanwhile
        self.ask_at_once(8)
        self.assertTrue(three.broken)
        self.assertEqual(len(self.hub.asked), 8)

    def test_rejects_another_brands_bundle_and_an_invalid_response(self) -> None:
        answers: List[Any] = [bundle_of(BIRCH, 1), {"not_modified": True}, {"brand": {"id": ALDER}}, [], "text"]
        for body in answers:
            self.hub.will(200, body)
            self.assertRaises(HubError, self.hub.client.read_bundle, ALDER)

    def test_lists_all_pages_of_brands(self) -> None:
        self.hub.will(200, {"brands": [{"id": ALDER}], "next": "a b"})
        self.hub.will(200, {"brands": [{"id": BIRCH}], "next": None})
        self.assertEqual([brand["id"] for brand in self.hub.client.list_brands()], [ALDER, BIRCH])
        self.assertTrue(self.hub.asked[1][0].endswith("?limit=100&after=a+b"))

    def test_checks_a_thousand_brands_per_request(self) -> None:
        for _ in range(2):
            self.hub.will(200, {"changed": [{"id": ALDER, "identity_version": 2}], "forbidden": [], "not_found": []})
        held: Since = {"id": ALDER, "since": 1}
        answer = self.hub.client.find_changed([held] * 1001)
        self.assertEqual((len(answer["changed"]), [len(asked[2]["brands"]) for asked in self.hub.asked]), (2, [1000, 1]))

    def test_rejects_a_token_of_another_tool(self) -> None:
        person = {"user_id": "u", "brand_id": ALDER, "role": "editor", "entitlements": ["brand-studio"]}
        self.hub.will(200, {**person, "azp": "print-desk"})
        with self.assertRaises(HubError) as caught:
            self.hub.client.exchange("token")
        self.assertEqual(caught.exception.code, "unauthorized")
        self.hub.will(200, {**person, "azp": "brand-studio"})
        self.assertEqual(self.hub.client.exchange("token")["brand_id"], ALDER)
        self.assertEqual(self.hub.asked[0][1:], ("Bearer secret", {"token": "token"}))


class FakeHub:
    """An in-memory hub that can fail and run hooks before and after it reads."""

    def __init__(self) -> None:
        self.versions = {ALDER: 1, BIRCH: 1}
        self.asked: List[Tuple[str, Optional[int]]] = []
        self.failure: Optional[BaseException] = None
        self.before: Callable[[], None] = lambda: None
        self.after: Callable[[], None] = lambda: None

    def read_bundle(self, brand_id: str, since: Optional[int] = None) -> Optional[BrandBundle]:
        self.asked.append((brand_id, since))
        self.before()
        if self.failure:
            raise self.failure
        version = self.versions[brand_id]
        self.after()
        return None if since == version else bundle_of(brand_id, version)


    def find_changed(self, held: Sequence[Since]) -> ChangedBundles:
        if self.failure:
            raise self.failure
        changed: ChangedBundles = {"changed": [], "forbidden": [], "not_found": []}
        for brand in held:
            version = self.versions.get(brand["id"])
            if version is None:
                changed["forbidden"].append(brand["id"])
            elif version != brand["since"]:
                changed["changed"].append({"id": brand["id"], "identity_version": version})
        return changed


class Cache(unittest.TestCase):
    def setUp(self) -> None:
        self.store = Store(":memory:")
        self.addCleanup(self.store.close)
        self.hub = FakeHub()
        self.now = 1_000_000.0
        self.cache = self.restarted()

    def restarted(self) -> BundleCache:
        return BundleCache(self.store, cast(HubClient, self.hub), lambda: self.now)

    def row(self) -> Tuple[Any, ...]:
        with self.store.transaction() as db:
            return tuple(db.execute("select identity_version, stale, fetched_at from brand_cache").fetchone())

    def publish(self, version: int) -> None:
        self.hub.versions[ALDER] = version
        self.cache.receive(ALDER, version)

    def test_keeps_a_full_row_per_brand_and_asks_once(self) -> None:
        for _ in range(2):
            self.assertEqual(self.cache.get(ALDER.upper()).bundle, bundle_of(ALDER, 1))
            self.assertEqual(self.cache.get(BIRCH).bundle, bundle_of(BIRCH, 1))
        self.assertEqual(self.hub.asked, [(ALDER, None), (BIRCH, None)])
        self.assertEqual(self.row(), (1, 0, self.now))

    def test_asks_with_since_after_a_webhook_and_ignores_old_webhooks(self) -> None:
        self.cache.get(ALDER)
        self.assertFalse(self.cache.receive(ALDER, 1))
        self.cache.get(ALDER)
        self.assertTrue(self.cache.receive(ALDER, 2))
        self.now += 60
        self.assertEqual(self.cache.get(ALDER).bundle["identity_version"], 1)
        self.assertEqual(self.hub.asked, [(ALDER, None), (ALDER, 1)])
        self.assertEqual(self.row(), (1, 0, self.now - 60), "not modified: read when it was read")

    def test_asks_the_hub_after_an_entitlement_webhook(self) -> None:
        self.cache.get(ALDER)
        asked = len(self.hub.asked)
        self.cache.get(ALDER)
        self.assertEqual(len(self.hub.asked), asked)
        self.cache.mark_stale(ALDER.upper())
        self.cache.get(ALDER)
        self.assertEqual(len(self.hub.asked), asked + 1)

    def test_catch_up_finds_changes_without_a_webhook(self) -> None:
        self.cache.catch_up()
        for brand in (ALDER, BIRCH):
            self.cache.get(brand)
        self.hub.versions[ALDER] = 4
        self.assertEqual(self.cache.get(ALDER).bundle["identity_version"], 1)
        self.restarted().catch_up()
        self.assertEqual(self.cache.get(ALDER).bundle["identity_version"], 4)
        del self.hub.versions[BIRCH]
        self.cache.get(BIRCH)
        self.cache.catch_up()
        self.assertRaises(KeyError, self.cache.get, BIRCH)
        self.assertEqual([asked[0] for asked in self.hub.asked], [ALDER, BIRCH, ALDER, BIRCH])
        self.hub.failure = AWAY
        self.assertRaises(HubError, self.cache.catch_up)

    def test_reads_again_before_signed_urls_expire(self) -> None:
        self.cache.get(ALDER)
        self.now += 25 * 60 + 1
        alive = [self.cache.get(ALDER, need_urls=need).urls_alive for need in (False, True, True)]
        self.assertEqual(alive, [False, True, True])
        self.assertEqual(self.hub.asked, [(ALDER, None), (ALDER, None)])
        self.now += 25 * 60 + 1
        self.hub.failure = AWAY
        cached = self.cache.get(ALDER, need_urls=True)
        self.assertEqual((cached.outdated, cached.urls_alive), (True, False))

    def test_serves_the_stored_bundle_during_an_outage_and_stops_after_a_refusal(self) -> None:
        self.hub.failure = AWAY
        self.assertRaises(HubError, self.cache.get, ALDER)
        self.hub.failure = None
        self.cache.get(ALDER)
        self.publish(2)
        self.hub.failure = AWAY
        cached = self.cache.get(ALDER)
        self.assertEqual((cached.outdated, cached.bundle["identity_version"]), (True, 1))
        self.hub.failure = REFUSAL
        self.assertRaises(HubError, self.cache.get, ALDER)
        self.hub.failure = None
        self.assertEqual(self.cache.get(ALDER).bundle["identity_version"], 2)

    def test_reads_without_since_after_an_interrupted_read(self) -> None:
        self.cache.get(ALDER)
        self.publish(2)
        # The process crashes during the read and writes nothing more.
        with self.store.transaction() as db:
            db.execute("update brand_cache set stale = 0, fetched_at = null")
        self.assertEqual(self.restarted().get(ALDER).bundle["identity_version"], 2)
        self.assertEqual(self.hub.asked[-1], (ALDER, None))

    def test_keeps_a_webhook_that_arrives_during_the_first_read(self) -> None:
        self.hub.after = lambda: self.publish(2)
        self.cache.get(ALDER)
        self.hub.after = lambda: None
        self.assertEqual(self.cache.get(ALDER).bundle["identity_version"], 2)

    def test_does_not_complete_the_read_of_a_crashed_process(self) -> None:
        def overtake() -> None:
            # After our response: a new version, its webhook, and another process that starts to read and crashes.
            self.hub.after = lambda: None
            self.publish(2)
            with self.store.transaction() as db:
                db.execute("update brand_cache set stale = 0, fetched_at = null, read_id = 'of the one that died'")

        self.hub.after = overtake
        self.assertEqual(self.cache.get(ALDER).bundle["identity_version"], 1)
        self.assertEqual(self.cache.get(ALDER).bundle["identity_version"], 2)

    def test_never_replaces_a_higher_version_with_a_lower_one(self) -> None:
        other = self.restarted()

        def overtake() -> None:
            self.hub.after = lambda: None
            self.hub.versions[ALDER] = 5
            other.get(ALDER)

        self.hub.after = overtake
        self.assertEqual(self.cache.get(ALDER).bundle["identity_version"], 5)
        self.assertEqual(self.cache.version_of(ALDER), 5)

    def test_asks_once_for_many_concurrent_readers(self) -> None:
        threads = [threading.Thread(target=self.cache.get, args=(ALDER,)) for _ in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        self.assertEqual(self.hub.asked, [(ALDER, None)])

    def test_ends_with_the_current_version_after_random_faults(self) -> None:
        for seed in range(300):
            chance = random.Random(seed)
            store, hub = Store(":memory:"), FakeHub()
            cache = BundleCache(store, cast(HubClient, hub), lambda: self.now)
            waiting: List[Tuple[str, int]] = []

            def something(brand_id: str) -> None:
                if chance.random() < 0.4:
                    hub.versions[brand_id] += 1
                    waiting.append((brand_id, hub.versions[brand_id]))
                chance.shuffle(waiting)
                while waiting and chance.random() < 0.4:
                    cache.receive(*waiting[-1])
                    # Sometimes the hub gets no response and resends.
                    if chance.random() < 0.7:
                        waiting.pop()
                hub.failure = chance.choice([None, None, AWAY, REFUSAL, KeyboardInterrupt()])

            brands = [ALDER, BIRCH]
            hub.before = hub.after = lambda: something(chance.choice(brands))
            for _ in range(40):
                brand_id = chance.choice(brands)
                self.now += chance.choice([0, 60, 1600])
                try:
                    got = cache.get(brand_id, need_urls=chance.random() < 0.5)
                    self.assertEqual(got.bundle["brand"]["id"], brand_id)
                except (HubError, KeyboardInterrupt):
                    # A new process opens the same file.
                    cache = BundleCache(store, cast(HubClient, hub), lambda: self.now)
            hub.before = hub.after = lambda: None
            hub.failure = None
            for brand_id, version in waiting:
                cache.receive(brand_id, version)
            for brand_id in brands:
                self.assertEqual(cache.get(brand_id).bundle, bundle_of(brand_id, hub.versions[brand_id]), f"seed {seed}")
            store.close()


class Webhooks(unittest.TestCase):
    def setUp(self) -> None:
        self.store = Store(":memory:")
        self.addCleanup(self.store.close)
        self.body = json.dumps({"id": "1", "type": "asset.approved", "brand_id": ALDER.upper(), "later": 1}).encode()

    def signed(self, secret: bytes, moment: str = "1000") -> Dict[str, str]:
        over_time = hmac.new(secret, b"id." + moment.encode() + b"." + self.body, hashlib.sha256).digest()
        return {
            "X-Hub-Signature": "sha256=" + hmac.new(secret, self.body, hashlib.sha256).hexdigest(),
            "Webhook-Id": "id",
            "Webhook-Timestamp": moment,
            "Webhook-Signature": "v1,AAAA v1," + base64.b64encode(over_time).decode(),
        }

    def test_accepts_either_signature_under_any_secret(self) -> None:
        both = self.signed(b"old")
        self.assertTrue(verify(self.body, both, ["new", "old"], 1000.0))
        for alone in ("X-Hub-Signature", "Webhook-Signature"):
            headers = {name: value for name, value in both.items() if name != alone}
            self.assertTrue(verify(self.body, headers, ["new", "old"], 1300.0))
        self.assertFalse(verify(self.body + b" ", both, ["new", "old"], 1000.0))
        self.assertFalse(verify(self.body, both, ["new", "", "whsec_", "whsec_!"], 1000.0))
        del both["X-Hub-Signature"]
        self.assertFalse(verify(self.body, both, ["old"], 1301.0))

    def test_never_raises_on_arbitrary_input(self) -> None:
        for value in ("\xe9" * 64, "\udce9", "²", "", " ", "sha256=", "9" * 5000, "v1,"):
            for name in self.signed(b"x"):
                self.assertFalse(verify(self.body, {**self.signed(b"x"), name: value}, ["secret", "whsec_é"], 1000.0))

    def test_rejects_invalid_bodies(self) -> None:
        with self.assertRaises(WebhookRefused) as caught:
            read_webhook(self.body, {}, ["secret"])
        self.assertEqual(caught.exception.status, 401)
        for body in (b"", b"\xe9", b"[]", b"1", b'{"type":"identity.updated","id":"1","brand_id":"2"}', b'{"id":1}'):
            self.body = body
            with self.assertRaises(WebhookRefused) as caught:
                read_webhook(body, self.signed(b"secret"), ["secret"], 1000.0)
            self.assertEqual(caught.exception.status, 400)

    def read(self, now: float = 1000.0, **headers: str) -> Webhook:
        sent = {**self.signed(b"secret"), **{name.replace("_", "-"): value for name, value in headers.items()}}
        return read_webhook(self.body, sent, ["secret"], now)

    def test_distinguishes_entitlement_webhooks_from_relayed_events(self) -> None:
        self.assertFalse(self.read().changes_entitlement)
        sent = {"id": "1", "type": "entitlement.revoked", "brand_id": ALDER}
        self.body = json.dumps(sent).encode()
        self.assertTrue(self.read().changes_entitlement)
        self.body = json.dumps({**sent, "source_tool": "print-desk"}).encode()
        self.assertFalse(self.read().changes_entitlement)

    def test_trusts_only_a_fresh_replay(self) -> None:
        self.assertEqual((self.read().replay, self.read(x_hub_replay="2").replay), (0, 2))
        self.assertEqual(self.read(now=9999.0, x_hub_replay="2").replay, 0)
        self.assertEqual(self.read(x_hub_replay="²").replay, 0)

    def test_works_once_per_id_and_replay(self) -> None:
        inbox = Inbox(self.store)
        done: List[int] = []
        first = self.read()
        self.assertEqual((first.brand_id, first.body["later"], first.identity_version), (ALDER, 1, None))

        def fail(*_: Any) -> None:
            raise ValueError("no")

        self.assertRaises(ValueError, inbox.once, first, fail)
        recorded = {**self.signed(b"old"), "Webhook-Id": "another"}
        self.assertEqual(read_webhook(self.body, recorded, ["old"], 1000.0).id, "1")
        for replay in ("0", "0", "1", "1", "0", "2"):
            inbox.once(self.read(x_hub_replay=replay), lambda _, webhook: done.append(webhook.replay))
        self.assertEqual(done, [0, 1, 2])


class Events(WithHub):
    def setUp(self) -> None:
        super().setUp()
        self.queue = EventQueue(self.store, self.hub.client)
        self.refused: List[str] = []

    def add(self, count: int, size: int = 1) -> None:
        with self.store.transaction() as db:
            for number in range(count):
                self.queue.add(db, new_event(ALDER, "asset.approved", {"text": "x" * size}, key=str(number)))

    def note(self, event: Event, _: HubError) -> None:
        self.refused.append(event["idempotency_key"])

    def sent(self) -> List[List[str]]:
        return [[event["idempotency_key"] for event in asked[2]["events"]] for asked in self.hub.asked]

    def accept(self, times: int) -> None:
        for _ in range(times):
            self.hub.will(200, {"ok": True, "results": []})

    def test_sends_in_order_within_batch_limits(self) -> None:
        self.add(501)
        self.accept(2)
        self.assertEqual(self.queue.send(self.note), 501)
        self.assertEqual([len(batch) for batch in self.sent()], [500, 1])
        self.add(5, 300_000)
        self.accept(2)
        self.assertEqual(self.queue.send(self.note), 5)
        self.assertEqual([len(batch) for batch in self.sent()[2:]], [3, 2])

    def test_sends_only_committed_events_and_moves_the_cursor_last(self) -> None:
        with self.assertRaises(ValueError), self.store.transaction() as db:
            self.queue.add(db, new_event(ALDER, "asset.approved", {}, key="never"))
            raise ValueError("the tool's own work failed")
        self.add(2)
        self.hub.will_refuse(401, "unauthorized")
        self.assertRaises(HubError, self.queue.send, self.note)
        self.accept(1)
        self.assertEqual((self.queue.send(self.note), self.queue.send(self.note)), (2, 0))
        self.assertEqual(self.sent(), [["0", "1"], ["0", "1"]])

    def test_skips_an_event_that_the_hub_refuses(self) -> None:
        self.add(4)
        self.hub.will_refuse(403, "forbidden")
        self.accept(1)
        self.hub.will_refuse(403, "forbidden")
        self.hub.will_refuse(403, "forbidden")
        self.accept(1)
        self.assertEqual((self.queue.send(self.note), self.refused), (3, ["2"]))
        self.assertEqual(self.sent(), [["0", "1", "2", "3"], ["0", "1"], ["2", "3"], ["2"], ["3"]])

    def test_survives_a_restart(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for attempt in ("added", "sent"):
                store = Store(f"{folder}/child.db")
                queue = EventQueue(store, self.hub.client)
                if attempt == "added":
                    with store.transaction() as db:
                        queue.add(db, new_event(ALDER, "asset.approved", {}, key="kept"))
                else:
                    self.accept(1)
                    self.assertEqual(queue.send(self.note), 1)
                store.close()


class HandOffs(WithHub):
    def setUp(self) -> None:
        super().setUp()
        self.hand_off = self.made("https://studio.example.com")
        self.person = {"user_id": "u", "brand_id": ALDER, "role": "editor", "entitlements": ["brand-studio"]}

    def made(self, base_url: str) -> HandOff:
        return HandOff(self.hub.client, hub_url="https://hub.example.com/", base_url=base_url, callback="/hub/callback")

    def begun(self, brand_id: Optional[str] = None) -> Tuple[Dict[str, str], str]:
        start = self.hand_off.start(brand_id)
        cookie = start.set_cookie.split(";")[0]
        return {"state": cookie.split("=")[1], "token": "token"}, cookie

    def refusal(self, form: Dict[str, str], cookie: Optional[str]) -> int:
        with self.assertRaises(HandOffRefused) as caught:
            self.hand_off.finish(form, cookie)
        # A foreign form doesn't end a hand-off in progress.
        ended = caught.exception.set_cookie is not None
        self.assertEqual(ended, caught.exception.status != 400)
        return caught.exception.status

    def test_finishes_with_a_form_from_another_site(self) -> None:
        start = self.hand_off.start(ALDER)
        state = start.set_cookie.split(";")[0].split("=")[1]
        address = f"https://hub.example.com/connect/brand-studio?brand_id={ALDER}&state={state}"
        self.assertEqual(start.location, address)
        attributes = "; Path=/hub/callback; Max-Age=600; HttpOnly; SameSite=None; Secure"
        self.assertTrue(start.set_cookie.endswith(attributes))
        self.assertTrue(self.made("http://localhost:4300").start().set_cookie.endswith("HttpOnly; SameSite=Lax"))
        self.hub.will(200, self.person)
        form, cookie = self.begun(ALDER)
        finish = self.hand_off.finish(form, f"a=b; {cookie}; c")
        self.assertEqual(finish.person, self.person)
        self.assertTrue(finish.set_cookie.startswith(f"{cookie.split('=')[0]}=; Path=/hub/callback; Max-Age=0;"))

    def test_checks_the_state_before_anything_else(self) -> None:
        form, cookie = self.begun()
        others = self.begun()[1]
        for given, header in (
            (form, None),
            (form, others),
            ({**form, "state": ""}, cookie),
            ({**form, "state": "é"}, cookie),
            ({**form, "state": "\r\nx: y"}, cookie),
            ({"error": "access_denied"}, cookie),
        ):
            self.assertEqual(self.refusal(given, header), 400)
        self.assertEqual(self.hub.asked, [])

    def test_passes_on_the_hubs_reason(self) -> None:
        form, cookie = self.begun()
        self.assertEqual(self.refusal({**form, "error": "access_denied"}, cookie), 403)
        self.assertEqual(self.refusal({**form, "error": "server_error"}, cookie), 502)

    def test_rejects_another_brand_and_one_without_this_tool(self) -> None:
        for person in ({**self.person, "brand_id": BIRCH}, {**self.person, "entitlements": ["print-desk"]}):
            self.hub.will(200, person)
            self.assertEqual(self.refusal(*self.begun(ALDER)), 403)
        self.hub.will_refuse(401, "unauthorized")
        self.assertEqual(self.refusal(*self.begun()), 401)
        self.hub.will_refuse(403, "forbidden")
        self.assertEqual(self.refusal(*self.begun()), 502)


if __name__ == "__main__":
    unittest.main()
