import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { SaxesParser } from "saxes";
import { beforeEach, describe, expect, it, vi } from "vitest";
import OverviewPage from "@/app/(hub)/b/[brand]/page";
import PublicPage from "@/app/p/[slug]/page";
import { ChangeList } from "@/components/diff/change-list";
import { ContrastGrid } from "@/components/palette/contrast-grid";
import { ContrastTable } from "@/components/palette/contrast-table";
import type { Swatch } from "@/components/palette/types";
import { ContentLanguage } from "@/components/ui/content-text";
import { ToastContext } from "@/components/ui/toast-context";
import type { Overview } from "@/lib/brands";
import { contrastProblems } from "@/lib/brands/overview/problems";
import { type BrandSnapshot, emptyDocument, newLogo } from "@/lib/content";
import { newId } from "@/lib/platform/ids";
import { diffChanges, entryNames } from "@/lib/publishing";
import { diffDocuments } from "@/lib/publishing/identity/diff-documents";
import { fileRef, sampleColors, sampleTypography, typeface } from "../support/documents";

const given = vi.hoisted(() => ({
  brand: {} as object,
  overview: {} as object,
  ctx: {
    now: new Date("2026-03-14T09:26:53Z"),
    baseUrl: "https://hub.example",
    secrets: { fileUrl: ["a key of 32 letters or some more"] },
  },
}));
const BRAND_ID = newId();
const { now: NOW } = given.ctx;

vi.mock("@/app/p/[slug]/public-brand", () => ({ publicBrand: async () => given.brand }));
vi.mock("@/lib/web/auth/current-user", () => ({
  anonymousContext: async () => given.ctx,
  brandPage: async () => ({
    ctx: given.ctx,
    access: { brand: { id: BRAND_ID, slug: "alder", name: "said-name" }, role: "owner", userId: newId() },
  }),
}));
vi.mock("@/lib/brands/server", () => ({ readOverview: async () => given.overview }));
vi.mock("@/lib/publishing/server", () => ({ approvalsOf: async () => ({ review: null }) }));
vi.mock("next/headers", () => ({ headers: async () => new Headers() }));

/** A brand whose texts are single words with a prefix that the hub's own texts don't have. */
function markedBrand(): BrandSnapshot {
  const { colors, green, white, black, gradient, rule } = sampleColors();
  const named = (entry: typeof green, name: string) => ({
    ...entry,
    name: `said-${name}`,
    usage: `said-${name}-usage`,
  });
  const pictured = { id: newId(), kind: "image" as const, name: "said-asset", file: fileRef() };
  const shown = [{ asset_id: pictured.id, note: "said-picture-note" }];
  const face = typeface({ family: "said-face" });
  return {
    ...emptyDocument(),
    brand: { name: "said-name", slug: "alder" },
    identity: {
      schema: 1,
      brand: {
        tagline: "said-tagline",
        description: "said-description",
        mission: "said-mission",
        vision: "said-vision",
        promise: "said-promise",
        languages: ["ar", "en"],
        values: [{ name: "said-value", description: "said-value-means" }],
        typography: { mono: "said-mono-face" },
      },
      personality: { traits: [{ name: "said-trait", means: "said-trait-means" }] },
      persona: {
        name: "said-persona",
        summary: "said-persona-summary",
        voice: { summary: "said-voice", attributes: ["said-attribute"] },
        dos: ["said-do"],
        donts: ["said-dont"],
        examples: [{ context: "said-context", text: "said-example" }],
      },
    },
    colors: {
      ...colors,
      palette: [named(green, "green"), named(white, "white"), named({ ...black, hex: "#eeeeee" }, "pale")],
      print: { [green.id]: { cmyk: null, pantone: "said-pantone" } },
      gradients: [{ ...gradient, name: "said-gradient" }],
      rules: [{ ...rule, reason: "said-reason" }],
    },
    logos: {
      items: [
        {
          ...newLogo({ id: newId(), variant: "logo_positive", file: fileRef(), label: "said-logo" }),
          usage: "said-logo-usage",
          clear_space: "said-clear-space",
          rule: { allowed_backgrounds: { colors: [white.id] } },
        },
      ],
      rules: ["said-logo-rule"],
    },
    assets: [pictured],
    typography: sampleTypography({ ...face, license: { ...face.license, holder: "said-holder" } }),
    imagery: { photo: { direction: "said-direction", dos: shown, donts: shown } } as BrandSnapshot["imagery"],
    legal: { trademark_lines: ["said-trademark"], boilerplate: { de: "said-boilerplate" } },
  };
}

interface Told {
  text: string;
  lang: string | undefined;
  dir: string | undefined;
  /** The direction of the surrounding list item, which positions its marker. */
  itemDir: string | undefined;
}

/** A brand's texts in some markup, each with its language and direction. */
function toldIn(markup: string): Told[] {
  const found: Told[] = [];
  const parser = new SaxesParser();
  const above: Record<string, string>[] = [];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) =>
    above.push({ ...(attributes as Record<string, string>), element: name }),
  );
  parser.on("closetag", () => void above.pop());
  parser.on("text", (text) => {
    for (const said of text.match(/said-[a-z-]+/g) ?? []) {
      const [lang, dir] = ["lang", "dir"].map((name) => above.findLast((attributes) => name in attributes)?.[name]);
      const itemDir = above.findLast(({ element }) => element === "li")?.dir;
      found.push({ text: said, lang, dir, itemDir });
    }
  });
  const said = markup.replace(/<style[^>]*>.*?<\/style>/gs, "");
  parser.write(`<page lang="en">${said}</page>`).close();
  return found;
}

const textsOf = (value: unknown): string[] =>
  typeof value === "string"
    ? value.startsWith("said-")
      ? [value]
      : []
    : Object.values((value ?? {}) as object).flatMap(textsOf);

const drawn = async (page: Promise<ReactElement>) =>
  toldIn(renderToStaticMarkup(createElement(ToastContext, { value: () => {} }, await page)));
const barely = (told: Awaited<ReturnType<typeof drawn>>, lang = "ar") =>
  told.filter((one) => one.dir !== "auto" || one.lang !== (one.text === "said-boilerplate" ? "de" : lang));

beforeEach(() => {
  const snapshot = markedBrand();
  given.brand = { id: BRAND_ID, slug: "alder", version: 3, publishedAt: NOW, snapshot };
  const version = {
    version: 3,
    changed: ["identity" as const],
    note: "said-note",
    restoredFrom: null,
    createdAt: NOW,
    author: "Mara",
    sha256: null,
    proof: null,
  };
  given.overview = {
    document: snapshot,
    published: snapshot,
    version,
    draft: null,
    completeness: { done: 1, total: 1, sections: [] },
    contrast: contrastProblems(snapshot.colors),
    steps: [],
    tools: [],
    failing: [],
    keys: [],
  } satisfies Omit<Overview, "access">;
});

describe("a brand's texts keep their language and direction", () => {
  it("on its public page", async () => {
    const told = await drawn(
      PublicPage({ params: Promise.resolve({ slug: "alder" }), searchParams: Promise.resolve({}) }),
    );
    expect(textsOf(markedBrand()).filter((text) => !told.some((one) => one.text === text))).toEqual([]);
    expect(barely(told)).toEqual([]);
    for (const marked of ["said-do", "said-dont", "said-logo-rule"])
      expect(told.filter(({ text }) => text === marked).map(({ itemDir }) => itemDir)).toEqual(["auto"]);
  });

  it("in the list of changes", async () => {
    const [before, after] = [emptyDocument(), markedBrand()];
    const changes = diffChanges(diffDocuments(before, after), entryNames(before, after));
    const list = createElement(ChangeList, { changes, show: () => null });
    const told = await drawn(Promise.resolve(createElement(ContentLanguage, { value: "ar" }, list)));
    const texts = new Set(told.map(({ text }) => text));
    for (const text of ["said-green", "said-gradient", "said-logo", "said-asset", "said-face", "said-tagline"])
      expect([...texts]).toContain(text);
    expect(barely(told, "ar").filter(({ text }) => text !== "said-boilerplate")).toEqual([]);
  });

  it("in contrast tables and their headers", async () => {
    const { colors } = markedBrand();
    const swatches = colors.palette.map(
      (entry): Swatch => ({ ...entry, description: "A colour", blocked: null, forms: [], ink: "#000000" }),
    );
    const onEdit = () => {};
    const grid = createElement(ContrastGrid, { colors, swatches, canEdit: true, onEdit });
    const section = createElement(ContrastTable, {
      caption: "Contrast",
      lines: [],
      backgrounds: swatches,
      swatches,
      onFix: () => {},
    });
    for (const table of [grid, section]) {
      const told = await drawn(Promise.resolve(createElement(ContentLanguage, { value: "ar" }, table)));
      expect(told.map(({ text }) => text)).toEqual(expect.arrayContaining(["said-green", "said-white"]));
      expect(barely(told)).toEqual([]);
    }
  });

  it("on its overview", async () => {
    const told = await drawn(OverviewPage({ params: Promise.resolve({ brand: "alder" }) }));
    const texts = new Set(told.map(({ text }) => text));
    for (const text of ["said-name", "said-tagline", "said-green", "said-pale", "said-note"])
      expect([...texts]).toContain(text);
    expect(barely(told)).toEqual([]);
  });
});
