import { may } from "@/lib/access";
import type { Role } from "@/lib/contract";

export const MAX_WEBHOOK_URL_LENGTH = 2048;

/** Due deliveries leave within seconds, bursts within minutes: what has waited longer needs a look. */
export const LATE_MS = 10 * 60_000;

/** Where the demo's tool listens (`npm run child`). */
export const DEMO_TOOL_PORT = 4100;

export const TEST_SAMPLES = ["hub.test", "identity.updated"] as const;
export type TestSample = (typeof TEST_SAMPLES)[number];

/** One confirmation replays no more of what a filter finds. */
export const MOST_REPLAYED = 10_000;

/** Why a tool's deliveries stay pending and use no attempts; `secret_unreadable`: no present key opens its signing secret. */
export const HOLD_REASONS = ["no_secret", "secret_unreadable", "tool_disabled"] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/**
 * A webhook URL as a role may see it. Its path or query may be a capability of the receiver's, so who may not manage the brand gets
 * the origin alone: `https://tool.example/…`.
 */
export const shownWebhookUrl = (role: Role, url: string): string =>
  may(role, "manage") ? url : `${new URL(url).origin}/…`;
