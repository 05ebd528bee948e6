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
    .meta({ format: "int64", description: "The `identity_version` of your copy", example: 7 }),
});

export const ChangedBundlesRequest = z
  .strictObject({
    brands: z
      .array(AskedBrand)
      .min(1)
      .max(MAX_BRANDS_ASKED)
      .refine((brands) => new Set(brands.map(({ id }) => id)).size === brands.length, "must name each brand once"),
  })
  .meta({ id: "ChangedBundlesRequest" });

/** Brands that changed or can't be read. Current brands appear in no list. */
export const ChangedBundles = open(
  z
    .object({
      changed: z
        .array(z.object({ id: Uuid, identity_version: IdentityVersion }))
        .meta({ description: "Brands whose current version isn't `since`. Read their bundles." }),
      forbidden: z.array(Uuid).meta({ description: "Brands that this tool can't read" }),
      not_found: z.array(Uuid).meta({ description: "Ids of brands that don't exist or are archived" }),
    })
    .meta({ id: "ChangedBundles", description: "Which of the requested brands changed" }),
);
export type ChangedBundles = z.infer<typeof ChangedBundles>;
