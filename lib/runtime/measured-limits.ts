import { type LimitStore, purposeOf } from "@/lib/platform/limits/limit-store";
import { metrics, type Tally } from "@/lib/platform/metrics";

/** The rest are budgets of people and mails. */
const KINDS: readonly [purpose: RegExp, kind: string][] = [
  [/^(?:key|tool|jti|sid|user|ip)$/, "requests"],
  [/^failed-credential-/, "failed_credentials"],
  [/^(?:readiness|audit)$/, "internal"],
];

/** By purpose, of which there are about 20. */
const kinds = new Map<string, string>();

function kindOf(key: string): string {
  const purpose = purposeOf(key);
  let kind = kinds.get(purpose);
  if (kind === undefined) {
    kind = KINDS.find(([ofKind]) => ofKind.test(purpose))?.[1] ?? "budget";
    kinds.set(purpose, kind);
  }
  return kind;
}

/** Created once per kind, because every request counts. */
const counted = { allowed: new Map<string, Tally>(), refused: new Map<string, Tally>() };

function count(kind: string, isAllowed: boolean): void {
  const decision = isAllowed ? "allowed" : "refused";
  let decided = counted[decision].get(kind);
  if (!decided) {
    const { tally, limiterDecisions } = metrics();
    decided = tally(limiterDecisions, { kind, decision });
    counted[decision].set(kind, decided);
  }
  decided.inc();
}

export function measuredLimits(store: LimitStore): LimitStore {
  return {
    get isLocal() {
      return store.isLocal;
    },
    async take(key, rule) {
      const result = await store.take(key, rule);
      count(kindOf(key), result.allowed);
      return result;
    },
    async admit(key, request) {
      const decision = await store.admit(key, request);
      const { refusedBy } = decision;
      if (request.slots > 0) count("concurrency", refusedBy !== "slots");
      if (request.rule && refusedBy !== "slots") count(kindOf(key), refusedBy === null);
      return decision;
    },
    leave: (key, token) => store.leave(key, token),
    async attempt(key, rules) {
      const attempt = await store.attempt(key, rules);
      count("failed_logins", attempt.admitted);
      return attempt;
    },
    withdraw: (key, token) => store.withdraw(key, token),
    close: () => store.close(),
  };
}
