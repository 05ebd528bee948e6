import { environmentForm } from "@/lib/contract";
import type { Secrets } from "../context";
import { env } from "./env";

/** Never contains the secrets. */
export interface SecretVariable {
  name: string;
  /** 0 if not set; two or more while rotating. */
  count: number;
}

export interface ToolSecrets {
  appToken: SecretVariable;
  webhook: SecretVariable;
}

export function toolSecrets(toolSlug: string): ToolSecrets {
  const form = environmentForm(toolSlug);
  return {
    appToken: { name: `CORE_CHILD_APP_TOKEN__${form}`, count: env.childAppTokens.get(form)?.length ?? 0 },
    webhook: { name: `CHILD_WEBHOOK_SECRET__${form}`, count: env.webhookSecrets.get(form)?.length ?? 0 },
  };
}

export const environmentSecrets: Secrets = {
  get session() {
    return env.SESSION_SECRET;
  },
  get federation() {
    return env.FEDERATION_SECRET;
  },
  get fileUrl() {
    return env.FILE_URL_SECRET;
  },
  get encryption() {
    return env.HUB_ENCRYPTION_KEY ?? [];
  },
  get dispatch() {
    return env.WEBHOOK_DISPATCH_SECRET ?? [];
  },
  get cron() {
    return env.CRON_SECRET ? [env.CRON_SECRET] : [];
  },
  childApp: (toolSlug) => env.childAppTokens.get(environmentForm(toolSlug)) ?? [],
  webhook: (toolSlug) => env.webhookSecrets.get(environmentForm(toolSlug)) ?? [],
};
