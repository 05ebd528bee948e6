import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));
const ISOLATED = "tests/**/*.isolated.test.ts";
/** The bench installs packages with tests below its own folder. */
const PACKAGES = "**/node_modules/**";

export default defineConfig({
  root,
  resolve: {
    alias: [
      { find: "@", replacement: root.replace(/\/$/, "") },
      { find: /^\.\/password-cost$/, replacement: `${root}tests/support/password-cost.ts` },
    ],
  },
  test: {
    globalSetup: ["tests/support/shared-resources.ts"],
    setupFiles: ["tests/support/environment.ts"],
    expect: { requireAssertions: true, poll: { timeout: 60_000 } },
    tags: [{ name: "full", description: "A slow proof, which `npm run test:full` runs and `npm test` leaves out." }],
    // Only against hangs. Hooks may wait for a build on a busy machine.
    testTimeout: process.env.TEST_FORM === "full" ? 1_800_000 : 300_000,
    hookTimeout: 900_000,
    maxWorkers: "100%",
    // Collects garbage less often, which takes 7 % less time.
    execArgv: ["--max-semi-space-size=32"],
    // Reloading modules per file costs more than most tests, so only files that replace modules or change globals run
    // isolated.
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          include: ["tests/**/*.test.ts"],
          exclude: [ISOLATED, PACKAGES],
          isolate: false,
        },
      },
      { extends: true, test: { name: "isolated", include: [ISOLATED], exclude: [PACKAGES], isolate: true } },
    ],
  },
});
