import { and, asc, eq, isNull } from "drizzle-orm";
import { pick } from "@/db/pick";
import { authenticatorApps, brands, hubSettings, memberships, passkeys, recoveryCodes, users } from "@/db/schema";
import { requireUser } from "@/lib/platform/context";
import type { Ctx } from "../../context";

export type Factors = Awaited<ReturnType<typeof listFactors>>;
export type PasskeySummary = Factors["passkeys"][number];

/** Recovery codes don't count as a factor. */
export async function factorKindsOf({ db }: Ctx, { userId }: { userId: string }) {
  const [ownPasskeys, ownApps] = await Promise.all([
    db.$count(passkeys, eq(passkeys.userId, userId)),
    db.$count(authenticatorApps, eq(authenticatorApps.userId, userId)),
  ]);
  return { passkey: ownPasskeys > 0, app: ownApps > 0 };
}

export async function hasFactor(ctx: Ctx, account: { userId: string }): Promise<boolean> {
  const { passkey, app } = await factorKindsOf(ctx, account);
  return passkey || app;
}

/** Names of brands, and the hub, that require a factor of this user. */
export async function factorRequiredBy({ db }: Ctx, { userId }: { userId: string }): Promise<string[]> {
  const required = await db
    .select({ name: brands.name })
    .from(memberships)
    .innerJoin(brands, eq(brands.id, memberships.brandId))
    .where(and(eq(memberships.userId, userId), eq(brands.membersNeedTwoFactor, true), isNull(brands.archivedAt)))
    .orderBy(asc(brands.name));
  const ofAdmins = await db
    .select({ id: users.id })
    .from(users)
    .innerJoin(hubSettings, eq(hubSettings.adminsNeedTwoFactor, true))
    .where(and(eq(users.id, userId), eq(users.hubAdmin, true)));
  return [...required.map(({ name }) => name), ...(ofAdmins.length > 0 ? ["this hub (for administrators)"] : [])];
}

export async function listFactors(ctx: Ctx) {
  const { userId } = requireUser(ctx);
  const { db } = ctx;
  const [own, [app], left, requiredBy] = await Promise.all([
    db
      .select(pick(passkeys, "id", "name", "createdAt", "lastUsedAt"))
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .orderBy(asc(passkeys.createdAt), asc(passkeys.id)),
    db
      .select(pick(authenticatorApps, "createdAt", "lastUsedAt"))
      .from(authenticatorApps)
      .where(eq(authenticatorApps.userId, userId)),
    db.$count(recoveryCodes, eq(recoveryCodes.userId, userId)),
    factorRequiredBy(ctx, { userId }),
  ]);
  return { passkeys: own, app: app ?? null, recoveryCodes: left, requiredBy };
}
