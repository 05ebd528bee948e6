import { readFileSync } from "node:fs";
import { parseSync, Visitor } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { sourceFiles } from "./import-graph";

/** Calls that leave the process or wait for work others can delay. A transaction would hold its locks that long. */
const SLOW =
  /\b(storage\.(?:put|read|delete)|limits\.(?:take|attempt|admit|leave|withdraw)|mail\.send|fetch|runJob|hashPassword|verifyPassword|verifyCurrentPassword|checkNewPassword|spendBudget|take\w*Mail\w*|spendSignIn|requireMailBudget|requireInvitationBudget)\(/g;

/** Slow calls within transactions that start in this file. */
function slowIn(file: string, source = readFileSync(file, "utf8")): string[] {
  const found: string[] = [];
  new Visitor({
    CallExpression({ callee, start, end }) {
      if (!/(^|\.)(inTransaction|transaction)$/.test(source.slice(callee.start, callee.end))) return;
      for (const [, call] of source.slice(start, end).matchAll(SLOW)) found.push(`${file}: ${call}`);
    },
  }).visit(parseSync(file, source).program);
  return found;
}

describe("a transaction", () => {
  it("never waits for a file store, a rate limiter, a mail server or a password hash", () => {
    expect(sourceFiles(["lib"]).flatMap((file) => slowIn(file))).toEqual([]);
  });

  it.each([
    "await inTransaction(ctx, async (tx) => { await ctx.storage.put(key, bytes); });",
    "await ctx.db.transaction(async (tx) => { await ctx.limits.take(key, rule); });",
  ])("is found if it does: %s", (source) => {
    expect(slowIn("lib/planted/verb.ts", source)).toHaveLength(1);
  });
});
