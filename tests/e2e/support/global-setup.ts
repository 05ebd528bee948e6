import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compiledProgram } from "../../support/compiled-program";
import { DATA, ROOT, TEMPLATE } from "./hub";

/** Seeds the data directory that this run's hubs copy. */
export default async function seed(): Promise<() => void> {
  const data = mkdtempSync(join(tmpdir(), "hub-e2e-"));
  // Workers inherit it.
  process.env[DATA] = data;
  const template = join(data, TEMPLATE);
  const program = await compiledProgram('import "./tests/e2e/support/seed.ts";');
  execFileSync(process.execPath, [program, template], {
    cwd: ROOT,
    env: { ...process.env, HUB_DATA_DIR: template, NODE_ENV: "production" },
    stdio: "inherit",
  });
  return () => rmSync(data, { recursive: true, force: true });
}
