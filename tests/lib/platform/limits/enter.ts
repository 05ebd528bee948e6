import type { LimitStore } from "@/lib/platform/limits/limit-store";

/** Requests only a slot. @returns its token, or null if none is free */
export async function enter(store: LimitStore, key: string, slots: number, leaseMs: number): Promise<string | null> {
  const decision = await store.admit(key, { slots, leaseMs, rule: null });
  return decision.refusedBy === null ? decision.token : null;
}
