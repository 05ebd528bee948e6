import type { IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state";
import { describe, expect, it } from "vitest";
import { hasReadableRouterState } from "@/lib/server/router-state";

const encoded = (state: unknown) => encodeURIComponent(JSON.stringify(state));
const LEAF = ["__PAGE__", {}];

const HEADERS = {
  leaf: encoded(LEAF),
  tree: encoded([
    "",
    { children: [["brand", "acme", "d", null], { children: LEAF }, null, "refetch", 4] },
    null,
    null,
    16,
  ]),
  siblings: encoded([["brand", "acme", "d", ["new"]], {}, ["/a", "b"], "metadata-only", null, "x"]),
  escape: "%ff",
  "no JSON": "x",
  empty: "",
  "no tree": encoded({}),
  "no children": encoded(["a"]),
  "unknown kind": encoded([["brand", "acme", "z", null], {}]),
  "unknown marker": encoded(["a", {}, null, "again"]),
  "an invalid child": encoded(["a", { children: "b" }]),
  "one too many": encoded(["a", {}, null, null, 1, "x", 2]),
  "too long": encoded(["a".repeat(40_000), {}]),
};

const nextReads = (header: string): boolean => {
  try {
    parseAndValidateFlightRouterState(header);
    return true;
  } catch {
    return false;
  }
};

describe("the page's router state", () => {
  it.each(Object.entries(HEADERS))("is accepted exactly when Next can read it: %s", (_, header) => {
    const request = { headers: { "next-router-state-tree": header } } as Partial<IncomingMessage> as IncomingMessage;
    expect(hasReadableRouterState(request)).toBe(nextReads(header));
  });

  it("is optional", () => {
    expect(hasReadableRouterState({ headers: {} } as Partial<IncomingMessage> as IncomingMessage)).toBe(true);
  });
});
