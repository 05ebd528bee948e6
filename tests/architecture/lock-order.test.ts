import { readFileSync } from "node:fs";
import { parseSync, Visitor } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { sourceFiles } from "./import-graph";

/** An entry of a brand's log refers to its row: who writes one has that row first, or waits for it with others' rows in hand. */
const HAS_BRAND =
  /\b(?:lock(?:Brand|Archived|Person)|holdBrand|requireQuota|requireBrandAndTool)\(|\.(?:from|update)\(brands\)/;

/** Transactions that write entries of a brand without its row, and why. */
const EXEMPT: Record<string, string> = {
  "lib/access/audit/chain/drop-entries.ts": "Only a command runs it, on one chain, which nobody else waits for.",
};

/** Files with a transaction that writes an entry of a brand without having its row. */
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

describe("a transaction that writes an entry of a brand", () => {
  it("locks the brand's row first, or gives a reason", () => {
    const lacking = sourceFiles(["lib"]).flatMap((file) => lackingIn(file));
    expect([...new Set(lacking)].toSorted()).toEqual(Object.keys(EXEMPT));
  });

  it("is found where it has not", () => {
    const source = 'await inTransaction(ctx, async (tx) => { await recordAudit(tx, { brandId, action: "x" }); });';
    expect(lackingIn("lib/planted/verb.ts", source)).toHaveLength(1);
  });
});
