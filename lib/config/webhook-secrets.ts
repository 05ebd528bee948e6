import { environmentForm } from "@/lib/contract";
import type { SecretsOf } from "@/lib/deliveries";
import { env } from "./env";

/** The signing secrets of a tool as this process is configured: `CHILD_WEBHOOK_SECRET__<TOOL>`, current one first. */
export const webhookSecretsOf: SecretsOf = (toolSlug) => env.webhookSecrets.get(environmentForm(toolSlug)) ?? [];
