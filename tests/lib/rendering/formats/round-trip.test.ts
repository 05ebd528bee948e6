import { expect, it } from "vitest";
import { importBrandFile } from "@/lib/brands/server";
import { asTokens } from "@/lib/rendering/formats/design-tokens";
import { brandsOf } from "../../../support/any-brand";

function expectSameTokens(count: number) {
  for (const brand of brandsOf(count)) {
    const exported = asTokens(brand);
    const { document, left } = importBrandFile(exported);
    expect(left).toEqual([]);
    expect(asTokens(document)).toBe(exported);
  }
}

it("exports the same design tokens after an import as a new brand", () => expectSameTokens(20));
it("exports the same design tokens for 200 brands", { tags: ["full"] }, () => expectSameTokens(200));
