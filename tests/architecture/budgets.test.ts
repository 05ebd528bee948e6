import { readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { SPENDS_ITSELF } from "@/proxy";
import { namesReaching } from "./declared-functions";
import { sourceFiles } from "./import-graph";

/** Calls that spend the actor's budget. */
const SPENDS =
  /\b((?:action|change)Result\(\s*"\w+",|visitorResult\(|routeContext\(request, "\w+"\)|spendBudget\(\w+, "\w+"\)|exportResponse\(ctx, )/;

/** A file's runtime exports, and whether each spends a budget, directly or through a function of the file. */
function exportsOf(file: string, source = readFileSync(file, "utf8")): { name: string; spends: boolean }[] {
  const { program, module } = parseSync(file, source);
  const spending = namesReaching(program, source, SPENDS);
  return module.staticExports
    .flatMap(({ entries }) => entries)
    .filter(({ isType }) => !isType)
    .map(({ exportName }) => ({
      name: `${file}: ${exportName.name}`,
      spends: spending.has(exportName.name ?? ""),
    }));
}

const files = sourceFiles(["app", "components", "lib"]);
const isActionFile = (source: string) => /^\s*["']use server["']/.test(source);
const actionFiles = files.filter((file) => isActionFile(readFileSync(file, "utf8")));
const routes = files.filter((file) => /^app\/(?!api\/public\/).*route\.ts$/.test(file));

/** Page routes without a personal budget, and why. */
const UNBUDGETED: Record<string, readonly string[]> = {
  "Signing in has limits of its own.": ["app/api/auth/[...nextauth]/route.ts"],
  "It reads one stored file, by a signed URL or within its own budget.": ["app/files/[asset]/route.ts"],
  "It says whom to write to, for anybody.": ["app/.well-known/security.txt/route.ts"],
  "It says how the hub is; what it asks for that is kept.": [
    "app/api/health/route.ts",
    "app/api/ready/route.ts",
    "app/metrics/route.ts",
  ],
  "It reads a few public keys.": ["app/.well-known/jwks.json/route.ts"],
  "It takes from its credential's budget.": ["app/mcp/route.ts"],
  "It reads only the hub's address.": ["app/.well-known/oauth-protected-resource/[[...resource]]/route.ts"],
  "It reads what was made once.": [
    "app/api.postman_collection.json/route.ts",
    "app/contract-kit.tar.gz/route.ts",
    "app/contract-kit.tgz/route.ts",
    "app/contract/route.ts",
    "app/contract/[file]/route.ts",
    "app/r/contract.json/route.ts",
    "app/docs/markdown/[page]/route.ts",
    "app/llms.txt/route.ts",
    "app/.well-known/api-catalog/route.ts",
  ],
};
/** Pages that read only the session. */
const FORMS_ALONE = ["app/(hub)/new/page.tsx", "app/(hub)/b/[brand]/developers/page.tsx"];
const unbudgeted = Object.values(UNBUDGETED).flat();

describe("a per-person rate limit", () => {
  it("applies to every server action", () => {
    const actions = actionFiles.flatMap((file) => exportsOf(file));
    expect(actions.length).toBeGreaterThan(40);
    expect(actions.filter(({ spends }) => !spends).map(({ name }) => name)).toEqual([]);
  });

  it("applies to every page route that writes or is expensive", () => {
    const handlers = routes.filter((file) => !unbudgeted.includes(file)).flatMap((file) => exportsOf(file));
    expect(handlers.length).toBeGreaterThan(5);
    expect(handlers.filter(({ spends }) => !spends).map(({ name }) => name)).toEqual([]);
    expect(unbudgeted.filter((file) => !routes.includes(file))).toEqual([]);
  });

  it("applies to every page for signed-in people", () => {
    const pages = files.filter((file) => /^app\/\(hub\)\/.*page\.tsx$/.test(file));
    const spends = (file: string) => /\b(?:brandPage|adminPage|pageContext)\(/.test(readFileSync(file, "utf8"));
    expect(pages.length).toBeGreaterThan(30);
    expect(pages.filter((file) => !spends(file))).toEqual(FORMS_ALONE);
  });

  it("counts every other page by the visitor’s network", () => {
    const pages = files.filter((file) => /^app\/(?!\(hub\)\/).*page\.tsx$/.test(file));
    const pathOf = (file: string) => file.slice("app".length, -"/page.tsx".length).replace("/(auth)", "") || "/";
    expect(pages.length).toBeGreaterThan(10);
    expect(pages.filter((file) => SPENDS_ITSELF.test(pathOf(file)))).toEqual([]);
  });

  it("isn't skipped by an action nested inside another file", () => {
    const inner = files.filter((file) => /^\s+["']use server["']/m.test(readFileSync(file, "utf8")));
    expect(inner).toEqual([]);
  });

  it.each([
    "export async function act(): Promise<void> { await verb(await pageContext()); }",
    "export const act = async () => verb(await anonymousContext());",
    "export async function GET(request: Request) { return answer(await readAll(request)); }",
  ])("is missed in a planted case: %s", (source) => {
    expect(exportsOf("app/planted/actions.ts", source)).toEqual([{ name: expect.any(String), spends: false }]);
  });
});
