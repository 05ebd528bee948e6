import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { brands, memberships, sessions, users } from "@/db/schema";
import {
  authenticateSessionToken,
  enterBrand,
  issueSession,
  listBrandsWithActive,
  proveByBrands,
  signSessionToken,
} from "@/lib/access/server";
import type { SignedInActor } from "@/lib/platform/context";
import type { Ctx } from "@/lib/runtime/context";
import { openTestDatabase } from "@/tests/support/database";
import { ANONYMOUS, context, createBrandFixture, createUser, NOW } from "@/tests/support/fixtures";

const database = openTestDatabase();

const soon = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const anyone = (now = NOW, sessionIdleMs = 0) => context(database.db, ANONYMOUS, now, { sessionIdleMs });

interface Scene {
  person: typeof users.$inferSelect;
  first: typeof brands.$inferSelect;
  second: typeof brands.$inferSelect;
  others: typeof brands.$inferSelect;
}

/** A user of two brands, the second active, and someone else's brand. */
async function createScene(): Promise<Scene> {
  const person = await createUser(database.db);
  const stranger = await createUser(database.db);
  const ofTwo = { [stranger.id]: "owner", [person.id]: "editor" } as const;
  const first = await createBrandFixture(database.db, { members: ofTwo, name: `Łódź "quoted" \\ 墨` });
  const second = await createBrandFixture(database.db, { members: { [stranger.id]: "owner" } });
  const joinedAt = soon(1);
  const joining = { brandId: second.id, userId: person.id, role: "viewer", createdAt: joinedAt } as const;
  await database.db.insert(memberships).values(joining);
  await database.db.update(users).set({ activeBrandId: second.id }).where(eq(users.id, person.id));
  const others = await createBrandFixture(database.db, { members: { [stranger.id]: "owner" } });
  return { person, first, second, others };
}

async function sessionOf(
  { person }: Scene,
  { strong = false, kind = "token" }: { strong?: boolean; kind?: "token" | "browser" } = {},
) {
  const source =
    kind === "token" ? ({ kind, name: "Nightly", scopes: ["read", "write"] } as const) : ({ kind } as const);
  const claims = await issueSession(anyone(), { userId: person.id, source, strong });
  return { claims, token: await signSessionToken(anyone(), claims) };
}

/** The result, or the error code. */
const outcomeOf = (work: () => Promise<unknown>) =>
  work().then(
    (value) => ({ value }),
    (error: Error) => ({ refused: error.constructor.name, message: error.message }),
  );

const changes: Record<string, (scene: Scene) => Promise<unknown>> = {
  "two brands, the newer active": async () => {},
  "no active brand": ({ person }) =>
    database.db.update(users).set({ activeBrandId: null }).where(eq(users.id, person.id)),
  "an archived active brand": ({ second }) =>
    database.db.update(brands).set({ archivedAt: NOW }).where(eq(brands.id, second.id)),
  "an ended membership of the active brand": ({ person, second }) =>
    database.db.delete(memberships).where(and(eq(memberships.userId, person.id), eq(memberships.brandId, second.id))),
  "two brands joined at the same time": ({ person }) =>
    database.db.update(memberships).set({ createdAt: NOW }).where(eq(memberships.userId, person.id)),
  "no brand left": ({ person }) => database.db.delete(memberships).where(eq(memberships.userId, person.id)),
  "a brand that requires two-factor sign-in": ({ second }) =>
    database.db.update(brands).set({ membersNeedTwoFactor: true }).where(eq(brands.id, second.id)),
};

describe.each(Object.keys(changes))("with %s", (change) => {
  it.each([{ strong: false }, { strong: true }])(
    "loads the same brands as separate queries: %o",
    async ({ strong }) => {
      const scene = await createScene();
      await changes[change]?.(scene);
      const { token } = await sessionOf(scene, { strong });
      const live = await authenticateSessionToken(anyone(), { token });
      const ctx = context(database.db, live?.actor as SignedInActor);

      const proved = async (which: Parameters<typeof proveByBrands>[1]["which"]) => {
        const found = await proveByBrands(anyone(), { token, which });
        expect(found?.actor).toEqual(live?.actor);
        return { ctx: { ...ctx, actor: found?.actor } as Ctx<SignedInActor>, found: found?.found };
      };
      const all = await proved("all");
      expect(all.found).toBeDefined();
      expect(await listBrandsWithActive(all.ctx, all)).toEqual(await listBrandsWithActive(ctx));
      const active = await proved("active");
      expect(active.found?.length).toBeLessThanOrEqual(1);
      expect(await outcomeOf(() => enterBrand(active.ctx, active))).toEqual(await outcomeOf(() => enterBrand(ctx, {})));
      for (const { id: brandId } of [scene.first, scene.second, scene.others]) {
        const named = await proved({ brandId });
        expect(await outcomeOf(() => enterBrand(named.ctx, { brandId, found: named.found }))).toEqual(
          await outcomeOf(() => enterBrand(ctx, { brandId })),
        );
      }
    },
  );
});

it("loads the active brand, or the oldest membership without one", async () => {
  const scene = await createScene();
  const { token } = await sessionOf(scene);
  const active = async () => (await proveByBrands(anyone(), { token, which: "active" }))?.found.map(({ id }) => id);
  expect(await active()).toEqual([scene.second.id]);
  await changes["no active brand"]?.(scene);
  expect(await active()).toEqual([scene.first.id]);
});

it("loads nothing of a brand for a non-member", async () => {
  const scene = await createScene();
  const { token } = await sessionOf(scene);
  const found = await proveByBrands(anyone(), { token, which: { brandId: scene.others.id } });
  expect(found?.found).toEqual([]);
});

it.each<[string, (at: { scene: Scene; sid: string }) => Promise<unknown>, { now?: Date; idleMs?: number }]>([
  ["revoked", ({ sid }) => database.db.update(sessions).set({ revokedAt: NOW }).where(eq(sessions.id, sid)), {}],
  [
    "expired",
    ({ sid }) =>
      database.db
        .update(sessions)
        .set({ expiresAt: soon(1) })
        .where(eq(sessions.id, sid)),
    { now: soon(1) },
  ],
  ["idle for too long", async () => {}, { now: soon(3_600), idleMs: 60_000 }],
  ["deleted", ({ sid }) => database.db.delete(sessions).where(eq(sessions.id, sid)), {}],
])("authenticates nobody with a session that was %s", async (_, end, { now, idleMs }) => {
  const scene = await createScene();
  const { token, claims } = await sessionOf(scene, { kind: "browser" });
  const prove = () => proveByBrands(anyone(now, idleMs), { token, which: "all" });
  expect(await proveByBrands(anyone(), { token, which: "all" })).not.toBeNull();
  await end({ scene, sid: claims.sid });
  expect(await prove()).toBeNull();
});

it("authenticates nobody with any other token", async () => {
  const scene = await createScene();
  const { token } = await sessionOf(scene);
  for (const wrong of ["", "a.b.c", `${token}x`, token.slice(0, -2)])
    expect(await proveByBrands(anyone(), { token: wrong, which: "all" })).toBeNull();
});

it("records the session's last use at most once a minute", async () => {
  const scene = await createScene();
  const { token, claims } = await sessionOf(scene);
  const seenAt = async () =>
    (await database.db.select().from(sessions).where(eq(sessions.id, claims.sid)))[0]?.lastSeenAt.getTime();
  await proveByBrands(anyone(soon(50)), { token, which: "active" });
  expect(await seenAt()).toBe(NOW.getTime());
  await proveByBrands(anyone(soon(70)), { token, which: "active" });
  expect(await seenAt()).toBe(soon(70).getTime());
});
