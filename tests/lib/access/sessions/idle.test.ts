import { expect, it } from "vitest";
import {
  authenticateSessionToken,
  issueNamedSessionToken,
  issueSession,
  listSessions,
  signSessionToken,
} from "@/lib/access/server";
import { authenticateFederationToken, mintFederationToken } from "@/lib/integrations/server";
import { openTestDatabase } from "@/tests/support/database";
import { exchange } from "@/tests/support/exchange";
import {
  ANONYMOUS,
  actingUser,
  context,
  createBrandFixture,
  createUser,
  NOW,
  signedInUser,
} from "@/tests/support/fixtures";

const MINUTE_MS = 60_000;
const IDLE_MS = 4 * MINUTE_MS;

const database = openTestDatabase();

const at = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE_MS);
const anyone = (minutes: number, sessionIdleMs = IDLE_MS) =>
  context(database.db, ANONYMOUS, at(minutes), { sessionIdleMs });

async function signedIn() {
  const user = await createUser(database.db);
  const brand = await createBrandFixture(database.db, { members: { [user.id]: "owner" } });
  const ctx = context(database.db, actingUser(user));
  const claims = await issueSession(ctx, { userId: user.id, source: { kind: "browser" } });
  const minting = context(database.db, signedInUser(user, { sid: claims.sid }));
  const federation = (await mintFederationToken(minting, { brandId: brand.id })).token;
  const named = (await issueNamedSessionToken(ctx, { name: "Nightly export" })).token;
  return { user, token: await signSessionToken(ctx, claims), federation, named };
}
const isLive = async (token: string, minutes: number, idleMs?: number) =>
  (await authenticateSessionToken(anyone(minutes, idleMs), { token })) !== null;

it("ends an idle browser session with its federation tokens, but no named token", async () => {
  const { user, token, federation, named } = await signedIn();
  expect(await authenticateFederationToken(anyone(3), { token: federation })).not.toBeNull();
  expect(await authenticateFederationToken(anyone(4), { token: federation })).toBeNull();
  await expect(exchange(anyone(4), { token: federation })).rejects.toMatchObject({
    code: "unauthorized",
  });
  expect(await isLive(token, 4)).toBe(false);
  expect(await isLive(named, 4)).toBe(true);
  const later = context(database.db, actingUser(user), at(4), { sessionIdleMs: IDLE_MS });
  expect((await listSessions(later)).map(({ kind }) => kind)).toEqual(["token"]);
});

it("keeps a session that is in use until it expires", async () => {
  const { token } = await signedIn();
  for (let minutes = 3; minutes <= 60; minutes += 3) expect(await isLive(token, minutes)).toBe(true);
});

it("never ends a session before its use is recorded, and none when disabled", async () => {
  const { token } = await signedIn();
  expect(await isLive(token, 1.5, 1000)).toBe(true);
  const { token: resting } = await signedIn();
  expect(await isLive(resting, 29 * 24 * 60, 0)).toBe(true);
});
