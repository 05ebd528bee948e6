import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Import, importsOf, sourceFiles } from "./import-graph";
import { breachOf, ROOMS, roomOf } from "./import-rules";

const files = sourceFiles([
  "app",
  "components",
  "lib",
  "db",
  "proxy.ts",
  "instrumentation.ts",
  "instrumentation-client.ts",
]);
const imports = new Map(files.map((file) => [file, importsOf(file)]));
const breaches = (edges: readonly Import[]) => edges.flatMap((edge) => breachOf(edge) ?? []);

describe("the house", () => {
  it("has a room for every file", () => {
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter((file) => !roomOf(file))).toEqual([]);
  });

  it("keeps to its import table", () => {
    expect(breaches([...imports.values()].flat())).toEqual([]);
  });

  it("has a row in docs/architecture.md for every room", () => {
    const table = readFileSync("docs/architecture.md", "utf8");
    for (const { name } of ROOMS) expect(table).toContain(`| \`${name}\``);
  });
});

/** One forbidden import for each room, as somebody might write it. */
const PLANTED: [room: string, file: string, source: string][] = [
  ["lib/contract", "lib/contract/planted.ts", 'import { log } from "@/lib/platform/log";'],
  ["lib/contract", "lib/contract/planted.ts", 'import { createHash } from "node:crypto";'],
  ["lib/platform", "lib/platform/planted.ts", 'import { may } from "@/lib/access/members";'],
  ["lib/content/document", "lib/content/document/planted.ts", 'import { brands } from "@/db/schema";'],
  [
    "lib/platform/config",
    "lib/platform/config/planted.ts",
    'import { requirePermission } from "@/lib/access/members/server";',
  ],
  ["lib/web/actions", "lib/web/actions/planted.ts", 'export { hub } from "@/lib/runtime/hub";'],
  ["lib/runtime", "lib/runtime/planted.ts", 'import { headers } from "next/headers";'],
  ["lib/api", "lib/api/planted.ts", 'import { NextResponse } from "next/server";'],
  ["lib/api", "lib/api/planted.ts", 'import { brands } from "@/db/schema";'],
  ["lib/web/auth", "lib/web/auth/planted.ts", 'import { eq } from "drizzle-orm";'],
  ["lib/server, lib/server/cli", "lib/server/planted.ts", 'import { Button } from "@/components/ui/button";'],
  ["lib/api/docs", "lib/api/docs/planted.ts", 'const env = await import("@/lib/platform/config/env");'],
  ["lib/rendering/showcase/print", "lib/rendering/showcase/print/planted.tsx", 'import { brands } from "@/db/schema";'],
  [
    "lib/<domain>",
    "lib/access/members/planted.ts",
    'import { revokeSession } from "@/lib/access/sessions/revoke-session";',
  ],
  ["lib/<domain>", "lib/access/members/planted.ts", 'import { redirect } from "next/navigation";'],
  ["lib/<domain>", "lib/access/members/planted.ts", 'import { env } from "@/lib/platform/config/env";'],
  ["lib/<domain>", "lib/a-new-domain/planted.ts", 'import { answer } from "@/lib/api/endpoint";'],
  ["db", "db/planted.ts", 'import { may } from "@/lib/access/members";'],
  ["components", "components/planted.tsx", 'import { readOverview } from "@/lib/brands/overview/server";'],
  ["components", "components/planted.tsx", 'import { formResult } from "@/lib/web/actions/form-result";'],
  ["components", "components/planted.tsx", 'import { brands } from "@/db/schema";'],
  ["app", "app/planted.tsx", 'import { brands } from "@/db/schema";'],
  ["app", "app/planted.tsx", 'import { commitVersion } from "@/lib/publishing/identity/commit-version";'],
];

describe("a planted breach", () => {
  it.each(PLANTED)("of %s is found: %s: %s", (room, file, source) => {
    expect(breaches(importsOf(file, source))).toEqual([expect.stringContaining(room)]);
  });

  it("is planted for every room", () => {
    expect(new Set(PLANTED.map(([room]) => room))).toEqual(new Set(ROOMS.map(({ name }) => name)));
  });

  it("is none where only types are imported that a room may know", () => {
    expect(
      breaches(importsOf("components/planted.tsx", 'import type { Overview } from "@/lib/brands/overview/server";')),
    ).toEqual([]);
    expect(
      breaches(importsOf("lib/platform/planted.ts", 'import type { FileStorage } from "@/lib/content/assets";')),
    ).toEqual([]);
  });
});

/** What a browser can run of packages. */
const BROWSER_PACKAGE = /^(zod|culori\/fn|uuid|react|lru-cache|diff|any-ascii)(\/|$)/;

/** Everything that a file drags along at run time, itself included. */
function closureOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const { to, isPackage, typesOnly } of imports.get(file) ?? []) {
    if (typesOnly) continue;
    if (isPackage) seen.add(`package ${to}`);
    else closureOf(to, seen);
  }
  return seen;
}

const indexes = readdirSync("lib").flatMap((name) =>
  imports.has(`lib/${name}/index.ts`) ? [`lib/${name}/index.ts`] : [],
);

it.each(indexes)("%s is safe for browsers: no database, no Node, no environment behind it", (index) => {
  const dragged = [...closureOf(index)];
  const unsafe = dragged.filter((entry) =>
    entry.startsWith("package ")
      ? !BROWSER_PACKAGE.test(entry.slice("package ".length))
      : /^(db|app)\/|^lib\/(config|hub|http|auth|actions|server|cli)\/|\/server\.ts$/.test(entry),
  );
  expect(unsafe).toEqual([]);
});
