# SPDX-License-Identifier: MIT
import json
import os
import urllib.error
import urllib.request
import uuid
from datetime import datetime, timezone

HUB_URL, HUB_TOOL, HUB_TOKEN = (os.environ[name] for name in ("HUB_URL", "HUB_TOOL", "HUB_TOKEN"))


def send_event(brand_id, type, payload, key=None):
    """Sends an event about a brand. Store the key with it: the hub accepts each key once, so you can retry safely."""
    event = {
        "brand_id": brand_id,
        "type": type,
        "occurred_at": datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "idempotency_key": key or str(uuid.uuid4()),
        "payload": payload,
    }
    request = urllib.request.Request(
        f"{HUB_URL}/api/public/v1/events",
        data=json.dumps(event).encode(),
        headers={
            "Authorization": f"Bearer {HUB_TOKEN}",
            "X-Tool-Slug": HUB_TOOL,
            "Content-Type": "application/json",
        },
    )
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            return json.load(response)
    except urllib.error.HTTPError as refusal:
        error = json.load(refusal)["error"]
        raise RuntimeError(f"{refusal.code} {error['code']}: {error['message']}") from refusal


if __name__ == "__main__":
    result = send_event(os.environ["BRAND_ID"], "setup.tried", {"language": "Python"})
    print("the hub had it already" if result["deduped"] else "the hub has it")
