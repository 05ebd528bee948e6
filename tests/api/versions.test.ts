import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { eq } from "drizzle-orm";
import { compactVerify, createLocalJWKSet } from "jose";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { GET as readFileRoute } from "@/app/files/[asset]/route";
import { GET as readPublicRoute } from "@/app/p/[slug]/versions/[...path]/route";
import { brands, childContextDeliveries, files } from "@/db/schema";
import type { StoredAsset } from "@/lib/content";
import { operations, UnverifiedVersion, VERSION_PROOF_TYPE, type VersionProof, verifyVersion } from "@/lib/contract";
import { newId } from "@/lib/platform/ids";
import { publishDraft, runVersionTick, saveDraft, versionKeys } from "@/lib/publishing/server";
import { FORMATS_REVISION } from "@/lib/rendering/formats/read-format";
import { FORMATS } from "@/lib/rendering/server";
import { type Answer, call } from "../support/call";
import { withoutLimits } from "../support/configure";
import { sampleDocument } from "../support/documents";
import { actingUser, context, systemContext } from "../support/fixtures";
import { directMount, type Mount, routeFileMount } from "../support/mounts";
import { sarifErrors } from "../support/sarif";
import { createWorld, type World } from "../support/world";

const STORED = [
  { sha256: "1a".repeat(32), mime: "image/svg+xml", bytes: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>") },
  { sha256: "2b".repeat(32), mime: "font/woff2", bytes: Buffer.from("not read as a font") },
];
const [PICTURE, FONT] = STORED.map(({ sha256 }) => sha256) as [string, string];

let world: World;
let mounts: Mount[];
let brandId: string;
/** Versions 1 to 3 as the API sends them. */
const texts: string[] = [];
const proofs: string[] = [];

const owner = () => context(world.db, actingUser(world.users.owner), world.now);

async function publish(baseVersion: number, tagline: string, assets: StoredAsset[] = []) {
  const document = sampleDocument({ assets });
  document.identity = { ...document.identity, brand: { tagline }, persona: { vocabulary: { banned: ["smart"] } } };
  const { revision } = await saveDraft(owner(), { brandId, baseVersion, revision: null, document });
  await publishDraft(owner(), { brandId, revision, note: null });
}

const read = (mount: Mount, version: number, headers: Record<string, string> = {}) =>
  mount.request(`/api/public/v1/brand/by-id/${brandId}/versions/${version}`, {
    headers: { authorization: `Bearer ${world.tokens.childApp}`, "x-tool-slug": "brand-studio", ...headers },
  });

const asTool = (params: Record<string, string> = {}) => ({
  token: world.tokens.childApp,
  tool: "brand-studio",
  params: { id: brandId, ...params },
});

beforeAll(async () => {
  withoutLimits();
  world = await createWorld({
    storage: {
      put: async () => {},
      read: async (key) => STORED.find(({ sha256 }) => key.endsWith(`/${sha256}`))?.bytes ?? null,
      delete: async () => {},
      probe: async () => {},
    },
  });
  mounts = [await routeFileMount(), await directMount()];
  brandId = world.brands.own.id;
  const rows = STORED.map((file) => ({ ...file, id: newId(), brandId, bytes: file.bytes.length }));
  await world.db.insert(files).values(rows.map((row) => ({ ...row, createdAt: world.now })));
  const assets = rows.map(({ id, sha256, mime, bytes }, index): StoredAsset => {
    const file = { id, sha256, mime, bytes, width: null, height: null };
    return { id: newId(), kind: "pattern", name: `File ${index}`, file };
  });
  await publish(1, "Second", assets);
  await publish(2, "Third");
  for (const version of [1, 2, 3]) {
    texts.push(await (await read(mounts[0] as Mount, version)).text());
    const answer = await call(mounts[1] as Mount, operations.readVersionProof, asTool({ version: String(version) }));
    proofs.push(answer.body.proof);
  }
});
afterAll(async () => {
  for (const mount of mounts) await mount.close();
  await world.close();
});

const bytesOf = (text: string) => new TextEncoder().encode(text);
const keys = () => versionKeys(systemContext(world.db));

describe.each([0, 1])("a version on mount %i", (index) => {
  const mount = () => mounts[index] as Mount;

  it("keeps its bytes after later publishes, and can be cached for a year", async () => {
    const response = await read(mount(), 2);
    const text = await response.text();
    const digest = createHash("sha256").update(text).digest();
    expect(text).toBe(texts[1]);
    expect(response.headers.get("etag")).toBe(`"${digest.toString("hex")}"`);
    expect(response.headers.get("repr-digest")).toBe(`sha-256=:${digest.toString("base64")}:`);
    expect(response.headers.get("cache-control")).toBe("private, immutable, max-age=31536000");
    expect(text).not.toContain("url_expires_at");
    expect(JSON.parse(text)).toMatchObject({
      brand: { id: brandId },
      identity_version: 2,
      assets: [{ sha256: PICTURE }, { sha256: FONT }],
    });
  });

  it("matches its schema, and answers 304 to a matching ETag", async () => {
    const { status, headers } = await call(mount(), operations.readVersion, asTool({ version: "3" }));
    const known = { "if-none-match": headers.get("etag") ?? "" };
    expect(status).toBe(200);
    const options = { ...asTool({ version: "3" }), headers: known };
    expect((await call(mount(), operations.readVersion, options)).status).toBe(304);
  });

  it.each([
    ["4", 404],
    ["0", 400],
    ["latest", 400],
    ["9999999999", 400],
  ])("%s gets %i", async (version, status) => {
    for (const operation of [operations.readVersion, operations.readVersionProof])
      expect((await call(mount(), operation, asTool({ version }))).status).toBe(status);
  });

  it("is listed with its digest, in pages", async () => {
    const list = async (query: string) =>
      (await call(mount(), operations.listVersions, { ...asTool(), query })).body.versions;
    const all = await list("");
    expect(all.map(({ digest }: { digest: string }) => digest)).toEqual(
      texts.map((text) => createHash("sha256").update(text).digest("hex")),
    );
    expect(await list("?after=1&limit=1")).toEqual([all[1]]);
    expect(await list("?after=3")).toEqual([]);
  });
});

describe.each([0, 1])("a version in a format on mount %i", (index) => {
  const mount = () => mounts[index] as Mount;
  const readAs = (version: string, format: string, headers = {}) =>
    call(mount(), operations.readVersionFormat, { ...asTool({ version, format }), headers });

  it.each(Object.entries(FORMATS))("is %s, cacheable for a year", async (format, { mediaType }) => {
    const { status, headers } = await readAs("2", format);
    expect([status, headers.get("content-type")]).toEqual([200, mediaType]);
    expect(headers.get("cache-control")).toBe("private, immutable, max-age=31536000");
    const again = await readAs("2", format, { "if-none-match": headers.get("etag") });
    expect([again.status, again.headers.get("etag")]).toEqual([304, headers.get("etag")]);
    expect((await readAs("3", format)).headers.get("etag")).not.toBe(headers.get("etag"));
  });

  it("is written once for all readers, and never for a 304", async () => {
    const write = vi.spyOn(FORMATS["ios.swift"], "write");
    const digest = createHash("sha256")
      .update(texts[0] ?? "")
      .digest("hex");
    const known = `"${digest}-${FORMATS_REVISION}-ios.swift"`;
    expect((await readAs("1", "ios.swift", { "if-none-match": known })).status).toBe(304);
    expect(write).not.toHaveBeenCalled();
    for (const _ of [1, 2]) expect((await readAs("1", "ios.swift")).status).toBe(200);
    expect(write).toHaveBeenCalledTimes(index === 0 ? 1 : 0);
    write.mockRestore();
  });

  it("redirects from current to its number, and caches neither this nor a refusal", async () => {
    const { status, headers } = await readAs("current", "tokens.css");
    expect([status, headers.get("cache-control")]).toEqual([302, "no-store"]);
    expect(headers.get("location")).toBe(`/api/public/v1/brand/by-id/${brandId}/versions/3/tokens.css`);
    for (const [version, format, refusal] of [
      ["4", "tokens.css", 404],
      ["0", "tokens.css", 400],
      ["1", "tokens.less", 400],
    ] as const)
      expect((await readAs(version, format)).status).toBe(refusal);
  });
});

describe.each([0, 1])("a version's context on mount %i", (index) => {
  const readFor = (query: string, headers = {}) =>
    call(mounts[index] as Mount, operations.readContext, { ...asTool(), query, headers });
  const textOf = ({ body }: Answer) => new TextDecoder().decode(body);

  it("is Markdown, or JSON with the same text", async () => {
    const markdown = await readFor("?task=design&max_tokens=600");
    expect(markdown.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(textOf(markdown)).toMatch(/^# .+, version 3: context for design\n\n## Must\n/);
    expect(textOf(await readFor("?task=design&max_tokens=600"))).toBe(textOf(markdown));
    const { body, headers } = await readFor("?task=design&max_tokens=600", { accept: "application/json" });
    expect(body).toMatchObject({ identity_version: 3, task: "design", locale: null, max_tokens: 600 });
    expect(body.markdown).toBe(textOf(markdown));
    expect(headers.get("etag")).not.toBe(markdown.headers.get("etag"));
  });

  it("is checked again by caches, unless its version is pinned", async () => {
    const current = await readFor("?task=write");
    expect([current.headers.get("cache-control"), current.headers.get("vary")]).toEqual([
      "private, no-cache",
      "accept",
    ]);
    const pinned = await readFor("?task=write&version=2&locale=de");
    expect(pinned.headers.get("cache-control")).toBe("private, immutable, max-age=31536000");
    const again = await readFor("?task=write", { "if-none-match": current.headers.get("etag") });
    expect(again.status).toBe(304);
  });

  it.each([
    ["", 400],
    ["?task=sing", 400],
    ["?task=write&max_tokens=299", 400],
    ["?task=write&max_tokens=8001", 400],
    ["?task=write&locale=German", 400],
    ["?task=write&version=4", 404],
  ])("gets no answer to %o: %i", async (query, status) => expect((await readFor(query)).status).toBe(status));
});

it("has its digest in the webhook", async () => {
  const [delivery] = await world.db
    .select({ body: childContextDeliveries.body })
    .from(childContextDeliveries)
    .orderBy(childContextDeliveries.createdAt, childContextDeliveries.id);
  const { identity_version: version, digest } = JSON.parse(delivery?.body ?? "{}");
  expect(digest).toBe(
    createHash("sha256")
      .update(texts[version - 1] ?? "")
      .digest("hex"),
  );
});

it("is recorded by the tick if it is older, with the bytes that a read returns", async () => {
  expect((await runVersionTick(systemContext(world.db))).recorded).toBeGreaterThan(0);
  expect(await runVersionTick(systemContext(world.db))).toEqual({ recorded: 0 });
  expect(await (await read(mounts[1] as Mount, 1)).text()).toBe(texts[0]);
});

describe("a proof", () => {
  it("states its version and the previous one, for the kit and any JWS library", async () => {
    const [first, second, third] = await Promise.all(
      texts.map(async (text, index) => verifyVersion(bytesOf(text), proofs[index] ?? "", await keys())),
    );
    expect([first?.previous, second?.previous, third?.previous]).toEqual([null, first?.sha256, second?.sha256]);
    expect(third).toMatchObject({ brand_id: brandId, version: 3, approvals: 0 });
    const { payload } = await compactVerify(proofs[2] ?? "", createLocalJWKSet(await keys()));
    expect(JSON.parse(new TextDecoder().decode(payload))).toEqual(third);
  });

  it("fails for another version, a forged key and a malformed proof", async () => {
    const [text, proof] = [texts[1] ?? "", proofs[1] ?? ""];
    const fails = async (of: string, by: string) =>
      expect(verifyVersion(bytesOf(of), by, await keys())).rejects.toThrow(UnverifiedVersion);
    await fails(texts[2] ?? "", proof);
    await fails(text, proofs[2] ?? "");
    await fails(text, "");
    await fails(text, `${proof}.x`);
    const { privateKey } = generateKeyPairSync("ed25519");
    const [header = "", payload = ""] = proof.split(".");
    const signature = sign(null, Buffer.from(`${header}.${payload}`), privateKey).toString("base64url");
    await fails(text, `${header}.${payload}.${signature}`);
    const other = Buffer.from(JSON.stringify({ alg: "EdDSA", typ: VERSION_PROOF_TYPE, kid: "unknown" }));
    await fails(text, `${other.toString("base64url")}.${payload}.${signature}`);
  });

  async function expectFlipsToFail(count: number) {
    const [text, proof] = [bytesOf(texts[1] ?? ""), proofs[1] ?? ""];
    const jwks = await keys();
    const passed: number[] = [];
    const total = text.length + proof.length;
    for (let flip = 0; flip < count; flip += 1) {
      const at = Math.floor((flip * total) / count);
      const inText = at < text.length;
      const changed = Uint8Array.from(text);
      if (inText) changed[at] = (changed[at] ?? 0) ^ (1 << (flip % 8));
      // The last letter's lowest bits are padding, which base64url ignores.
      const of = at - text.length;
      const letter = proof[of] === "A" ? "Q" : "A";
      const changedProof = inText ? proof : `${proof.slice(0, of)}${letter}${proof.slice(of + 1)}`;
      const failed = await verifyVersion(changed, changedProof, jwks).then(
        () => false,
        (error) => error instanceof UnverifiedVersion,
      );
      if (!failed) passed.push(at);
    }
    expect(passed).toEqual([]);
  }

  it("fails for any changed byte", () => expectFlipsToFail(300));
  it("fails for each of 10,000 flips", { tags: ["full"] }, () => expectFlipsToFail(10_000));

  it("verifies after two rotations of the secret", async () => {
    const rotated = (session: string[]) => {
      const ctx = systemContext(world.db);
      return { ...ctx, secrets: { ...ctx.secrets, session } };
    };
    const twice = rotated([
      "third-session-secret-0123456789abcdefghijkl",
      "second-session-secret-0123456789abcdefghij",
    ]);
    const jwks = await versionKeys(twice);
    expect(jwks.keys).toHaveLength(3);
    const proof: VersionProof = await verifyVersion(bytesOf(texts[0] ?? ""), proofs[0] ?? "", jwks);
    expect(proof.version).toBe(1);
  });
});

describe("without a credential", () => {
  const readPublic = (version: string, slug = "alder", headers = {}) =>
    readPublicRoute(new Request(`http://hub.test/p/${slug}/versions/${version}`, { headers }), {
      params: Promise.resolve({ slug, path: version.split("/") }),
    });
  const readFile = (sha256: string, headers: Record<string, string> = {}) =>
    readFileRoute(new Request(`http://hub.test/files/${sha256}`, { headers }));
  const setPublic = (publicPage: boolean) => world.db.update(brands).set({ publicPage }).where(eq(brands.id, brandId));

  it("reads versions and files only of a brand with a public page, and no fonts", async () => {
    expect([(await readPublic("2.json")).status, (await readFile(PICTURE)).status]).toEqual([404, 403]);
    await setPublic(true);
    const response = await readPublic("2.json");
    expect(await response.text()).toBe(texts[1]);
    expect(response.headers.get("cache-control")).toBe("public, immutable, max-age=31536000");
    const again = await readPublic("2.json", "alder", { "if-none-match": response.headers.get("etag") });
    expect(again.status).toBe(304);
    const unknown = ["2", "9.json", "-1.json", "2.json.json", "2/", "9/tokens.css", "2/tokens.less", "current.json"];
    for (const name of unknown) expect((await readPublic(name)).status).toBe(404);
    expect((await readPublic("1.json", "cedar")).status).toBe(404);

    const css = await readPublic("2/tokens.css");
    expect([css.headers.get("content-type"), css.headers.get("access-control-allow-origin")]).toEqual([
      "text/css; charset=utf-8",
      "*",
    ]);
    expect(css.headers.get("cache-control")).toBe("public, immutable, max-age=31536000");
    const current = await readPublic("current/brand.json");
    expect([current.status, current.headers.get("location")]).toEqual([302, "/p/alder/versions/3/brand.json"]);
    expect(current.headers.get("cache-control")).toBe("no-store");

    const picture = await readFile(PICTURE);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    expect(picture.headers.get("content-security-policy")).toContain("sandbox");
    expect((await readFile(FONT)).status).toBe(403);
    await setPublic(false);
    expect([(await readPublic("2.json")).status, (await readFile(PICTURE)).status]).toEqual([404, 403]);
    expect((await readPublic("2/tokens.css")).status).toBe(404);
  });

  it.each([
    ["childApp", "brand-studio", 200],
    ["identityKey", "", 200],
    ["session", "", 200],
    ["apiKey", "", 401],
    ["lonerSession", "", 404],
    ["disabledChildApp", "print-desk", 404],
    ["secondApiKey", "", 401],
    ["garbage", "", 401],
  ] as const)("reads a file by its URL with %s of %s: %i", async (credential, tool, status) => {
    const headers = { authorization: `Bearer ${world.tokens[credential]}`, ...(tool && { "x-tool-slug": tool }) };
    const response = await readFile(FONT, headers);
    expect(response.status).toBe(status);
    if (status === 200) expect(response.headers.get("cache-control")).toMatch(/^private, immutable/);
  });

  it("finds no version of an archived brand", async () => {
    await world.db.update(brands).set({ archivedAt: world.now, publicPage: true }).where(eq(brands.id, brandId));
    const statuses = [await read(mounts[0] as Mount, 2), await readPublic("2.json"), await readFile(PICTURE)];
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 403]);
    await world.db.update(brands).set({ archivedAt: null, publicPage: false }).where(eq(brands.id, brandId));
  });
});

describe.each([0, 1])("a check on mount %i", (index) => {
  const body = { content: "Second-hand smart tyres.\nA smart user.", media_type: "text/plain" };
  const check = (more: object = {}, headers: Record<string, string> = {}) =>
    call(mounts[index] as Mount, operations.checkContent, { ...asTool(), body: { ...body, ...more }, headers });

  it("pins a version, and answers the same bytes after a later publish", async () => {
    const [current, pinned] = [await check(), await check({ version: 2 })];
    expect(current.body).toMatchObject({
      version: 3,
      findings: [{ rule: "forbidden-word", quote: "smart", start: 12 }, {}],
    });
    expect(pinned.body).toEqual({ ...current.body, version: 2 });
    expect((await check({ version: 9 })).status).toBe(404);
  });

  it("checks long content in a job, and refuses more than 64 KB", async () => {
    const long = await check({ content: "smart ".repeat(10_000) });
    expect([long.body.findings.length, long.body.omitted]).toEqual([1000, 9000]);
    for (const content of ["x".repeat(65_537), "é".repeat(40_000)]) expect((await check({ content })).status).toBe(400);
  });

  it("writes SARIF with lines and columns", async () => {
    const { headers, body: bytes } = await check({}, { accept: "application/sarif+json" });
    expect(headers.get("content-type")).toBe("application/sarif+json");
    const log = JSON.parse(Buffer.from(bytes).toString());
    expect(sarifErrors(log)).toEqual([]);
    expect(sarifErrors({ ...log, version: "2.2" })).not.toEqual([]);
    const { runs } = log;
    const [{ tool, columnKind, results }] = runs;
    expect([tool.driver.rules, columnKind]).toMatchObject([[{ id: "forbidden-word" }], "utf16CodeUnits"]);
    expect(results).toMatchObject([
      {
        ruleId: "forbidden-word",
        level: "error",
        locations: [{ physicalLocation: { region: { startLine: 1, startColumn: 13 } } }],
      },
      {
        locations: [
          {
            physicalLocation: { region: { startLine: 2, startColumn: 3, endColumn: 8, charOffset: 27, charLength: 5 } },
          },
        ],
      },
    ]);
  });
});
