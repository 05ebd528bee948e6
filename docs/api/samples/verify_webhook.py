import base64
import hashlib
import hmac
import time


def verify(body, headers, secrets, now=None):
    """True for bytes that the hub signed under any one of our secrets; the names of the headers are in lower case."""
    def header(name):
        return headers.get(name, "").encode("utf-8", "surrogateescape")

    def same(sent, due):
        # Digests of both: what was sent may be of any length.
        return hmac.compare_digest(hashlib.sha256(sent).digest(), hashlib.sha256(due).digest())

    moment = headers.get("webhook-timestamp", "")
    fresh = moment.isascii() and moment.isdigit() and len(moment) < 12 and abs((now or time.time()) - int(moment)) <= 300
    signed = header("webhook-id") + b"." + header("webhook-timestamp") + b"." + body
    for secret in secrets:
        # In webhook-signature a secret of the form whsec_… stands for the bytes that follow, in base64.
        try:
            key = base64.b64decode(secret[6:] + "==") if secret.startswith("whsec_") else secret.encode()
        except ValueError:
            continue  # It is no base64, and so nobody's secret.
        if not key:
            continue  # An empty key would let anybody sign.
        hexdigest = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
        if same(header("x-hub-signature"), b"sha256=" + hexdigest.encode()):
            return True
        due = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
        if fresh and any(same(sent, due) for sent in header("webhook-signature").split(b" ")):
            return True
    return False
