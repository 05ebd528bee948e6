import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Import, importsOf, sourceFiles } from "./import-graph";
import { breachOf, MODULES, type Module, moduleOf, PLACES, placeOf, usedModule } from "./import-rules";

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
const names = Object.keys(MODULES) as Module[];

describe("the modules of lib", () => {
  it("use exactly the modules listed for them, types included", () => {
    const used = new Map(names.map((name) => [name, new Set<string>()]));
    for (const edge of [...imports.values()].flat()) {
      const [from, to] = [moduleOf(edge.from), usedModule(edge)];
      if (from && to) used.get(from)?.add(to);
    }
    const listed = names.map((name) => [name, [...MODULES[name]].toSorted()]);
    expect([...used].map(([name, others]) => [name, [...others].toSorted()])).toEqual(listed);
  });

  it("have no cycle, because each uses only modules above it", () => {
    for (const [place, name] of names.entries())
      for (const used of MODULES[name] as readonly Module[]) expect(names.indexOf(used)).toBeLessThan(place);
  });

  it("are all that lib holds, each with a row in docs/architecture.md", () => {
    expect(readdirSync("lib").toSorted()).toEqual(names.toSorted());
    const table = readFileSync("docs/architecture.md", "utf8");
    for (const name of names) expect(table).toContain(`| \`${name}\` |`);
  });
});

it("no file imports what its place forbids", () => {
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => !placeOf(file))).toEqual([]);
  expect(breaches([...imports.values()].flat())).toEqual([]);
});

/** A forbidden import for each place and rule. */
const PLANTED: [place: string, file: string, source: string][] = [
  ["contract", "lib/contract/planted.ts", 'import { log } from "@/lib/platform/log";'],
  ["contract", "lib/contract/planted.ts", 'import { createHash } from "node:crypto";'],
  ["content/document", "lib/content/document/planted.ts", 'import { brands } from "@/db/schema";'],
  ["content/document", "lib/content/document/planted.ts", 'import { parseHex } from "../palette/hex";'],
  ["lib", "lib/platform/planted.ts", 'import type { FileStorage } from "@/lib/content";'],
  ["lib", "lib/access/planted.ts", 'import { createSetupLink } from "@/lib/integrations/server";'],
  ["lib", "lib/publishing/planted.ts", 'import { revokeSession } from "@/lib/access/sessions/revoke-sessions";'],
  ["lib", "lib/access/planted.ts", 'import { redirect } from "next/navigation";'],
  ["lib", "lib/access/planted.ts", 'import { env } from "@/lib/platform/config/env";'],
  ["lib", "lib/runtime/planted.ts", 'import { headers } from "next/headers";'],
  ["api", "lib/api/planted.ts", 'import { NextResponse } from "next/server";'],
  ["api", "lib/api/planted.ts", 'import { brands } from "@/db/schema";'],
  ["api/docs", "lib/api/docs/planted.ts", 'import { brands } from "@/db/schema";'],
  ["api/docs", "lib/rendering/showcase/print/planted.tsx", 'import Link from "next/link";'],
  ["web", "lib/web/planted.ts", 'import { eq } from "drizzle-orm";'],
  ["server", "lib/server/planted.ts", 'import { Button } from "@/components/ui/button";'],
  ["db", "db/planted.ts", 'import { may } from "@/lib/access";'],
  ["components", "components/planted.tsx", 'import { readOverview } from "@/lib/brands/server";'],
  ["components", "components/planted.tsx", 'import { formResult } from "@/lib/web/actions/form-result";'],
  ["components", "components/planted.tsx", 'import { brands } from "@/db/schema";'],
  ["components/ui/link", "components/ui/link.tsx", 'import { useRouter } from "next/navigation";'],
  ["components", "components/planted.tsx", 'import Link from "next/link";'],
  ["app", "app/planted.tsx", 'import { brands } from "@/db/schema";'],
  ["app", "app/planted.tsx", 'import Link from "next/link";'],
  ["app", "app/planted.tsx", 'import { commitVersion } from "@/lib/publishing/identity/publish-draft";'],
];

describe("a planted violation", () => {
  it.each(PLANTED)("of %s is found: %s: %s", (place, file, source) => {
    expect(breaches(importsOf(file, source))).toEqual([expect.stringContaining(`${place}`)]);
  });

  it("exists for every place", () => {
    const planted = new Set(PLANTED.map(([place]) => place));
    expect(PLACES.filter(({ name }) => !planted.has(name.split(",")[0] ?? ""))).toEqual([]);
  });

  it("is none if a screen imports only types", () => {
    const source = 'import type { Overview } from "@/lib/brands/server";';
    expect(breaches(importsOf("components/planted.tsx", source))).toEqual([]);
  });
});

/** Packages that run in browsers. */
const BROWSER_PACKAGE = /^(zod|culori\/fn|uuid|react|lru-cache|diff|any-ascii)(\/|$)/;

/** All runtime imports of a file, including itself. */
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

/** What browsers can load: each module's index.ts, and the other files of lib that screens import. */
const loadedByBrowsers = new Set([
  ...files.filter((file) => /^lib\/[a-z]+\/index\.ts$/.test(file)),
  ...[...imports.values()]
    .flat()
    .flatMap(({ from, to, typesOnly }) =>
      from.startsWith("components/") && to.startsWith("lib/") && !typesOnly ? [to] : [],
    ),
]);

it.each([...loadedByBrowsers])("%s is safe for browsers, without database, Node or environment", (file) => {
  const dragged = [...closureOf(file)];
  const unsafe = dragged.filter((entry) =>
    entry.startsWith("package ")
      ? !BROWSER_PACKAGE.test(entry.slice("package ".length))
      : /^(db|app)\/|^lib\/(platform\/config|runtime|api|web|server)\/|\/server\.ts$/.test(entry),
  );
  expect(unsafe).toEqual([]);
});

/** The packages that the hub's design names and where each is used, and its top-level folders. */
const CARD_PACKAGES: Record<string, RegExp> = {
  next: /^app\//,
  react: /^components\//,
  "next-auth": /^lib\/web\//,
  zod: /^lib\/contract\//,
  "@vercel/postgres": /^db\/drivers\//,
  "drizzle-orm": /^db\//,
  jose: /^lib\//,
  "@react-pdf/renderer": /^lib\//,
  "swagger-ui-react": /^components\//,
  "@upstash/ratelimit": /^lib\/platform\/limits\//,
  "@playwright/test": /^tests\/e2e\//,
  vitest: /^tests\//,
};
const CARD_PLACES =
  "app components lib db public tests next.config.mjs package.json tsconfig.json vercel.json README.md app/api/public/v1";

it.each(Object.entries(CARD_PACKAGES))("uses %s where the design says", (name, place) => {
  const tests = () => sourceFiles(["tests/e2e", "tests/architecture"]).flatMap((file) => importsOf(file));
  const edges = place.source.includes("tests") ? tests() : [...imports.values()].flat();
  const users = edges.filter(({ to, isPackage }) => isPackage && (to === name || to.startsWith(`${name}/`)));
  expect(users.filter(({ from }) => place.test(from))).not.toEqual([]);
});

it("has the top-level folders that the design names", () => {
  expect(CARD_PLACES.split(" ").filter((path) => !existsSync(path))).toEqual([]);
});
