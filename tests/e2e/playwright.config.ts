import { defineConfig } from "@playwright/test";
import { BASE_URL, DATA_DIRECTORY } from "./support/hub";

/** One hub, built and started as `npm start` does it, on a data directory of its own; the tests run one after another on it. */
export default defineConfig({
  testDir: ".",
  outputDir: "../.output/playwright",
  workers: 1,
  fullyParallel: false,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  use: {
    baseURL: BASE_URL,
    viewport: { width: 1280, height: 860 },
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-quic",
      ],
    },
  },
  webServer: process.env.E2E_BASE_URL
    ? undefined
    : {
        command: "node lib/cli/start.mjs",
        cwd: "../..",
        url: `${BASE_URL}/sign-in`,
        timeout: 300_000,
        gracefulShutdown: { signal: "SIGINT", timeout: 15_000 },
        env: { PORT: new URL(BASE_URL).port, HUB_BASE_URL: BASE_URL, HUB_DATA_DIR: DATA_DIRECTORY },
      },
});
