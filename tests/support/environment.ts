import { applyEnvironment } from "@/lib/platform/config/env";

declare global {
  var environmentBeforeTests: NodeJS.ProcessEnv | undefined;
}

globalThis.environmentBeforeTests ??= { ...process.env };

/** Resets the environment before each test file and generates its secrets. */
for (const name of Object.keys(process.env)) if (!(name in globalThis.environmentBeforeTests)) delete process.env[name];
Object.assign(process.env, globalThis.environmentBeforeTests, {
  HUB_BASE_URL: "http://hub.test",
  HUB_EMBEDDED_DATABASE: "1",
  LOG_LEVEL: "silent",
  SESSION_SECRET: "session-secret-for-tests-0123456789abcdef",
  FEDERATION_SECRET: "federation-secret-for-tests-0123456789abcdef",
  FILE_URL_SECRET: "file-url-secret-for-tests-0123456789abcdef",
  WEBHOOK_DISPATCH_SECRET: "dispatch-secret-for-tests-0123456789abcdef",
  HUB_ENCRYPTION_KEY: "encryption-key-for-tests-0123456789abcdefgh",
  CRON_SECRET: "cron-secret-for-tests-0123456789abcdefghij",
  CORE_CHILD_APP_TOKEN__BRAND_STUDIO: "brand-studio-token-for-tests-0123456789abcdef",
  CORE_CHILD_APP_TOKEN__PRINT_DESK:
    "new-print-desk-token-0123456789abcdefghijk,old-print-desk-token-0123456789abcdefghijk",
  CHILD_WEBHOOK_SECRET__BRAND_STUDIO: "brand-studio-webhook-secret-0123456789abcdef",
  CHILD_WEBHOOK_SECRET__PRINT_DESK: "print-desk-webhook-secret-0123456789abcdefgh",
  WEBHOOK_ALLOW_LOOPBACK: "1",
});
applyEnvironment({});
