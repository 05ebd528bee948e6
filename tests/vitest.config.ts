import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

export default defineConfig({
  root,
  resolve: { alias: { "@": root.replace(/\/$/, "") } },
  test: {
    globalSetup: ["tests/support/postgres-server.ts"],
    setupFiles: ["tests/support/environment.ts"],
    include: ["tests/{lib,components,db,api,faults}/**/*.test.ts"],
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
