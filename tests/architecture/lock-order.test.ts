import { readFileSync } from "node:fs";
import { parseSync, Visitor } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { sourceFiles } from "./import-graph";

/**
 * A brand's log entry references the brand's row. A transaction that doesn't lock the row first may wait for it while
 * it holds other locks.
 */
const HAS_BRAND =
  /\b(?:lock(?:Brand|Archived|Person)|holdBrand|requireQuota|requireBrandAndTool)\(|\.(?:from|update)\(brands\)/;

/** Transactions that write a brand's log entry without locking its row, and why. */
const EXEMPT: Record<string, string> = {
  "lib/access/audit/chain/drop-entries.ts": "Only a command runs it, on one chain, which nobody else waits for.",
};

/** Transactions in a file that write a brand's log entry without its row locked. */
function lackingIn(file: string, source = readFileSync(file, "utf8")): string[] {
  const found: string[] = [];
  new Visitor({
    CallExpression({ callee, start, end }) {
      if (!/(^|\.)(inTransaction|transaction)$/.test(source.slice(callee.start, callee.end))) return;
      const text = source.slice(start, end);
      const ofBrand = /\brecordAudits?\(/.test(text) && !/\bbrandId: null\b/.test(text);
      if (ofBrand && !HAS_BRAND.test(text)) found.push(file);
    },
  }).visit(parseSync(file, source).program);
  return found;
}

describe("a transaction that writes a brand's log entry", () => {
  it("locks the brand's row first, or is listed with a reason", () => {
    const lacking = sourceFiles(["lib"]).flatMap((file) => lackingIn(file));
    expect([...new Set(lacking)].toSorted()).toEqual(Object.keys(EXEMPT));
  });

  it("is found if it doesn't", () => {
    const source = 'await inTransaction(ctx, async (tx) => { await recordAudit(tx, { brandId, action: "x" }); });';
    expect(lackingIn("lib/planted/verb.ts", source)).toHaveLength(1);
  });
});
