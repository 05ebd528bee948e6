import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { ROOT, TEMPLATE } from "./hub";

/** Seeds the data directory that this run's hubs copy. */
export default function seed(): void {
  rmSync(TEMPLATE, { recursive: true, force: true });
  execFileSync(process.execPath, ["--import", "tsx", "tests/e2e/support/seed.ts", TEMPLATE], {
    cwd: ROOT,
    env: { ...process.env, HUB_DATA_DIR: TEMPLATE, NODE_ENV: "production" },
    stdio: "inherit",
  });
}
