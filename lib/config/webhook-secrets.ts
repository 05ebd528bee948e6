import type { SecretsOf } from "@/lib/deliveries";
import { environmentSecrets } from "./tool-secrets";

/** The signing secrets of a tool as this process is configured: `CHILD_WEBHOOK_SECRET__<TOOL>`, current one first. */
export const webhookSecretsOf: SecretsOf = environmentSecrets.webhook;
