# SPDX-License-Identifier: MIT
import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from read_bundle import read_bundle
from verify_webhook import verify

SECRETS = [secret.strip() for secret in os.environ["HUB_WEBHOOK_SECRET"].split(",")]
LARGEST_BODY = 128 * 1024

# One row for each brand. Use a database table in your tool, so that rows survive a restart.
bundles = {}
changing = threading.Lock()


def version_of(brand_id):
    return bundles[brand_id]["identity_version"] if brand_id in bundles else None


def refresh(brand_id):
    bundle = read_bundle(brand_id, version_of(brand_id))
    with changing:
        # Reads can overtake one another: keep the higher version.
        if bundle and bundle["identity_version"] > (version_of(brand_id) or -1):
            bundles[brand_id] = bundle
    print("brand", brand_id, "is at version", version_of(brand_id), flush=True)


class Receiver(BaseHTTPRequestHandler):
    timeout = 10

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > LARGEST_BODY:
            return self.respond(400)
        body = self.rfile.read(int(length))
        if not verify(body, {name.lower(): value for name, value in self.headers.items()}, SECRETS):
            return self.respond(401)
        self.respond(200)
        event = json.loads(body)
        if event["type"] == "identity.updated" and event["identity_version"] > (version_of(event["brand_id"]) or 0):
            try:
                refresh(event["brand_id"])
            except (OSError, RuntimeError) as error:
                print(error, flush=True)
        else:
            print("nothing to do for", event["type"], flush=True)

    def respond(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()
        self.wfile.flush()

    def log_message(self, *args):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("", int(os.environ.get("PORT", "4200"))), Receiver)
    print("listening on port", server.server_address[1], flush=True)
    server.serve_forever()
