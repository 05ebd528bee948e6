import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { users } from "@/db/schema";
import { ownToken } from "@/lib/platform/hs256";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "../context";

export const DEVICE_LIFETIME_SECONDS = 365 * 24 * 60 * 60;

/** Marks a browser that reset the password but has not signed in since. */
const ONLY_RESET = "reset";
/** People who can share a browser and stay known. */
const MAX_ACCOUNTS = 4;

interface Credential {
  userId: string;
  passwordHash: string | null;
}

const digestOf = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 22);
const accountOf = (userId: string) => digestOf(`device:${userId}`);
const passwordOf = ({ userId, passwordHash }: Credential) => digestOf(`device:${userId}:${passwordHash ?? ""}`);

const deviceToken = ownToken({
  audience: "hub-device",
  claims: {
    /** Identifies the browser; its failed logins count against it. */
    jti: z.uuid(),
    /** Newest first: digests of the account and of its password at that time. */
    accounts: z.array(z.string().max(64)).max(MAX_ACCOUNTS),
  },
  lifetimeSeconds: DEVICE_LIFETIME_SECONDS,
});

/** What the device token says about this account; null for an unknown browser. */
export async function findKnownDevice(
  ctx: Pick<Ctx, "secrets" | "baseUrl" | "now">,
  { device, ...credential }: Credential & { device: string | null | undefined },
) {
  const claims = await deviceToken.read(ctx, device);
  const account = accountOf(credential.userId);
  const entry = claims?.accounts.find((known) => known.startsWith(`${account}.`));
  if (!claims || !entry) return null;
  const [, password, only] = entry.split(".");
  return {
    nonce: claims.jti,
    /** False after a password change, so knowing the old password earns no separate attempts. */
    knowsCurrentPassword: password === passwordOf(credential),
    /** False after a reset alone, so the first sign-in still notifies the owner. */
    signedIn: only !== ONLY_RESET,
  };
}

/**
 * Returns the device token for a browser where the user signed in or set a password. Keeps the nonce, so signing in to
 * one account gives no fresh attempts at another.
 */
export async function rememberDevice(
  ctx: Ctx,
  { userId, device, signedIn = true }: { userId: string; device: string | null | undefined; signedIn?: boolean },
): Promise<string> {
  const [user] = await ctx.db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId));
  const before = await deviceToken.read(ctx, device);
  const account = accountOf(userId);
  const others = (before?.accounts ?? []).filter((known) => !known.startsWith(`${account}.`));
  const password = passwordOf({ userId, passwordHash: user?.passwordHash ?? null });
  const entry = [account, password, ...(signedIn ? [] : [ONLY_RESET])].join(".");
  const accounts = [entry, ...others].slice(0, MAX_ACCOUNTS);
  return deviceToken.sign(ctx, { jti: before?.jti ?? newId(), accounts });
}
