// @module-tag full
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedResource } from "@/tests/support/shared-resource";
import { createWorkspace, EXPECTED, printed, type Workspace } from "./workspace";

const PACKAGE = "brand-identity-hub-contract";
/** Import path of each form. */
const FORMS = { folder: "../../contract", "one file": "../../single/contract", package: PACKAGE };
const BUNDLERS = { Turbopack: [], webpack: ["--webpack"] };

let bundlers: string;
let workspace: Workspace;
beforeAll(async () => {
  bundlers = await sharedResource("kit-bundlers");
  workspace = await createWorkspace();
});
afterAll(() => workspace.close());

const LAYOUT = `import type { ReactNode } from "react";
export default function Layout({ children }: { children: ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}
`;
/** A route rendered at build time. */
const asRoute = (program: string) => `${program.slice(0, program.indexOf("void main()"))}
export const dynamic = "force-static";
export const GET = async () => new Response(await main());
`;
const routeOf = (form: string) => form.replace(" ", "-");

/** An app without configuration. Next writes its own with `moduleResolution: bundler`. */
function project(name: string): string {
  const root = join(workspace.folder, name);
  const write = (path: string, content: string | Buffer) => writeFileSync(join(root, path), content);
  const bytesOf = (path: string) => Buffer.from(workspace.kit.files[path]?.content ?? "", "base64");
  mkdirSync(join(root, "single"), { recursive: true });
  for (const file of ["package.json", "package-lock.json", "node_modules"])
    cpSync(join(bundlers, file), join(root, file), { recursive: true });
  cpSync(join(workspace.folder, "package"), join(root, "node_modules", PACKAGE), { recursive: true });
  write("single/contract.ts", bytesOf("contract/contract.ts"));
  write("kit.tar.gz", bytesOf("contract-kit.tar.gz"));
  execFileSync("tar", ["-xzf", "kit.tar.gz"], { cwd: root });
  mkdirSync(join(root, "app"));
  write("app/layout.tsx", LAYOUT);
  for (const [form, specifier] of Object.entries(FORMS)) {
    mkdirSync(join(root, "app", routeOf(form)));
    write(`app/${routeOf(form)}/route.ts`, asRoute(workspace.typescript(specifier)));
  }
  return root;
}

describe("a tool on Next with the default configuration", () => {
  it.each(["Turbopack", "webpack"] as const)("loads every form of the kit with %s", async (bundler) => {
    const root = project(bundler);
    const next = join(root, "node_modules/next/dist/bin/next");
    const environment = { NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" };
    const said = await printed(process.execPath, [next, "build", ...BUNDLERS[bundler]], root, environment);
    for (const form of Object.keys(FORMS)) {
      const answer = join(root, ".next/server/app", `${routeOf(form)}.body`);
      const answered = existsSync(answer) ? readFileSync(answer, "utf8") : said;
      expect(answered, form).toBe(EXPECTED);
    }
  });
});
