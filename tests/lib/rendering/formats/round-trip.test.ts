import { expect, it } from "vitest";
import { importBrandFile } from "@/lib/brands/server";
import type { BrandDocument } from "@/lib/content";
import { tidyDocument } from "@/lib/publishing";
import { asBrandJson } from "@/lib/rendering/formats/brand-json";
import { asTokens } from "@/lib/rendering/formats/design-tokens";
import { brandsOf } from "../../../support/any-brand";

const hub = { baseUrl: "https://hub.example.com" };
const asAdcp = (document: BrandDocument, name: string) =>
  asBrandJson({ ...document, brand: { name, slug: "alder-and-ash" } }, hub);

function expectSameExports(brands: readonly BrandDocument[]) {
  for (const [index, brand] of brands.entries()) {
    const tokens = asTokens(brand);
    const imported = importBrandFile(tokens);
    expect(imported.left).toEqual([]);
    expect(asTokens(tidyDocument(imported.document))).toBe(tokens);
    const adcp = asAdcp(brand, `Brand ${index}`);
    const { document, name } = importBrandFile(adcp);
    expect(asAdcp(tidyDocument(document), name ?? "")).toBe(adcp);
  }
}

it("gives the same design tokens and brand.json after an import as a new brand", () => expectSameExports(brandsOf(20)));
it("does so for 200 brands", { tags: ["full"] }, () => expectSameExports(brandsOf(200)));
