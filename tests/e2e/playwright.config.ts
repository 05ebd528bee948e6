import { defineConfig } from "@playwright/test";
import { inForm } from "../support/in-form";

/** Each worker has its own hub, started like `npm start`, on a copy of data seeded once per run. */
export default defineConfig({
  testDir: "..",
  testMatch: "{e2e,security}/**/*.spec.ts",
  outputDir: "../.output/playwright",
  globalSetup: "./support/global-setup.ts",
  workers: 2,
  fullyParallel: true,
  // Only against hangs, because tests on a busy machine are slow.
  timeout: inForm({ short: 180_000, full: 1_200_000 }),
  expect: { timeout: 30_000 },
  forbidOnly: true,
  use: {
    // A missing control fails its test long before the limit above.
    actionTimeout: inForm({ short: 60_000, full: 180_000 }),
    viewport: { width: 1280, height: 860 },
    locale: "en-GB",
    timezoneId: "UTC",
    contextOptions: { reducedMotion: "reduce" },
    // Tracing costs as much as the test itself. Use `--trace on` for a single test.
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || undefined,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        // Collects garbage less often, which takes a tenth less time.
        "--js-flags=--max-semi-space-size=32 --min-semi-space-size=16",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-quic",
        // Hosts of the hub and its tools (parent-domain.spec.ts).
        "--host-resolver-rules=MAP *.brand.test 127.0.0.1",
      ],
    },
  },
});
