import { and, eq } from "drizzle-orm";
import { NextRequest } from "next/server";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { brands, memberships, sessions } from "@/db/schema";
import { issueSession, signSessionToken, switchActiveBrand } from "@/lib/access/server";
import { MemoryStore } from "@/lib/platform/limits/memory-store";
import { assembleHub, setHub } from "@/lib/runtime/hub";
import { mirrorActiveBrand } from "@/lib/web/auth/cookies";
import { proxy } from "@/proxy";
import { openTestDatabase } from "@/tests/support/database";
import { ANONYMOUS, actingUser, context, createBrandFixture, createUser } from "@/tests/support/fixtures";

const now = new Date();
const database = openTestDatabase();
beforeAll(async () => {
  const limits = new MemoryStore({ nowMs: () => performance.now() });
  setHub(
    assembleHub(database, {
      limits,
      storage: { put: async () => {}, read: async () => null, delete: async () => {}, probe: async () => {} },
    }),
  );
});

async function scene() {
  const { db } = database;
  const [owner, user] = [await createUser(db), await createUser(db)];
  const first = await createBrandFixture(db, { members: { [owner.id]: "owner", [user.id]: "editor" } });
  const second = await createBrandFixture(db, { members: { [owner.id]: "owner", [user.id]: "editor" } });
  const ctx = context(db, actingUser(user), now);
  const claims = await issueSession(ctx, { userId: user.id, source: { kind: "browser" } });
  const sessionToken = await signSessionToken(ctx, claims);
  await switchActiveBrand(ctx, { brandId: second.id });
  return { user, first, second, sid: claims.sid, sessionToken };
}
let at: Awaited<ReturnType<typeof scene>>;
beforeEach(async () => {
  at = await scene();
});

const mirror = (activeBrand?: string, sessionToken: string | undefined = at.sessionToken) =>
  mirrorActiveBrand(context(database.db, ANONYMOUS, now), { session: sessionToken, activeBrand });
const leave = (brandId: string) =>
  database.db.delete(memberships).where(and(eq(memberships.brandId, brandId), eq(memberships.userId, at.user.id)));

describe("mirroring the active brand", () => {
  it("keeps a correct cookie", async () => {
    expect(await mirror(at.second.slug)).toBeUndefined();
  });

  it("sets the active brand if the cookie is missing or outdated", async () => {
    expect(await mirror()).toBe(at.second.slug);
    expect(await mirror(at.first.slug)).toBe(at.second.slug);
  });

  it("clears the cookie when the membership ended, then sets the new active brand", async () => {
    await leave(at.second.id);
    expect(await mirror(at.second.slug)).toBeNull();
    expect(await mirror()).toBe(at.first.slug);
  });

  it("clears the cookie of an archived or foreign brand", async () => {
    await database.db.update(brands).set({ archivedAt: now }).where(eq(brands.id, at.second.id));
    expect(await mirror(at.second.slug)).toBeNull();
    expect(await mirror("somebody-elses")).toBeNull();
  });

  it("clears it for a user without brands, and sets none", async () => {
    await leave(at.first.id);
    await leave(at.second.id);
    expect(await mirror(at.first.slug)).toBeNull();
    expect(await mirror()).toBeUndefined();
  });

  it("clears it when nobody is signed in", async () => {
    expect(
      await mirrorActiveBrand(context(database.db, ANONYMOUS, now), { session: undefined, activeBrand: "x" }),
    ).toBeNull();
    expect(await mirror(at.second.slug, "not a token")).toBeNull();
    await database.db.update(sessions).set({ revokedAt: now }).where(eq(sessions.id, at.sid));
    expect(await mirror(at.second.slug)).toBeNull();
    expect(await mirror()).toBeUndefined();
  });
});

describe("a page's response", () => {
  const visit = (cookies: Record<string, string>, headers: Record<string, string> = {}) => {
    const cookie = Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");
    return proxy(new NextRequest("http://hub.test/b/alder?tab=1", { headers: { cookie, ...headers } }));
  };

  it("clears the cookie as soon as the membership ends", async () => {
    await leave(at.second.id);
    const response = await visit({ "next-auth.session-token": at.sessionToken, hub_active_brand: at.second.slug });
    expect(response.headers.getSetCookie()).toEqual(["hub_active_brand=; Path=/; Max-Age=0; SameSite=lax"]);
  });

  it("sets no cookie if it is correct, for anonymous visitors, or for prefetches", async () => {
    const right = { "next-auth.session-token": at.sessionToken, hub_active_brand: at.second.slug };
    expect((await visit(right)).headers.getSetCookie()).toEqual([]);
    expect((await visit({})).headers.getSetCookie()).toEqual([]);
    const wrong = { ...right, hub_active_brand: "other" };
    expect((await visit(wrong, { "next-router-prefetch": "1" })).headers.getSetCookie()).toEqual([]);
  });

  it("tells the page its own path, whatever the browser sent", async () => {
    const response = await visit({}, { "x-hub-path": "/elsewhere" });
    expect(response.headers.get("x-middleware-request-x-hub-path")).toBe("/b/alder?tab=1");
  });
});
