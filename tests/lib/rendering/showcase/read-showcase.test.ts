import { describe, expect, it } from "vitest";
import { setPublicPage } from "@/lib/brands/server";
import type { BrandDocument } from "@/lib/content";
import { bookKey } from "@/lib/content/server";
import type { Role } from "@/lib/contract";
import { NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { publishDraft, saveDraft } from "@/lib/publishing/server";
import {
  findDraftSource,
  findPublicSource,
  getVersionSource,
  readBrandBook,
  readDrawing,
  readMockUpPdf,
  readPublicBrandBook,
  readShareImage,
  readShowcase,
  signatureBrandOf,
} from "@/lib/rendering/server";
import { wordsOf } from "@/lib/rendering/showcase/words";
import { openTestDatabase } from "../../../support/database";
import { fileRef, sampleDocument } from "../../../support/documents";
import { ANONYMOUS, actingUser, context, createBrandFixture, createUser } from "../../../support/fixtures";
import { memoryStorage } from "../../../support/memory-storage";

const database = openTestDatabase();

const anybody = () => context(database.db, ANONYMOUS);

async function brandWith(
  role: Role,
  { archivedAt, document = sampleDocument() }: { archivedAt?: Date; document?: BrandDocument } = {},
) {
  const user = await createUser(database.db);
  const brand = await createBrandFixture(database.db, {
    members: { [user.id]: role },
    document,
    archivedAt,
  });
  return { brand, brandId: brand.id, slug: brand.slug, ctx: context(database.db, actingUser(user)) };
}

const withTagline = (tagline: string) => {
  const document = sampleDocument();
  return { ...document, identity: { ...document.identity, brand: { ...document.identity.brand, tagline } } };
};

const startOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1", 0, 4);

describe("a brand in use", () => {
  it.each(["viewer", "editor", "owner"] as const)("is drawn for its %s", async (role) => {
    const { ctx, brandId } = await brandWith(role);
    const source = await findDraftSource(ctx, { brandId });
    expect(await readDrawing(ctx, source, { key: "slide", theme: "light" })).toMatch(/^<svg /);
    expect(startOf(await readMockUpPdf(ctx, source, { key: "slide", theme: "dark" }))).toBe("%PDF");
  });

  it("is refused for non-members and archived brands", async () => {
    const { brandId } = await brandWith("owner");
    const stranger = context(database.db, actingUser(await createUser(database.db)));
    await expect(findDraftSource(stranger, { brandId })).rejects.toThrow(NotFound);
    await expect(getVersionSource(stranger, { brandId, version: 1 })).rejects.toThrow(NotFound);
    await expect(readBrandBook(stranger, { brandId })).rejects.toThrow(NotFound);
    const archived = await brandWith("owner", { archivedAt: new Date() });
    await expect(findDraftSource(archived.ctx, archived)).rejects.toThrow(NotFound);
    await expect(readBrandBook(archived.ctx, archived)).rejects.toThrow(NotFound);
  });

  it("shows the user's draft, but not on the public page", async () => {
    const { ctx, brandId, slug } = await brandWith("owner");
    await setPublicPage(ctx, { brandId, on: true });
    const before = await findDraftSource(ctx, { brandId });
    const document = withTagline("Not said yet");
    const { revision } = await saveDraft(ctx, { brandId, document, revision: null, baseVersion: 1 });
    const after = await findDraftSource(ctx, { brandId });
    expect(after.tag).not.toBe(before.tag);
    expect((await findDraftSource(ctx, { brandId, tag: before.tag })).tag).toBe(before.tag);
    expect((await findDraftSource(ctx, { brandId, tag: "outdated" })).tag).toBe(after.tag);
    expect((await findPublicSource(anybody(), { slug }))?.tag).toBe(before.tag);
    await publishDraft(ctx, { brandId, revision, note: "" });
    expect((await findPublicSource(anybody(), { slug }))?.tag).toBe(after.tag);
    const tagOf = async (version: number) => (await getVersionSource(ctx, { brandId, version })).tag;
    expect([await tagOf(1), await tagOf(2)]).toEqual([before.tag, after.tag]);
    await expect(tagOf(3)).rejects.toThrow(NotFound);
  });

  describe("as an e-mail signature", () => {
    const publicUrl = "https://hub.test/p/alder";
    async function brandWithLogo(role: Role) {
      const file = fileRef({ width: 640, height: 160 });
      const logo = { id: newId(), variant: "logo_positive", label: "Logo", background: "any", file } as const;
      const items = [{ ...logo, usage: "", clear_space: "", min_width_px: 0 }];
      const made = await brandWith(role, { document: sampleDocument({ logos: { items, rules: [] } }) });
      return { ...made, src: `${publicUrl}/logos/${logo.id}` };
    }
    type Made = Pick<Awaited<ReturnType<typeof brandWithLogo>>, "ctx" | "brandId">;
    const signatureOf = async ({ ctx, brandId }: Made, url: string | null) =>
      signatureBrandOf({ name: "Alder", ...(await findDraftSource(ctx, { brandId })), publicUrl: url });

    it.each(["viewer", "owner"] as const)(
      "is available to its %s, with a logo while the public page is on",
      async (role) => {
        const { src, ...made } = await brandWithLogo(role);
        expect(await signatureOf(made, publicUrl)).toMatchObject({ tagline: "Made to be mended", logo: { src } });
        expect((await signatureOf(made, null)).logo).toBeNull();
      },
    );

    it("has the draft's texts with the published logo", async () => {
      const { src, ...made } = await brandWithLogo("editor");
      const document = withTagline("Not said yet");
      await saveDraft(made.ctx, { brandId: made.brandId, document, revision: null, baseVersion: 1 });
      expect(await signatureOf(made, publicUrl)).toMatchObject({ tagline: "Not said yet", logo: { src } });
    });
  });

  it("is drawn once for concurrent calls", async () => {
    const { ctx, brandId } = await brandWith("owner");
    const source = await findDraftSource(ctx, { brandId });
    const [one, other] = await Promise.all([readShowcase(ctx, source), readShowcase(ctx, source)]);
    expect(other).toBe(one);
  });
});

describe("what a public page draws", () => {
  it("is available only while the page is on", async () => {
    const { ctx, brandId, slug } = await brandWith("owner");
    for (const on of [false, true, false]) {
      await setPublicPage(ctx, { brandId, on });
      const source = await findPublicSource(anybody(), { slug });
      const book = await readPublicBrandBook(anybody(), { slug });
      expect([source !== null, book !== null]).toEqual([on, on]);
      if (source) expect(startOf(await readShareImage(anybody(), source))).toBe("\x89PNG");
    }
  });
});

it("uses the given language in drawings and book, or the main one without texts in it", async () => {
  const said = withTagline("Repaired to last");
  const values = [{ name: "Erst flicken" }];
  const examples = [{ text: "Kaputt ist nicht weg." }, { context: "Soziale Medien", text: "Heute geflickt." }];
  const locales = { de: { brand: { tagline: "Repariert, damit es hält", values }, persona: { examples } } };
  const user = await createUser(database.db);
  const { id: brandId, slug } = await createBrandFixture(database.db, {
    members: { [user.id]: "owner" },
    document: { ...said, identity: { ...said.identity, locales } },
  });
  const ctx = context(database.db, actingUser(user));
  await setPublicPage(ctx, { brandId, on: true });
  const sitterIn = (lang?: string) => findPublicSource(anybody(), { slug, lang });
  const [main, german, french] = await Promise.all([sitterIn(), sitterIn("de-AT"), sitterIn("fr")]);
  expect(main?.outline.identity.brand.tagline).toBe("Repaired to last");
  expect(german?.outline.identity.brand.tagline).toBe("Repariert, damit es hält");
  expect(german?.outline.identity.brand.values).toEqual(values);
  expect(german && wordsOf(german.outline, "Alder")).toMatchObject({
    quote: "Heute geflickt.",
    values: [{ name: "Erst flicken" }],
  });
  expect(german?.tag).not.toBe(main?.tag);
  expect(french?.tag).toBe(main?.tag);
  const bookIn = async (lang?: string) => (await readPublicBrandBook(anybody(), { slug, lang }))?.fileName;
  expect([await bookIn(), await bookIn("de"), await bookIn("fr")]).toEqual([
    `${slug}-brand-book-v1.pdf`,
    `${slug}-brand-book-v1-de.pdf`,
    `${slug}-brand-book-v1.pdf`,
  ]);
  const [own, other] = [await readBrandBook(ctx, { brandId }), await readBrandBook(ctx, { brandId, lang: "de" })];
  expect(Buffer.from(own.bytes).equals(Buffer.from(other.bytes))).toBe(false);
});

it("names the version in the book's file name, and stores the book until another version", async () => {
  const storage = memoryStorage();
  const first = await brandWith("viewer");
  const ctx = { ...first.ctx, storage };
  const { bytes, fileName } = await readBrandBook(ctx, { brandId: first.brandId });
  expect([startOf(bytes), fileName]).toEqual(["%PDF", `${first.slug}-brand-book-v1.pdf`]);

  const stored = storage.kept.get(bookKey(first.brandId)) ?? Buffer.alloc(0);
  const drawsAgain = async (kept: Buffer, { isVersion2 = false } = {}) => {
    const { ctx: owner, brandId } = await brandWith("owner");
    storage.kept.set(bookKey(brandId), kept);
    const draft = { brandId, document: withTagline("Not said yet"), revision: null, baseVersion: 1 };
    if (isVersion2) await publishDraft(owner, { brandId, note: "", ...(await saveDraft(owner, draft)) });
    await readBrandBook({ ...owner, storage }, { brandId });
    return storage.kept.get(bookKey(brandId)) !== kept;
  };
  expect(await drawsAgain(stored)).toBe(false);
  expect(await drawsAgain(Buffer.from(stored).fill("x", 100))).toBe(true);
  expect(await drawsAgain(stored, { isVersion2: true })).toBe(true);
});
