/** The configuration that tests run with: every secret is made up here and long enough. */
Object.assign(process.env, {
  HUB_BASE_URL: "http://hub.test",
  LOG_LEVEL: "silent",
  SESSION_SECRET: "session-secret-for-tests-0123456789abcdef",
  FEDERATION_SECRET: "federation-secret-for-tests-0123456789abcdef",
  FILE_URL_SECRET: "file-url-secret-for-tests-0123456789abcdef",
  WEBHOOK_DISPATCH_SECRET: "dispatch-secret-for-tests-0123456789abcdef",
  CRON_SECRET: "cron-secret-for-tests-0123456789abcdefghij",
  CORE_CHILD_APP_TOKEN__BRAND_STUDIO: "brand-studio-token-for-tests-0123456789abcdef",
  CORE_CHILD_APP_TOKEN__PRINT_DESK:
    "new-print-desk-token-0123456789abcdefghijk,old-print-desk-token-0123456789abcdefghijk",
  CHILD_WEBHOOK_SECRET__BRAND_STUDIO: "brand-studio-webhook-secret-0123456789abcdef",
  CHILD_WEBHOOK_SECRET__PRINT_DESK: "print-desk-webhook-secret-0123456789abcdefgh",
  WEBHOOK_ALLOW_LOOPBACK: "1",
});
