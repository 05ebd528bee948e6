import { createHash } from "node:crypto";
import { unzipSync } from "fflate";
import sharp from "sharp";
import { afterEach, describe, expect, it, vi } from "vitest";
import { brands, files } from "@/db/schema";
import { type BrandDocument, type FileRef, newLogo, type StoredAsset, type StoredFont } from "@/lib/content";
import { storageKey } from "@/lib/content/server";
import { BadRequest, NotFound, RateLimited } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { JobRunner } from "@/lib/platform/jobs/job-pool";
import { log } from "@/lib/platform/log";
import type { HubJobs } from "@/lib/rendering";
import { MAX_KIT_ASSET_BYTES } from "@/lib/rendering/download-kit/asset-files";
import { isOpenFontLicense } from "@/lib/rendering/download-kit/font-files";
import { openKit, openPublicKit, whyNoFont } from "@/lib/rendering/server";
import { JOBS } from "@/lib/runtime/jobs";
import { openTestDatabase } from "../../../support/database";
import { fileRef, paletteEntry, sampleDocument, sampleTypography, typeface } from "../../../support/documents";
import { svg } from "../../../support/files";
import { ANONYMOUS, actingUser, context, createBrandFixture, createUser, NOW } from "../../../support/fixtures";
import { memoryStorage } from "../../../support/memory-storage";

const database = openTestDatabase();

afterEach(() => vi.restoreAllMocks());

const jobs = {
  run: async (_owner: string, name: keyof typeof JOBS, input: never) => JOBS[name](input),
  close: async () => {},
} as unknown as JobRunner<HubJobs>;
const failingJobs = (error: Error) =>
  ({ run: () => Promise.reject(error), close: async () => {} }) as unknown as JobRunner<HubJobs>;

const DRAWING = Buffer.from(
  svg('<rect width="20" height="10" fill="#2f5d50"/>', 'width="20" height="10" viewBox="0 0 20 10"'),
);
const FONT = Buffer.from("the bytes of a font");

const refOf = (bytes: Buffer, values: Partial<FileRef>): FileRef =>
  fileRef({ sha256: createHash("sha256").update(bytes).digest("hex"), bytes: bytes.length, ...values });

async function scene(
  license: Partial<StoredFont["license"]>,
  change: (document: BrandDocument) => BrandDocument = (one) => one,
) {
  const photo = await sharp({ create: { width: 600, height: 300, channels: 3, background: "#884400" } })
    .png()
    .toBuffer();
  const drawing = refOf(DRAWING, { mime: "image/svg+xml", width: 20, height: 10 });
  const picture = refOf(photo, { width: 600, height: 300 });
  const fontFile = refOf(FONT, { mime: "font/woff2", width: null, height: null });
  const font = typeface({
    files: [{ file: fontFile, weights: [400, 400], style: "normal" }],
    license: { holder: "", uses: [], url: "", expires_on: null, ...license },
  });
  const document = change(
    sampleDocument({
      logos: {
        rules: ["Leave it alone"],
        items: [
          newLogo({ id: newId(), variant: "logo_positive", file: drawing, label: "Hauptlogo Ω/…" }),
          newLogo({ id: newId(), variant: "other", file: picture, label: "hauptlogo ω" }),
        ],
      },
      typography: sampleTypography(font),
    }),
  );
  const user = await createUser(database.db);
  const stranger = await createUser(database.db);
  const brand = await createBrandFixture(database.db, { members: { [user.id]: "viewer" }, document });
  const storage = memoryStorage();
  const store = async (ref: FileRef, bytes: Buffer) => {
    await database.db.insert(files).values({ ...ref, id: newId(), brandId: brand.id, createdAt: NOW });
    await storage.put(storageKey(brand.id, ref.sha256), bytes, ref.mime);
  };
  await store(drawing, DRAWING);
  await store(picture, photo);
  await store(fontFile, FONT);
  const as = (id: string, given: JobRunner<HubJobs> = jobs) =>
    context(database.db, actingUser({ id }), NOW, { storage, jobs: given });
  const anybody = context(database.db, ANONYMOUS, NOW, { storage, jobs });
  return { brand, as, user, stranger, anybody, storage, store };
}

async function unzipped(stream: ReadableStream<Uint8Array>) {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  const entries = unzipSync(Buffer.concat(parts));
  return { paths: Object.keys(entries), text: (path: string) => Buffer.from(entries[path] ?? "").toString(), entries };
}

describe("a download kit", () => {
  it("holds logos in sizes and forms, icons, palettes and the identity of the live version", async () => {
    const { as, user, brand } = await scene({});
    const kit = await openKit(as(user.id), { brandId: brand.id });
    expect(kit.fileName).toMatch(new RegExp(`^${brand.slug}-v1-\\d{4}-\\d{2}-\\d{2}\\.zip$`));
    const { paths, text, entries } = await unzipped(kit.stream);
    expect(paths).toEqual(
      expect.arrayContaining([
        "identity.md",
        "palette/palette.css",
        "palette/palette.ase",
        "palette/tailwind-theme.css",
        "logos/hauptlogo-ω/hauptlogo-ω.svg",
        "logos/hauptlogo-ω/hauptlogo-ω-2048.png",
        "logos/hauptlogo-ω/hauptlogo-ω-derived-black.svg",
        "logos/hauptlogo-ω/hauptlogo-ω-derived-white.svg",
        "logos/hauptlogo-ω-2/hauptlogo-ω-2.png",
        "icons/favicon.ico",
        "icons/icon-maskable-512.png",
        "icons/site.webmanifest",
        "icons/head.html",
        "README.txt",
      ]),
    );
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
    const inSizes = paths.filter((path) => /ω-2-\d+\.png$/.test(path));
    expect(inSizes).toEqual(["logos/hauptlogo-ω-2/hauptlogo-ω-2-256.png", "logos/hauptlogo-ω-2/hauptlogo-ω-2-512.png"]);
    expect((await sharp(entries["logos/hauptlogo-ω/hauptlogo-ω-2048.png"]).metadata()).width).toBe(2048);
    expect(Buffer.from(entries["logos/hauptlogo-ω/hauptlogo-ω.svg"] ?? "").equals(DRAWING)).toBe(true);
    expect(text("identity.md")).toContain("Made to be mended");
    expect(JSON.parse(text("icons/site.webmanifest"))).toMatchObject({ name: brand.name, theme_color: "#2f5d50" });
    expect(text("README.txt")).toContain(`${brand.name}\nVersion 1, published `);
    expect(text("README.txt")).toContain("- Leave it alone");
    expect(text("README.txt")).toContain("Alder Grotesk: no stated licence allows sharing it.");
    expect(paths.some((path) => path.startsWith("fonts/"))).toBe(false);
  });

  it("holds typefaces that members can use, and publicly those that may be shared", async () => {
    const named = "fonts/alder-grotesk-400.woff2";
    const forMembers = await scene({ uses: ["web"] });
    await database.db.update(brands).set({ publicPage: true });
    const members = await unzipped(
      (await openKit(forMembers.as(forMembers.user.id), { brandId: forMembers.brand.id })).stream,
    );
    expect(members.text(named)).toBe(FONT.toString());
    const open = await unzipped((await openPublicKit(forMembers.anybody, { slug: forMembers.brand.slug })).stream);
    expect(open.paths).not.toContain(named);
    expect(open.text("README.txt")).toContain("its stated licence doesn’t cover sharing");

    const forAll = await scene({ uses: ["redistribution"] });
    await database.db.update(brands).set({ publicPage: true });
    const { paths } = await unzipped((await openPublicKit(forAll.anybody, { slug: forAll.brand.slug })).stream);
    expect(paths).toContain(named);
    expect(paths).not.toContain("fonts/OFL.txt");
  });

  it("holds the SIL Open Font License once, and only with a typeface under it", async () => {
    const url = "https://openfontlicense.org";
    const handedOn = await scene({ uses: ["redistribution"], url });
    const kit = await unzipped((await openKit(handedOn.as(handedOn.user.id), { brandId: handedOn.brand.id })).stream);
    expect(kit.text("fonts/OFL.txt")).toContain("SIL OPEN FONT LICENSE Version 1.1");
    const keptBack = await scene({ url });
    const without = await unzipped(
      (await openKit(keptBack.as(keptBack.user.id), { brandId: keptBack.brand.id })).stream,
    );
    expect(without.paths.filter((path) => path.startsWith("fonts/"))).toEqual([]);
  });

  it.each([
    ["https://openfontlicense.org", true],
    ["http://scripts.sil.org/OFL", true],
    ["https://scripts.sil.org/OFL_web", true],
    ["https://openfontlicense.org/open-font-license-official-text/", true],
    ["https://openfontlicense.org.example/", false],
    ["https://example.com/openfontlicense.org", false],
    ["", false],
  ])("recognises %s as that licence's URL: %s", (url, is) => {
    expect(isOpenFontLicense(url)).toBe(is);
  });

  it("holds scales and gradients with their colours, and the dark set in a folder", async () => {
    const entry = paletteEntry({ name: "Alder" });
    const stop = (position: number) => ({ color_id: entry.id, hex: entry.hex, position });
    const { as, user, brand } = await scene({}, (document) => ({
      ...document,
      colors: {
        ...document.colors,
        palette: [entry],
        scales: { [entry.id]: {} },
        dark: { [entry.id]: "#99ccbb" },
        gradients: [{ id: newId(), name: "Grove", kind: "linear" as const, angle: 90, stops: [stop(0), stop(1)] }],
      },
    }));
    const { text } = await unzipped((await openKit(as(user.id), { brandId: brand.id })).stream);
    expect(text("palette/palette.css")).toMatch(
      /--color-alder: #2f5d50;[\s\S]*--color-alder-50: #[\s\S]*--color-alder-950: #/,
    );
    expect(text("palette/dark/palette.css")).toContain("--color-alder: #99ccbb;");
    expect(text("palette/palette.css")).toContain('[data-theme="dark"] {\n  --color-alder: #99ccbb;');
    const blend = "linear-gradient(90deg, var(--color-alder) 0%, var(--color-alder) 100%);";
    for (const folder of ["palette", "palette/dark"]) {
      expect(text(`${folder}/palette.css`)).toContain(`--gradient-grove: ${blend}`);
      expect(text(`${folder}/tailwind-theme.css`)).toContain(`--background-image-grove: ${blend}`);
      expect(text(`${folder}/palette.scss`)).toContain("$gradient-grove: linear-gradient(90deg, $color-alder 0%");
      expect(JSON.parse(text(`${folder}/palette.tokens.json`)).gradient.grove.$type).toBe("gradient");
    }
    const { color } = JSON.parse(text("palette/palette.tokens.json"));
    expect(color.alder.$extensions.mode.dark.hex).toBe("#99ccbb");
    expect(text("tokens/tokens.css")).toContain('--font-heading: "Alder Grotesk"');
    expect(text("README.txt")).toContain("All but figma-variables.json, palette.ase and colors.xml");
  });

  it("holds assets by collection under distinct names, without fonts of unknown licence", async () => {
    const png = Buffer.from("a picture");
    const pdf = refOf(Buffer.from("a document"), { mime: "application/pdf" });
    const { as, user, brand, anybody, store } = await scene({}, (document) => {
      const one = (name: string, file: FileRef, collection?: string): StoredAsset => ({
        id: newId(),
        kind: "image",
        name,
        file,
        ...(collection && { collection }),
      });
      const picture = refOf(png, { mime: "image/png" });
      const assets = [
        one("Snow", picture, "Winter / 2026"),
        one("../SNOW", pdf, "winter 2026"),
        one("Guide", pdf),
        one("Lost", refOf(Buffer.from("gone"), {})),
        one("Alder file", refOf(FONT, { mime: "font/woff2" })),
        one("Old Serif", refOf(Buffer.from("another font"), { mime: "font/woff2" })),
      ];
      return { ...document, assets };
    });
    await store(refOf(png, { mime: "image/png" }), png);
    await store(pdf, Buffer.from("a document"));
    await database.db.update(brands).set({ publicPage: true });
    const inHub = await unzipped((await openKit(as(user.id), { brandId: brand.id })).stream);
    const inPublic = await unzipped((await openPublicKit(anybody, { slug: brand.slug })).stream);
    for (const { paths, text } of [inHub, inPublic]) {
      expect(paths.filter((path) => path.startsWith("assets/"))).toEqual([
        "assets/winter-2026/snow.png",
        "assets/winter-2026/snow-2.pdf",
        "assets/guide.pdf",
      ]);
      expect(text("assets/winter-2026/snow.png")).toBe("a picture");
      expect(text("README.txt")).toContain("- Asset Lost: its file is not stored any more.");
      expect(text("README.txt")).not.toContain("Alder file");
    }
    expect(inHub.text("README.txt")).toContain("no stated licence allows sharing them (Old Serif).");
    expect(inPublic.text("README.txt")).not.toContain("Old Serif");
  });

  it("leaves out assets over the size limit and names them", async () => {
    const big = (name: string, bytes: number): StoredAsset => ({
      id: newId(),
      kind: "image",
      name,
      file: refOf(Buffer.from(name), { mime: "application/pdf", bytes }),
    });
    const assets = [big("First", MAX_KIT_ASSET_BYTES), big("Second", 1), big("Third", 2)];
    const { as, user, brand, storage } = await scene({}, (document) => ({ ...document, assets }));
    const asked: string[] = [];
    const read = storage.read.bind(storage);
    storage.read = async (key) => {
      asked.push(key);
      return read(key);
    };
    const { text } = await unzipped((await openKit(as(user.id), { brandId: brand.id })).stream);
    expect(text("README.txt")).toContain(
      "Assets left out, because the kit holds at most 256 MB: Second, Third. Download them separately.",
    );
    expect(asked.some((key) => key.includes(assets[1]?.file.sha256 ?? "?"))).toBe(false);
  });

  it("makes each derived file once", async () => {
    const { as, user, brand } = await scene({});
    const run = vi.fn(jobs.run.bind(jobs));
    const open = async () => {
      const kit = await openKit(as(user.id, { ...jobs, run: run as JobRunner<HubJobs>["run"] }), { brandId: brand.id });
      return unzipped(kit.stream);
    };
    const first = await open();
    const made = run.mock.calls.length;
    expect(made).toBeGreaterThan(0);
    expect(await open()).toMatchObject({ paths: first.paths, entries: first.entries });
    expect(run).toHaveBeenCalledTimes(made);
  });

  it.each([
    ["have a full queue", new RateLimited(15), "the hub is busy"],
    ["refuse a file", new BadRequest("No picture."), "cannot be drawn"],
    ["fail", new TypeError("unexpected"), "something went wrong in the hub: download the kit again later"],
  ])("is complete when jobs %s, and names what is missing", async (_, error, why) => {
    vi.spyOn(log, "error").mockImplementation(() => {});
    const { as, user, brand } = await scene({});
    const kit = await openKit(as(user.id, failingJobs(error)), { brandId: brand.id });
    const { paths, text } = await unzipped(kit.stream);
    expect(paths).toContain("logos/hauptlogo-ω/hauptlogo-ω.svg");
    expect(paths.some((path) => path.startsWith("icons/") || /derived/.test(path))).toBe(false);
    expect(text("README.txt")).toContain(`- Favicon and app icons: ${why}`);
    expect(text("README.txt")).toContain(`- Hauptlogo Ω/…, one-colour and negative forms: ${why}`);
  });

  it.each([
    ["has lost its files", async () => null, "its file is not stored any more"],
    ["fails", () => Promise.reject(new Error("unreachable")), "something went wrong in the hub"],
  ])("is complete when the store %s, and names what is missing", async (_, read, why) => {
    vi.spyOn(log, "error").mockImplementation(() => {});
    const { as, user, brand, storage } = await scene({ uses: ["web"] });
    storage.read = read;
    const { paths, text } = await unzipped((await openKit(as(user.id), { brandId: brand.id })).stream);
    expect(paths.some((path) => /^(?:logos|fonts)/.test(path))).toBe(false);
    expect(text("README.txt")).toContain(`- Hauptlogo Ω/…: ${why}`);
    expect(text("README.txt")).toContain(`- Typeface Alder Grotesk 400: ${why}`);
  });

  it("makes one-colour forms of any SVG, also as PNG, with reasons for missing ones", async () => {
    const several = Buffer.from(
      svg('<rect width="9" height="9" fill="#aa0000"/><rect width="5" height="5" fill="#ffffff"/>'),
    );
    const ref = (bytes: Buffer) => refOf(bytes, { mime: "image/svg+xml", width: 20, height: 10 });
    const stamp = Buffer.from(svg('<rect width="20" height="10" fill="#aa0000"/>', 'viewBox="0 0 20 10"'));
    const { as, user, brand, store } = await scene({}, (document) => {
      const of = (variant: "other" | "logo_negative", bytes: Buffer, label: string) =>
        newLogo({ id: newId(), variant, file: ref(bytes), label });
      const items = [
        of("other", stamp, "Stamp"),
        of("logo_negative", DRAWING, "On dark"),
        of("other", several, "Bunting"),
        ...document.logos.items.slice(1),
      ];
      return { ...document, logos: { ...document.logos, items } };
    });
    await store(ref(stamp), stamp);
    await store(ref(several), several);
    const { paths, text, entries } = await unzipped((await openKit(as(user.id), { brandId: brand.id })).stream);
    for (const name of ["stamp", "on-dark"])
      expect(paths.filter((path) => path.startsWith(`logos/${name}/${name}-derived-`))).toEqual(
        ["black", "white"].flatMap((form) =>
          [".svg", "-256.png", "-512.png", "-1024.png", "-2048.png"].map(
            (ending) => `logos/${name}/${name}-derived-${form}${ending}`,
          ),
        ),
      );
    const png = sharp(entries["logos/stamp/stamp-derived-white-512.png"]);
    expect((await png.metadata()).width).toBe(512);
    expect((await png.raw().toBuffer())[0]).toBe(255);
    expect(paths.some((path) => path.includes("bunting-derived"))).toBe(false);
    expect(text("README.txt")).toContain("- Bunting, one-colour and negative forms: its colours would merge into one");
    expect(text("README.txt")).toContain("one-colour and negative forms: only an SVG has them.");
    expect(text("README.txt")).not.toContain("Stamp, one-colour");
  });

  it("is only for members while the public page is off", async () => {
    const { as, stranger, brand, anybody } = await scene({});
    await expect(openKit(as(stranger.id), { brandId: brand.id })).rejects.toBeInstanceOf(NotFound);
    await expect(openPublicKit(anybody, { slug: brand.slug })).rejects.toBeInstanceOf(NotFound);
  });
});

describe("whyNoFont", () => {
  const given = (license: Partial<StoredFont["license"]>, audience: "members" | "public" = "members") =>
    whyNoFont(typeface({ license: { holder: "", uses: [], url: "", expires_on: null, ...license } }), {
      audience,
      now: NOW,
    });

  it("depends on the stated uses and the last day", () => {
    expect(given({})).toContain("no stated licence");
    expect(given({ uses: ["video"] })).toContain("no use that needs the files");
    expect(given({ uses: ["print"] })).toBeNull();
    expect(given({ uses: ["print"] }, "public")).toContain("sharing");
    expect(given({ uses: ["redistribution"] }, "public")).toBeNull();
    expect(given({ uses: ["redistribution"], expires_on: "2020-01-01" })).toBe("its licence ended on 2020-01-01");
    expect(given({ uses: ["web"], expires_on: NOW.toISOString().slice(0, 10) })).toBeNull();
  });
});
