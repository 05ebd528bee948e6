import { environmentForm } from "@/lib/contract";
import type { Secrets } from "../context";
import { env } from "./env";

/** A variable of the environment that holds a tool's secrets, and how many it holds; never the secrets. */
export interface SecretVariable {
  name: string;
  /** 0: not set; two or more while rotating. */
  count: number;
}

/** Which of a tool's secrets this process is configured with. */
export interface ToolSecrets {
  /** What the tool calls the hub with. */
  appToken: SecretVariable;
  /** What the hub signs the tool's webhooks with. */
  webhook: SecretVariable;
}

/** Tells which secrets of a tool are configured, without giving any away. */
export function toolSecrets(toolSlug: string): ToolSecrets {
  const form = environmentForm(toolSlug);
  return {
    appToken: { name: `CORE_CHILD_APP_TOKEN__${form}`, count: env.childAppTokens.get(form)?.length ?? 0 },
    webhook: { name: `CHILD_WEBHOOK_SECRET__${form}`, count: env.webhookSecrets.get(form)?.length ?? 0 },
  };
}

/** The secrets of this process, read from its environment at each use. */
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
