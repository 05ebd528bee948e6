# SPDX-License-Identifier: MIT
import json
import os
import urllib.error
import urllib.request

HUB_URL, HUB_TOOL, HUB_TOKEN = (os.environ[name] for name in ("HUB_URL", "HUB_TOOL", "HUB_TOKEN"))


def read_bundle(brand_id, since=None):
    """Returns the brand's bundle, or None if `since` is still the current version."""
    query = "" if since is None else f"?since={since}"
    request = urllib.request.Request(
        f"{HUB_URL}/api/public/v1/brand/by-id/{brand_id}/bundle{query}",
        headers={"Authorization": f"Bearer {HUB_TOKEN}", "X-Tool-Slug": HUB_TOOL},
    )
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            body = json.load(response)
    except urllib.error.HTTPError as refusal:
        error = json.load(refusal)["error"]
        raise RuntimeError(f"{refusal.code} {error['code']}: {error['message']}") from refusal
    return None if body.get("not_modified") else body


if __name__ == "__main__":
    bundle = read_bundle(os.environ["BRAND_ID"])
    print(bundle["brand"]["name"], "has version", bundle["identity_version"])
    print("changed since then:", read_bundle(os.environ["BRAND_ID"], bundle["identity_version"]) is not None)
