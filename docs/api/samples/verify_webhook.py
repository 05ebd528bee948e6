# SPDX-License-Identifier: MIT
import base64
import hashlib
import hmac
import time


def verify(body, headers, secrets, now=None):
    """Returns True if the hub signed the bytes with one of our secrets. Header names are in lower case."""
    def header(name):
        return headers.get(name, "").encode("utf-8", "surrogateescape")

    def same(sent, due):
        # Digests have the same length for any input.
        return hmac.compare_digest(hashlib.sha256(sent).digest(), hashlib.sha256(due).digest())

    moment = headers.get("webhook-timestamp", "")
    fresh = moment.isascii() and moment.isdigit() and len(moment) < 12 and abs((now or time.time()) - int(moment)) <= 300
    signed = header("webhook-id") + b"." + header("webhook-timestamp") + b"." + body
    for secret in secrets:
        # For webhook-signature, the key of a whsec_… secret is the rest, decoded from base64.
        try:
            key = base64.b64decode(secret[6:] + "==") if secret.startswith("whsec_") else secret.encode()
        except ValueError:
            continue  # Not base64, so not a valid secret.
        if not key:
            continue  # An empty key would let anyone sign.
        hexdigest = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
        if same(header("x-hub-signature"), b"sha256=" + hexdigest.encode()):
            return True
        due = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
        if fresh and any(same(sent, due) for sent in header("webhook-signature").split(b" ")):
            return True
    return False
