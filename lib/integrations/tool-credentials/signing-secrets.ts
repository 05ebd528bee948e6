import { and, desc, isNotNull, notInArray } from "drizzle-orm";
import { toolCredentials } from "@/db/schema";
import { requireOperator } from "@/lib/platform/context";
import { log } from "@/lib/platform/log";
import { sealingKeyIds, unseal } from "@/lib/platform/seal";
import type { Ctx } from "../context";
import { isActive } from "./authenticate-tool-token";
import { boundTo } from "./issue-tool-credential";

export interface SigningSecrets {
  /** The environment's, then the hub's, newest first. The first one signs headers with a single signature. */
  of(toolSlug: string): readonly string[];
  /** No current key decrypts one of the tool's active secrets. */
  isUnreadable(toolSlug: string): boolean;
}

type Sealed = Pick<typeof toolCredentials.$inferSelect, "id" | "toolSlug" | "sealed">;

const logged = new Set<string>();

/** Returns null if no key of the hub decrypts it, and logs that once. */
export function openSecret(ctx: Pick<Ctx, "secrets">, { id, toolSlug, sealed }: Sealed): string | null {
  const secret = sealed && unseal(ctx, "signingSecret", sealed, boundTo({ id, toolSlug }));
  if (secret) return secret;
  if (!logged.has(id)) {
    logged.add(id);
    log.error(
      { toolCredential: id, tool: toolSlug },
      "cannot decrypt a signing secret: its key is missing from HUB_ENCRYPTION_KEY",
    );
  }
  return null;
}

/** Read again for each batch. Check permissions first. */
export async function readSigningSecrets(ctx: Pick<Ctx, "db" | "now" | "secrets">): Promise<SigningSecrets> {
  const rows = await ctx.db
    .select({ id: toolCredentials.id, toolSlug: toolCredentials.toolSlug, sealed: toolCredentials.sealed })
    .from(toolCredentials)
    .where(and(isNotNull(toolCredentials.sealed), isActive(ctx.now)))
    .orderBy(desc(toolCredentials.createdAt), desc(toolCredentials.id));
  const known = new Map<string, readonly string[]>();
  const read = (toolSlug: string): readonly string[] => {
    const own = rows.flatMap((row) => (row.toolSlug === toolSlug ? (openSecret(ctx, row) ?? []) : []));
    return [...ctx.secrets.webhook(toolSlug), ...own];
  };
  return {
    of(toolSlug) {
      const secrets = known.get(toolSlug) ?? read(toolSlug);
      known.set(toolSlug, secrets);
      return secrets;
    },
    isUnreadable: (toolSlug) => rows.some((row) => row.toolSlug === toolSlug && openSecret(ctx, row) === null),
  };
}

export async function canDecryptSigningSecrets(ctx: Ctx): Promise<boolean> {
  requireOperator(ctx);
  const { id, sealed, keyId } = toolCredentials;
  const keyless = and(isNotNull(sealed), notInArray(keyId, sealingKeyIds(ctx, "signingSecret")), isActive(ctx.now));
  return (await ctx.db.select({ id }).from(toolCredentials).where(keyless).limit(1)).length === 0;
}
