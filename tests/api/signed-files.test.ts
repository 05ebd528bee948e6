import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { GET, HEAD, POST } from "@/app/files/[asset]/route";
import { files } from "@/db/schema";
import type { Rendition } from "@/lib/content";
import { signFileUrl } from "@/lib/content/server";
import { newId } from "@/lib/platform/ids";
import { PDF } from "../support/files";
import { pdfPage } from "../support/pdf";
import { createWorld, type World } from "../support/world";

const SECRET = "file-url-secret-for-tests-0123456789abcdef";
const sha256 = "cd".repeat(32);
const pdf = { sha256: "12".repeat(32), bytes: pdfPage("/MediaBox [0 0 200 100]", "") };
const emptyPdf = { sha256: "34".repeat(32), bytes: PDF };
let world: World;
beforeAll(async () => {
  const stored = [
    { sha256, mime: "image/svg+xml", bytes: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>") },
    { ...pdf, mime: "application/pdf" },
    { ...emptyPdf, mime: "application/pdf" },
  ];
  world = await createWorld({
    storage: {
      put: async () => {},
      read: async (key) => stored.find((file) => key === `${world.brands.own.id}/${file.sha256}`)?.bytes ?? null,
      delete: async () => {},
      probe: async () => {},
    },
  });
  const row = { brandId: world.brands.own.id, createdAt: world.now };
  await world.db
    .insert(files)
    .values(stored.map((file) => ({ ...row, ...file, id: newId(), bytes: file.bytes.length })));
});
afterAll(() => world.close());

const signed = (
  values: { brandId?: string; sha256?: string; now?: Date; secret?: string; rendition?: Rendition } = {},
) =>
  signFileUrl({
    baseUrl: "http://hub.test",
    secret: SECRET,
    brandId: world.brands.own.id,
    sha256,
    now: new Date(),
    ...values,
  }).url;
const read = (url: string, init?: RequestInit) => GET(new Request(url, init));

it("serves a signed file with its exact type, sandboxed, cached no longer than its URL is valid", async () => {
  const response = await read(signed());
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("image/svg+xml");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(response.headers.get("content-security-policy")).toBe(
    "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  );
  const [, seconds] = /^private, max-age=(\d+)$/.exec(response.headers.get("cache-control") ?? "") ?? [];
  expect(Number(seconds)).toBeGreaterThan(0);
  expect(Number(seconds)).toBeLessThanOrEqual(31 * 60);
  expect(await response.text()).toContain("<svg");
});

it.each<[string, (url: string) => string]>([
  ["another content", (url) => url.replace(sha256, "ef".repeat(32))],
  ["another brand", (url) => url.replace(/brand=[^&]+/, `brand=${newId()}`)],
  ["a later expiry", (url) => url.replace(/expires=(\d+)/, (_, seconds) => `expires=${Number(seconds) + 60}`)],
  [
    "another signature",
    (url) => url.replace(/signature=./, (start) => (start.endsWith("A") ? "signature=B" : "signature=A")),
  ],
  ["a repeated parameter", (url) => `${url}&brand=${newId()}`],
  ["an added parameter", (url) => `${url}&download=1`],
  ["no parameters", (url) => url.slice(0, url.indexOf("?"))],
])("refuses %s with 403", async (_, tamper) => expect((await read(tamper(signed()))).status).toBe(403));

it("refuses a URL that has expired or has another secret's signature", async () => {
  expect((await read(signed({ now: new Date(Date.now() - 32 * 60_000) }))).status).toBe(403);
  expect((await read(signed({ secret: "another-secret-0123456789abcdefghij" }))).status).toBe(403);
});

it("serves a file that can't be rendered unchanged, with the rendition's own ETag", async () => {
  const url = signed({ rendition: "webp-320" });
  const response = await read(url);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
  const etag = response.headers.get("etag") ?? "";
  expect(etag).toBe(`"${sha256}-webp-320"`);
  expect((await read(url, { headers: { "if-none-match": etag } })).status).toBe(304);
  expect((await read(url.replace("webp-320", "webp-640"))).status).toBe(403);
});

it("serves a PDF's first page as a picture, the PDF itself if that was signed, and nothing if it has no page", async () => {
  const page = await read(signed({ sha256: pdf.sha256, rendition: "webp-320" }));
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "image/webp"]);
  expect(await sharp(Buffer.from(await page.arrayBuffer())).metadata()).toMatchObject({ width: 320, height: 160 });
  const whole = await read(signed({ sha256: pdf.sha256 }));
  expect([whole.status, whole.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  // A download, so no browser viewer can run its scripts. Pictures are shown inline.
  expect([whole, page].map(({ headers }) => headers.get("content-disposition"))).toEqual(["attachment", null]);
  const none = await read(signed({ sha256: emptyPdf.sha256, rendition: "webp-320" }));
  expect([none.status, none.headers.get("content-length"), await none.text()]).toEqual([204, null, ""]);
  expect(none.headers.get("cache-control")).toMatch(/^private, max-age=\d+$/);
});

it("answers 404 for a signed file that the brand no longer has", async () => {
  expect((await read(signed({ brandId: world.brands.other.id }))).status).toBe(404);
});

it("answers 304 to its own ETag, HEAD without a body, and other methods with 405", async () => {
  const etag = `"${sha256}"`;
  const unchanged = await read(signed(), { headers: { "if-none-match": etag } });
  expect([unchanged.status, unchanged.headers.get("access-control-allow-origin")]).toEqual([304, "*"]);
  const head = await HEAD(new Request(signed(), { method: "HEAD" }));
  expect([head.status, await head.text()]).toEqual([200, ""]);
  expect((await POST(new Request(signed(), { method: "POST" }))).status).toBe(405);
});
