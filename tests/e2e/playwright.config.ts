import { defineConfig } from "@playwright/test";

/** Each worker has a hub of its own, started as `npm start` does it, on a copy of data that is seeded once for the run. */
export default defineConfig({
  testDir: "..",
  testMatch: "{e2e,security}/**/*.spec.ts",
  outputDir: "../.output/playwright",
  globalSetup: "./support/global-setup.ts",
  workers: 2,
  fullyParallel: true,
  // Against hanging alone: a test on a busy machine takes as long as it takes.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  use: {
    viewport: { width: 1280, height: 860 },
    locale: "en-GB",
    timezoneId: "UTC",
    contextOptions: { reducedMotion: "reduce" },
    // A trace costs as much as the test: `--trace on` makes one of the test at hand.
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || undefined,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-quic",
        // Where a hub and its tools stand beside one another (parent-domain.spec.ts).
        "--host-resolver-rules=MAP *.brand.test 127.0.0.1",
      ],
    },
  },
});
