import { applyEnvironment } from "@/lib/platform/config/env";

/** Sets environment variables, which the hub then rereads. */
export function configure(values: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(values)) process.env[name] = String(value);
  applyEnvironment({});
}

export const withoutLimits = (): void =>
  configure({ RATE_LIMIT_PER_MINUTE: 0, RATE_LIMIT_CONCURRENT: 0, RATE_LIMIT_FAILED_AUTH_PER_MINUTE: 0 });
