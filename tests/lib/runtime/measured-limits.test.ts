import { expect, it } from "vitest";
import { MemoryStore } from "@/lib/platform/limits/memory-store";
import { metrics } from "@/lib/platform/metrics";
import { measuredLimits } from "@/lib/runtime/hub";

const RULE = { limit: 1, windowMs: 1_000 };

/** Decisions counted so far, by kind and decision. */
async function counted(): Promise<Record<string, number>> {
  const { values } = await metrics().limiterDecisions.get();
  return Object.fromEntries(values.map(({ labels, value }) => [`${labels.kind} ${labels.decision}`, value]));
}

it.each([
  ["tool:brand-studio", "requests"],
  ["key:018f4d2c", "requests"],
  ["ip:192.0.2.0/24", "requests"],
  ["failed-credential-address:192.0.2.1", "failed_credentials"],
  ["readiness:probe", "internal"],
  ["audit:member.invited:1", "internal"],
  ["mail-new-browser:ab12", "budget"],
  ["tools-of:x", "budget"],
  ["pages-018f4d2c", "budget"],
])("counts decisions on %s as %s", async (key, kind) => {
  const limits = measuredLimits(new MemoryStore({ nowMs: () => 0 }));
  const before = await counted();
  await limits.take(key, RULE);
  await limits.take(key, RULE);
  const both = { slots: 1, leaseMs: 1_000, rule: { limit: 2, windowMs: 1_000 } };
  await limits.admit(key, both);
  await limits.admit(key, both);
  await limits.admit(key, { ...both, slots: 2 });
  const after = await counted();
  const more = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
  expect([more(`${kind} allowed`), more(`${kind} refused`)]).toEqual([2, 2]);
  // Requests over the rate limit were admitted by the slots, and those over the slots were not counted.
  expect([more("concurrency allowed"), more("concurrency refused")]).toEqual([2, 1]);
});
