import { expect, it } from "vitest";
import type { Budgets } from "@/lib/platform/context";
import { RateLimited } from "@/lib/platform/errors";
import { spendBudget } from "@/lib/platform/limits/budgets";
import { MemoryStore } from "@/lib/platform/limits/memory-store";
import { describeBudgets, NO_BUDGETS, NO_USER_BUDGETS } from "@/lib/platform/limits/user-budgets";
import { openTestDatabase } from "../../../support/database";
import { ANONYMOUS, context } from "../../../support/fixtures";

const database = openTestDatabase();

let nowMs = 0;
const limits = new MemoryStore({ nowMs: () => nowMs });
const budgets: Budgets = {
  ...NO_BUDGETS,
  perUser: { ...NO_USER_BUDGETS, changes: 2, invitations: 1, secrets: 1 },
};
const of = (userId: string) =>
  context(database.db, { kind: "user", userId, hubAdmin: false }, undefined, { limits, budgets });

const refusalOf = (spending: Promise<void>) =>
  spending.then(
    () => null,
    (error: unknown) => error,
  );

it("refuses requests over a person's budget with a sentence until the window passes", async () => {
  await spendBudget(of("ana"), "changes");
  nowMs += 20_000;
  await spendBudget(of("ana"), "changes");
  const refusal = await refusalOf(spendBudget(of("ana"), "changes"));
  expect(refusal).toBeInstanceOf(RateLimited);
  expect(refusal).toMatchObject({
    code: "rate_limited",
    retryAfterSeconds: 40,
    message: "You have made 2 changes in a minute, which is the limit. Try again in 40 seconds.",
  });
  nowMs += 40_000;
  await spendBudget(of("ana"), "changes");
});

it("counts each person and budget separately, and none that is off", async () => {
  await spendBudget(of("ben"), "invitations");
  await spendBudget(of("cleo"), "invitations");
  await spendBudget(of("ben"), "secrets");
  for (let times = 0; times < 20; times += 1) await spendBudget(of("ben"), "lookups");
  expect(await refusalOf(spendBudget(of("ben"), "invitations"))).toMatchObject({
    message: "You have sent 1 invitation in an hour, which is the limit. Try again in 60 minutes.",
  });
});

it("counts anonymous requests by client IP", async () => {
  const from = (clientIp: string) => context(database.db, ANONYMOUS, undefined, { limits, budgets, clientIp });
  await spendBudget(from("192.0.2.1"), "secrets");
  await spendBudget(from("192.0.2.2"), "secrets");
  expect(await refusalOf(spendBudget(from("192.0.2.1"), "secrets"))).toBeInstanceOf(RateLimited);
});

it("lists the active budgets", () => {
  expect(describeBudgets(budgets.perUser)).toEqual([
    { budget: "changes", label: "Changes", allowed: "2 in a minute" },
    { budget: "invitations", label: "Invitations", allowed: "1 in an hour" },
    { budget: "secrets", label: "Keys and tokens", allowed: "1 in an hour" },
  ]);
});
