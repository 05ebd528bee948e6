import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { withStartingTokens } from "@/lib/content";
import { type Operation, operations } from "@/lib/contract";
import { signDelivery } from "@/lib/integrations/webhooks/sign-delivery";
import { newId } from "@/lib/platform/ids";
import { withoutLimits } from "@/tests/support/configure";
import { sampleColors, sampleDocument, sampleTypography } from "@/tests/support/documents";
import { createBrandFixture, entitle } from "@/tests/support/fixtures";
import { type Mount, routeFileMount } from "@/tests/support/mounts";
import { createWorld, type World } from "@/tests/support/world";
import * as frozen from "../fixtures/kit-1.0.0/index";
import * as identity150 from "../fixtures/kit-1.5.0/identity";
import { identityIn as identityIn150 } from "../fixtures/kit-1.5.0/locales";
import { open as open150, unknownsIn as unknownsIn150 } from "../fixtures/kit-1.5.0/open";

let world: World;
let mount: Mount;
beforeAll(async () => {
  world = await createWorld();
  mount = await routeFileMount();
});
afterAll(async () => {
  await mount.close();
  await world.close();
});
beforeEach(withoutLimits);

/** A child that copied the kit at 1.0.0 and never updated it. */
const child = () =>
  new frozen.HubClient({
    baseUrl: "",
    toolSlug: "brand-studio",
    token: world.tokens.childApp,
    fetch: (path, init) => mount.request(String(path), init),
  });

const known = Object.values<frozen.Operation>(frozen.operations);

describe("a child that copied the kit at 1.0.0", () => {
  it("reads a whole bundle, then only what changed", async () => {
    const bundle = await child().readBundle(world.brands.own.id);
    expect(bundle).toMatchObject({ brand: { slug: "alder" }, identity_version: 1 });
    expect(await child().readBundle(world.brands.own.id, 1)).toEqual({ not_modified: true });
  });

  it("reads a brand with all typography settings, and its typefaces' names", async () => {
    const document = sampleDocument({ typography: sampleTypography() });
    const { id } = await createBrandFixture(world.db, { document });
    await entitle(world.db, id, "brand-studio");
    const bundle = await child().readBundle(id);
    expect(bundle).toMatchObject({
      identity: { brand: { typography: { heading: "Alder Grotesk", body: "Alder Grotesk" } } },
      assets: [],
    });
  });

  it("reads the palette of a brand with all colour settings", async () => {
    const { colors, green } = sampleColors();
    const { id } = await createBrandFixture(world.db, { document: sampleDocument({ colors }) });
    await entitle(world.db, id, "brand-studio");
    const bundle = await child().readBundle(id);
    expect(bundle).toMatchObject({ colors: { source: "manual", palette: [{ hex: green.hex }, {}, {}] } });
  });

  it("reads a brand with foundations, imagery and legal texts, and ignores them", async () => {
    const foundations = withStartingTokens(withStartingTokens({}, "spacing"), "shadow");
    const stated = { imagery: { photo: { direction: "Daylight" } }, legal: { boilerplate: { de: "Text" } } };
    const { id } = await createBrandFixture(world.db, { document: sampleDocument({ foundations, ...stated }) });
    await entitle(world.db, id, "brand-studio");
    const bundle = await child().readBundle(id);
    expect(bundle).toMatchObject({ identity: { brand: { tagline: "Made to be mended" } } });
    for (const key of ["foundations", "imagery", "legal"]) expect(bundle).not.toHaveProperty(key);
  });

  it("reads an identity with texts in other languages, and sees only the main ones", async () => {
    const document = sampleDocument();
    const identity = { ...document.identity, locales: { de: { brand: { tagline: "Zum Reparieren gemacht" } } } };
    const { id } = await createBrandFixture(world.db, { document: { ...document, identity } });
    await entitle(world.db, id, "brand-studio");
    const bundle = await child().readBundle(id);
    expect(bundle).toMatchObject({ identity: document.identity });
    expect(JSON.stringify(bundle)).not.toContain("Reparieren");
  });

  it("sends one event, then many, each once", async () => {
    const event = {
      brand_id: world.brands.own.id,
      type: "asset.approved",
      occurred_at: "2026-03-14T09:26:53.589Z",
      idempotency_key: newId(),
      payload: { n: 1 },
    };
    expect(await child().sendEvent(event)).toEqual({ ok: true, deduped: false });
    const answers = await child().sendEvents([event, { ...event, idempotency_key: newId() }]);
    expect(answers).toEqual([{ deduped: true }, { deduped: false }]);
  });

  it("exchanges a person's token, and gets the code of a refusal", async () => {
    expect(await child().exchange(world.tokens.federation)).toMatchObject({ brand_id: world.brands.own.id });
    await expect(child().exchange("nothing")).rejects.toMatchObject({ code: "unauthorized", status: 401 });
  });

  it("verifies today's webhooks with both headers", async () => {
    const secrets = ["a-signing-secret-of-the-tests-0123456789"];
    const body = new TextEncoder().encode(JSON.stringify({ type: "identity.updated" }));
    const timestampSeconds = 1_767_225_600;
    const headers = new Headers(
      signDelivery({
        id: newId(),
        event: "identity.updated",
        attempt: 1,
        body: Buffer.from(body),
        secrets,
        timestampSeconds,
      }),
    );
    expect(await frozen.verifyHubSignature(body, headers.get("x-hub-signature"), secrets)).toBe(true);
    expect(await frozen.verifyStandardWebhook(body, headers, secrets, new Date(timestampSeconds * 1000))).toBe(true);
  });

  it.each(known.map((operation) => [operation.id, operation] as const))(
    "finds %s at its old path, which still accepts its requests",
    (id, { method, path, examples }) => {
      const today: Operation | undefined = Object.values<Operation>(operations).find(
        (operation) => operation.method === method && operation.path === path,
      );
      expect(today?.id).toBe(id);
      for (const { request } of examples)
        if (request?.body !== undefined) expect(today?.body?.schema.safeParse(request.body).success).toBe(true);
    },
  );
});

describe("a child that copied the kit at 1.5.0", () => {
  it("reads lists in other languages instead of the main ones, though it knows none, and reports them as new", async () => {
    const document = sampleDocument();
    const german = {
      brand: { tagline: "Zum Reparieren gemacht", values: [{ name: "Erst flicken", description: "Dann verkaufen." }] },
      personality: { traits: [{ name: "Ruhig", not: "Träge" }] },
      persona: { vocabulary: { banned: ["billig"] } },
    };
    const stated = { ...document, identity: { ...document.identity, locales: { de: german } } };
    const { id } = await createBrandFixture(world.db, { document: stated });
    await entitle(world.db, id, "brand-studio");
    const answer = await mount.request(`/api/public/v1/brand/by-id/${id}/bundle`, {
      headers: { Authorization: `Bearer ${world.tokens.childApp}`, "X-Tool-Slug": "brand-studio" },
    });
    const { identity } = await answer.json();
    const read = open150(identity150.CompiledIdentity).parse(identity);
    expect(identityIn150(read, "de-AT")).toMatchObject({
      brand: { ...document.identity.brand, ...german.brand },
      personality: { ...document.identity.personality, ...german.personality },
      persona: { ...document.identity.persona, ...german.persona },
    });
    expect(identityIn150(read, "fr")).toEqual(read);
    expect(unknownsIn150(identity, identity150.CompiledIdentity).map(({ path }) => path)).toEqual([
      "/locales/de/brand/values",
      "/locales/de/persona/vocabulary",
      "/locales/de/personality",
    ]);
  });
});
