# SPDX-License-Identifier: MIT
"""The kit for child tools of a Brand Identity Hub. Needs only Python 3.9 or later. Copy this folder unchanged."""

from .cache import BundleCache, CachedBundle
from .client import HubClient, HubError
from .events import EventQueue, new_event
from .hand_off import Finish, HandOff, HandOffRefused, Start
from .shapes import BrandBundle, Event, FederationContext, ToolBrand
from .store import Store
from .webhooks import Inbox, Webhook, WebhookRefused, read_webhook, verify

__all__ = [
    "BrandBundle",
    "BundleCache",
    "CachedBundle",
    "Event",
    "EventQueue",
    "FederationContext",
    "Finish",
    "HandOff",
    "HandOffRefused",
    "HubClient",
    "HubError",
    "Inbox",
    "Start",
    "Store",
    "ToolBrand",
    "Webhook",
    "WebhookRefused",
    "new_event",
    "read_webhook",
    "verify",
]
