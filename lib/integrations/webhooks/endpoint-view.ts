import { can } from "@/lib/access";
import type { Role } from "@/lib/contract";

export const MAX_WEBHOOK_URL_LENGTH = 2048;

/** Due deliveries leave within seconds, bursts within minutes. Longer waits need attention. */
export const LATE_MS = 10 * 60_000;

export const DEMO_TOOL_PORT = 4100;

export const TEST_SAMPLES = ["hub.test", "identity.updated"] as const;
export type TestSample = (typeof TEST_SAMPLES)[number];

/** Limit of one bulk replay. */
export const MAX_REPLAYED = 10_000;

/** `secret_unreadable`: no current key decrypts its signing secret. */
export const PAUSE_REASONS = ["no_secret", "secret_unreadable", "tool_disabled"] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** Path and query may contain a secret, so only managers see more than `https://tool.example/…`. */
export const shownWebhookUrl = (role: Role, url: string): string =>
  can(role, "manage") ? url : `${new URL(url).origin}/…`;
