import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));
const ISOLATED = "tests/**/*.isolated.test.ts";

export default defineConfig({
  root,
  resolve: { alias: { "@": root.replace(/\/$/, "") } },
  test: {
    globalSetup: ["tests/support/made-once.ts"],
    setupFiles: ["tests/support/environment.ts"],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    maxWorkers: "100%",
    // Loading the modules anew for each file costs more than most files' tests: only those that replace modules have a process of their own.
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          include: ["tests/**/*.test.ts"],
          exclude: [ISOLATED],
          isolate: false,
        },
      },
      { extends: true, test: { name: "isolated", include: [ISOLATED], isolate: true } },
    ],
  },
});
