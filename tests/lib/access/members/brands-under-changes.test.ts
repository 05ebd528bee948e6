import { sql } from "drizzle-orm";
import { afterAll, beforeAll, it } from "vitest";
import type { z } from "zod";
import { issueNamedSessionToken, removeMember, revokeSession } from "@/lib/access/server";
import { archiveBrand, restoreBrand } from "@/lib/brands/server";
import type { BrandList, FederationContext, MyBrand, ToolList } from "@/lib/contract";
import {
  grantEntitlement,
  issueApiKey,
  mintFederationToken,
  revokeApiKey,
  revokeEntitlement,
} from "@/lib/integrations/server";
import { actingUser, createUser, signedInUser } from "../../../support/fixtures";
import {
  ConsistencyCheck,
  createHubs,
  type Hubs,
  type Needs,
  Precondition,
  Publisher,
  type Reader,
} from "../../../support/under-changes";

let hubs: Hubs;
beforeAll(async () => {
  hubs = await createHubs();
});
afterAll(() => hubs.close());

const STUDIO = "brand-studio";
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

it("users and keys never read data older than the last commit, from any process", async () => {
  const { db, brands } = hubs.world;
  const { own, second } = brands;
  const [brandId, toolSlug] = [own.id, STUDIO];
  const publisher = new Publisher(hubs);
  await publisher.prepare();
  const member = await createUser(db);
  const join = (brand: { id: string }) =>
    db.execute(
      sql`insert into memberships (brand_id, user_id, role, created_at) values (${brand.id}, ${member.id}, 'viewer', now())`,
    );
  for (const brand of [own, second]) await join(brand);

  /** A session and its federation tokens. */
  async function openSession() {
    const opened = await issueNamedSessionToken(hubs.as(actingUser(member)), { name: "Test" });
    const { sid, token } = opened;
    const session = { sid, authTimeSeconds: Math.floor(Date.now() / 1000) };
    const mint = async (brand: { id: string }) =>
      (await mintFederationToken(hubs.as(signedInUser(member, session)), { brandId: brand.id })).token;
    return { sid, token, federation: await mint(own), secondFederation: await mint(second) };
  }
  const issueKey = () =>
    issueApiKey(hubs.asOwner(), { brandId, name: "Test", expiresAt: null, scopes: ["brands:read", "identity:read"] });
  let open = await openSession();
  let key = await issueKey();

  const session = new Precondition("session", {
    end: () => revokeSession(hubs.as(actingUser(member)), { sid: open.sid }),
    restore: async () => {
      open = await openSession();
    },
  });
  const membership = new Precondition("membership", {
    end: () => removeMember(hubs.asOwner(), { brandId, userId: member.id }),
    restore: () => join(own),
  });
  const apiKey = new Precondition("key", {
    end: () => revokeApiKey(hubs.asOwner(), { brandId, apiKeyId: key.id }),
    restore: async () => {
      key = await issueKey();
    },
  });
  const archived = new Precondition("other brand", {
    end: () => archiveBrand(hubs.asOwner(), { brandId: second.id, typedName: second.name }),
    restore: () => restoreBrand(hubs.asOwner(), { brandId: second.id }),
  });
  const grant = new Precondition("entitlement", {
    end: () => revokeEntitlement(hubs.asAdministrator(), { brandId, toolSlug }),
    restore: () => grantEntitlement(hubs.asAdministrator(), { brandId, toolSlug }),
  });

  const consistency = new ConsistencyCheck(new Set());

  const identityReader =
    (by: string, headers: () => Record<string, string>, needs: Needs): Reader =>
    async (url) => {
      const least = publisher.published;
      const answer = await consistency.ask<z.output<typeof MyBrand>>({
        by,
        url: `${url}/api/public/brand/me`,
        headers: headers(),
        needs,
      });
      if (!answer) return;
      const { brand_identity_version: version, brand_identity: identity } = answer.body;
      consistency.checkVersion(by, { least, version, tagline: identity.brand.tagline });
    };

  const listReader =
    (path: "brands" | "brands/me", by: string, token: () => string): Reader =>
    async (url) => {
      const least = publisher.published;
      const answer = await consistency.ask<z.output<typeof BrandList>>({
        by,
        url: `${url}/api/public/${path}`,
        headers: bearer(token()),
        needs: [[session, 401]],
        shows: [membership, archived],
      });
      if (!answer) return;
      const listed = (brand: { id: string }) => answer.body.brands.find(({ id }) => id === brand.id);
      consistency.checkShown(
        by,
        answer,
        new Map([
          [membership, listed(own) !== undefined],
          [archived, listed(second) !== undefined],
        ]),
      );
      const version = listed(own)?.identity_version;
      if (version !== undefined) consistency.checkVersion(by, { least, version });
    };

  const keyListReader: Reader = async (url) => {
    const by = "brands by key";
    const least = publisher.published;
    const needs: Needs = [[apiKey, 401]];
    const answer = await consistency.ask<z.output<typeof BrandList>>({
      by,
      url: `${url}/api/public/brands`,
      headers: bearer(key.key),
      needs,
    });
    if (answer) consistency.checkVersion(by, { least, version: answer.body.brands[0]?.identity_version ?? 0 });
  };

  const toolReader: Reader = async (url) => {
    const answer = await consistency.ask<z.output<typeof ToolList>>({
      by: "tools",
      url: `${url}/api/public/tools`,
      headers: bearer(key.key),
      needs: [[apiKey, 401]],
      shows: [grant],
    });
    const entitled = answer?.body.tools.find(({ slug }) => slug === STUDIO)?.entitled === true;
    if (answer) consistency.checkShown("tools", answer, new Map([[grant, entitled]]));
  };

  const exchanger =
    (by: string, token: () => string, preconditions: readonly Precondition[], shows: readonly Precondition[]): Reader =>
    async (url) => {
      const answer = await consistency.ask<z.output<typeof FederationContext>>({
        by,
        url: `${url}/api/public/federation/exchange`,
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ token: token() }),
        needs: preconditions.map((precondition) => [precondition, 401]),
        shows,
      });
      if (!answer) return;
      const entitled = answer.body.entitlements.includes(STUDIO);
      consistency.checkShown(by, answer, new Map(shows.map((precondition) => [precondition, entitled])));
    };

  const ofMember: Needs = [
    [session, 401],
    [membership, 403],
  ];
  const readers = () => [
    identityReader("identity by session", () => ({ ...bearer(open.token), "x-brand-id": own.id }), ofMember),
    identityReader("identity by federation", () => bearer(open.federation), ofMember),
    identityReader("identity by key", () => bearer(key.key), [[apiKey, 401]]),
    listReader("brands", "brands by session", () => open.token),
    listReader("brands/me", "my brands by session", () => open.token),
    listReader("brands/me", "my brands by federation", () => open.federation),
    keyListReader,
    toolReader,
    exchanger("exchange", () => open.federation, [session, membership], [grant]),
    exchanger("exchange for the other brand", () => open.secondFederation, [session, archived], []),
  ];
  await consistency.run(hubs, { readers, publisher, preconditions: [session, membership, apiKey, archived, grant] });
});
