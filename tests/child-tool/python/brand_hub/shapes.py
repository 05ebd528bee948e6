# SPDX-License-Identifier: MIT
"""The contract's objects as dictionaries.

Unknown keys are kept. Enum values (role, kind, variant) are `str`, because the hub can add more.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, TypedDict, cast

#: Free JSON.
Json = Dict[str, Any]


def as_object(value: Any) -> Optional[Json]:
    """Returns the value if it is a JSON object, else None."""
    return cast(Json, value) if isinstance(value, dict) else None


class BrandSummary(TypedDict):
    id: str
    slug: str
    name: str


class Rgb(TypedDict):
    r: int
    g: int
    b: int


class ColorEntry(TypedDict):
    id: str
    name: str
    #: primary, secondary, accent, neutral, background, text, success, warning, danger, or a later one
    role: str
    #: Lower-case #rrggbb, the canonical value.
    hex: str
    rgb: Rgb
    usage: str
    locked: bool


class Colors(TypedDict):
    source: str
    palette: List[ColorEntry]


class LogoItem(TypedDict):
    id: str
    #: logo_positive, logo_negative (for dark backgrounds), symbol, wordmark, favicon, other, or a later one
    variant: str
    label: str
    usage: str
    background: str
    clear_space: str
    min_width_px: int
    asset_id: str
    #: Signed URL, valid for 30 minutes. Never store it elsewhere, log it or pass it on.
    url: str
    #: Unix seconds.
    url_expires_at: int
    mime: str


class Logos(TypedDict):
    items: List[LogoItem]
    rules: List[str]


class _Pixels(TypedDict, total=False):
    width: int
    height: int


class AssetEntry(_Pixels):
    id: str
    kind: str
    name: str
    url: str
    url_expires_at: int
    mime: str
    bytes: int
    sha256: str


class _Typography(TypedDict, total=False):
    #: Typefaces with signed URLs. Absent if the brand has none.
    fonts: List[Json]
    #: DTCG typography tokens by style.
    text_styles: Json


class BrandBundle(_Typography):
    brand: BrandSummary
    identity_version: int
    #: Brand data, personality and persona. Every part is optional.
    identity: Json
    colors: Colors
    logos: Logos
    assets: List[AssetEntry]


class ToolBrand(TypedDict):
    id: str
    slug: str
    name: str
    identity_version: int


class Since(TypedDict):
    id: str
    since: int


class ChangedBrand(TypedDict):
    id: str
    identity_version: int


class ChangedBundles(TypedDict):
    changed: List[ChangedBrand]
    forbidden: List[str]
    not_found: List[str]


class _ForTool(TypedDict, total=False):
    azp: str


class FederationContext(_ForTool):
    user_id: str
    brand_id: str
    role: str
    entitlements: List[str]


class _Traced(TypedDict, total=False):
    trace_id: str


class Event(_Traced):
    brand_id: str
    #: Dotted lower-case words, such as asset.approved.
    type: str
    #: ISO 8601 in UTC with milliseconds and Z.
    occurred_at: str
    idempotency_key: str
    payload: Json


class EventResult(TypedDict):
    deduped: bool
