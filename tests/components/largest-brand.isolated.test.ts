import { createElement, type ReactElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { DraftScope } from "@/app/(hub)/b/[brand]/draft-scope";
import PublicPage from "@/app/p/[slug]/page";
import { AssetsScreen } from "@/components/assets/assets-screen";
import { FoundationsScreen } from "@/components/foundations/foundations-screen";
import { IdentityEditor } from "@/components/identity/identity-editor";
import { ImageryScreen } from "@/components/imagery/imagery-screen";
import { LogosScreen } from "@/components/logos/logos-screen";
import { PaletteScreen } from "@/components/palette/palette-screen";
import { TypographyScreen } from "@/components/typography/typography-screen";
import { ToastContext } from "@/components/ui/toast-context";
import { type BrandDocument, emptyDocument } from "@/lib/content";
import { newId } from "@/lib/platform/ids";
import type { DraftState } from "@/lib/publishing";
import { compileDocument } from "@/lib/publishing/identity/compile-document";
import type { Ctx } from "@/lib/runtime/context";
import { largestDocument } from "../support/documents";
import { inForm } from "../support/in-form";

const given = vi.hoisted(() => ({
  brand: {} as object,
  draft: {} as object,
  ctx: {
    now: new Date("2026-03-14T09:26:53Z"),
    baseUrl: "https://hub.example",
    secrets: { fileUrl: ["a key of 32 letters or some more"] },
  },
}));
vi.mock("@/app/p/[slug]/public-brand", async (original) => ({
  ...(await original<typeof import("@/app/p/[slug]/public-brand")>()),
  publicBrand: async () => given.brand,
}));
vi.mock("@/lib/web/auth/current-user", () => ({ anonymousContext: async () => given.ctx }));
vi.mock("@/lib/publishing/server", async (original) => ({
  ...(await original<typeof import("@/lib/publishing/server")>()),
  openDraft: async () => given.draft,
}));
vi.mock("next/headers", () => ({ headers: async () => new Headers() }));
vi.mock("next/navigation", async (original) => ({
  ...(await original<typeof import("next/navigation")>()),
  usePathname: () => "/b/alder/palette",
  useRouter: () => ({}),
  useSearchParams: () => new URLSearchParams(),
}));

const MAX_BYTES = 1_000_000;
const BRAND_ID = newId();

const draftOf = (document: BrandDocument): DraftState => ({
  brandId: BRAND_ID,
  brandSlug: "alder",
  userId: newId(),
  role: "owner",
  canEdit: true,
  canLock: true,
  reason: null,
  approvals: { required: 0, given: 0, mayGive: 0, review: null } as unknown as DraftState["approvals"],
  asOfMs: 0,
  version: 1,
  published: { ...document, brand: { name: "Alder", slug: "alder" } },
  document,
  revision: null,
  baseVersion: 1,
  updatedAt: null,
  schedule: null,
  scheduleFailure: null,
  changes: [],
  changedSince: [],
  publishedSince: [],
});

const bytesOf = (text: string) => Buffer.byteLength(text);
const markupOf = (page: ReactNode) => renderToStaticMarkup(createElement(ToastContext, { value: () => {} }, page));

/** Bytes of an editing page: its HTML and the draft sent to the browser. */
async function bytesOfPage(
  document: BrandDocument,
  screen: ReactElement,
): Promise<{ bytes: number; isWhole: boolean }> {
  given.draft = draftOf(document);
  const scope = (await DraftScope({
    ctx: given.ctx as unknown as Ctx,
    brandId: BRAND_ID,
    children: screen,
  })) as ReactElement<{ children: ReactElement<{ initial: object }> }>;
  const { initial } = scope.props.children.props;
  // The published state shares its objects, which Next writes once.
  const sent = JSON.stringify({ ...initial, published: null });
  return { bytes: bytesOf(markupOf(scope)) + bytesOf(JSON.stringify(sent)), isWhole: "document" in initial };
}

const props = {
  signedUrls: {},
  versionUrl: "https://hub.example.com/p/alder/versions/current",
  signFiles: async () => ({ status: "idle" as const }),
  preview: async () => ({ status: "idle" as const }),
  readFileColors: async () => ({ status: "idle" as const }),
  rememberView: async () => {},
  initialView: "list" as const,
  now: "2026-03-14",
};
const withoutRules = ({ items, rules }: BrandDocument["logos"]): BrandDocument["logos"] => ({
  items: items.map(({ rule: _, ...logo }) => logo),
  rules,
});

type Parts = Partial<BrandDocument>;
/**
 * Editing pages, each with the parts of a document that it shows: all of them, or those that need the most bytes per
 * letter.
 */
const SCREENS: Record<string, { screen: () => ReactElement; partsOf: (document: BrandDocument) => Parts[] }> = {
  identity: { screen: () => createElement(IdentityEditor, props), partsOf: ({ identity }) => [{ identity }] },
  palette: {
    screen: () => createElement(PaletteScreen, props),
    partsOf: ({ colors }) => [{ colors }, { colors: { source: "manual", seed: null, palette: colors.palette } }],
  },
  typography: { screen: () => createElement(TypographyScreen, props), partsOf: ({ typography }) => [{ typography }] },
  foundations: {
    screen: () => createElement(FoundationsScreen, props),
    partsOf: ({ foundations }) => [{ foundations }],
  },
  imagery: { screen: () => createElement(ImageryScreen, props), partsOf: ({ imagery }) => [{ imagery }] },
  logos: {
    screen: () => createElement(LogosScreen, props),
    partsOf: ({ logos }) => [{ logos }, { logos: withoutRules(logos) }],
  },
  assets: {
    screen: () => createElement(AssetsScreen, props),
    partsOf: ({ assets }) => [{ assets }, { assets: assets.slice(0, 80) }],
  },
};

describe("a brand at every limit", () => {
  it("is accepted", () => {
    const compiled = compileDocument(largestDocument());
    expect(bytesOf(JSON.stringify(compiled))).toBeGreaterThan(1_500_000);
  });

  it.each(Object.keys(SCREENS))("has a page of %s below 1 MB, however long its texts are", async (name) => {
    const { screen, partsOf } = SCREENS[name] as (typeof SCREENS)[string];
    const whole: boolean[] = [];
    for (const letters of [12, 200, 2_000]) {
      const largest = largestDocument(letters);
      const documents = partsOf(largest).map((parts) => ({ ...emptyDocument(), ...parts }));
      for (const document of [...documents, largest]) {
        const { bytes, isWhole } = await bytesOfPage(document, screen());
        expect(bytes).toBeLessThan(MAX_BYTES);
        whole.push(isWhole);
      }
    }
    expect(whole).toContain(true);
    expect(whole).toContain(false);
  });

  it.each(inForm({ short: [12, 2_000], full: [12, 200, 2_000] }))(
    "has a public page below 1 MB with texts of %i letters",
    async (letters) => {
      const { colors, logos, imagery, ...largest } = largestDocument(letters);
      const plain = {
        ...largest,
        imagery,
        colors: { source: colors.source, seed: null, palette: colors.palette, print: colors.print },
        logos: withoutRules(logos),
      };
      for (const document of [{ ...largest, colors, logos, imagery }, plain]) {
        const snapshot = { ...document, brand: { name: "Alder", slug: "alder" } };
        given.brand = { id: BRAND_ID, slug: "alder", version: 3, publishedAt: given.ctx.now, snapshot };
        const page = async (assets?: string) =>
          markupOf(
            await PublicPage({ params: Promise.resolve({ slug: "alder" }), searchParams: Promise.resolve({ assets }) }),
          );
        const [first, last] = [await page(), await page("99")];
        // Next repeats the page's data for the browser, in fewer bytes.
        for (const html of [first, last]) expect(bytesOf(html)).toBeLessThan(MAX_BYTES * 0.62);
        expect(first).toContain("1–24 of 500");
        expect(last).toContain("481–500 of 500");
      }
    },
  );
});
