// SPDX-License-Identifier: MIT
import { z } from "zod";
import { open } from "./open.js";
import { IdentityVersion, Uuid } from "./primitives.js";

export const MAX_BRANDS_ASKED = 1000;
export const MAX_CHANGED_BYTES = 128 * 1024;

const AskedBrand = z.strictObject({
  id: Uuid.meta({ description: "Brand id" }),
  since: z
    .int()
    .min(0)
    .max(999_999_999_999_999)
    .meta({ format: "int64", description: "The `identity_version` that you have cached", example: 7 }),
});

/** The brands that a child holds, each once. */
export const ChangedBundlesRequest = z
  .strictObject({
    brands: z
      .array(AskedBrand)
      .min(1)
      .max(MAX_BRANDS_ASKED)
      .refine((brands) => new Set(brands.map(({ id }) => id)).size === brands.length, "must name each brand once"),
  })
  .meta({ id: "ChangedBundlesRequest" });

/** Where each brand that was asked for stands; one that is current stands nowhere. */
export const ChangedBundles = open(
  z
    .object({
      changed: z
        .array(z.object({ id: Uuid, identity_version: IdentityVersion }))
        .meta({ description: "Brands whose current version is another than `since`: read their bundles" }),
      forbidden: z.array(Uuid).meta({ description: "Brands that are not entitled to this tool" }),
      not_found: z.array(Uuid).meta({ description: "Ids of no brand, or of an archived one" }),
    })
    .meta({ id: "ChangedBundles", description: "What changed of the brands that were asked for" }),
);
export type ChangedBundles = z.infer<typeof ChangedBundles>;
