// SPDX-License-Identifier: MIT
import { z } from "zod";
import { BrandSummary } from "./bundle.js";
import { CompiledIdentity } from "./identity.js";
import { open } from "./open.js";
import { IdentityVersion, Role, Slug, UnixSeconds, Uuid } from "./primitives.js";
import { TOOL_STATUSES } from "./words.js";

export const ToolStatus = z.enum(TOOL_STATUSES);
export type ToolStatus = z.infer<typeof ToolStatus>;

const tool = z
  .object({
    slug: Slug.meta({ description: "Sent in `X-Tool-Slug`" }),
    name: z.string(),
    status: ToolStatus,
    entitled: z.boolean().meta({ description: "Whether the calling brand is entitled, whatever the status" }),
  })
  .meta({ id: "Tool" });
export const Tool = open(tool);

export const ToolList = open(z.object({ tools: z.array(tool) }).meta({ id: "ToolList" }));

const brandListEntry = z
  .object({
    id: Uuid.meta({ description: "Brand id" }),
    slug: Slug,
    name: z.string(),
    identity_version: IdentityVersion,
    role: z.union([Role, z.literal("api-key")]).meta({ description: "`api-key` for an API key, else the user's role" }),
  })
  .meta({ id: "BrandListEntry" });
export const BrandListEntry = open(brandListEntry);

export const BrandList = open(z.object({ brands: z.array(brandListEntry) }).meta({ id: "BrandList" }));

export const MAX_BRANDS_LISTED = 100;

/** Which page of a tool's brands. */
export const ToolBrandsQuery = z.object({
  slug: Slug.optional().meta({ description: "Only the brand that has this slug now, as `hub_active_brand` names it" }),
  after: z
    .string()
    .regex(/^[\w-]{1,100}$/, "must be the `next` of a page")
    .optional()
    .meta({ description: "The `next` of the page before" }),
  limit: z
    .string()
    .regex(/^([1-9][0-9]?|100)$/, "must be a whole number from 1 to 100")
    .transform(Number)
    .optional()
    .meta({
      type: "integer",
      minimum: 1,
      maximum: MAX_BRANDS_LISTED,
      description: "Brands on the page; 50 when left out",
    }),
});

const toolBrand = z
  .object({
    id: Uuid.meta({ description: "Brand id: key everything that you hold by it" }),
    slug: Slug.meta({ description: "May change" }),
    name: z.string(),
    identity_version: IdentityVersion,
  })
  .meta({ id: "ToolBrand" });
export const ToolBrand = open(toolBrand);
export type ToolBrand = z.infer<typeof ToolBrand>;

export const ToolBrands = open(
  z
    .object({
      brands: z.array(toolBrand),
      next: z.string().nullable().meta({ description: "Send it as `after` for the next page; null on the last" }),
    })
    .meta({ id: "ToolBrands" }),
);

export const MyBrands = open(
  z
    .object({
      brands: z.array(brandListEntry),
      active_brand_id: Uuid.nullable().meta({ description: "null when the user belongs to no brand" }),
    })
    .meta({ id: "MyBrands" }),
);

export const MyBrand = open(
  z
    .object({
      brand: BrandSummary,
      brand_identity: CompiledIdentity,
      brand_identity_version: IdentityVersion,
      brand_book: CompiledIdentity.meta({
        id: "BrandBook",
        deprecated: true,
        description: "Deprecated alias of `brand_identity`, deep-equal to it",
      }),
    })
    .meta({ id: "MyBrand" }),
);

export const FederationToken = open(
  z
    .object({
      token: z.string().meta({ description: "HS256 JWT, alive for 300 seconds" }),
      expires_at: UnixSeconds.meta({ description: "Equals the token's `exp`, in Unix seconds" }),
    })
    .meta({ id: "FederationToken" }),
);

export const FederationContext = open(
  z
    .object({
      user_id: Uuid.meta({ description: "The user who stands in front of the tool" }),
      brand_id: Uuid.meta({ description: "Check it against your own cache key before you serve data" }),
      role: Role,
      entitlements: z.array(Slug).meta({ description: "Slugs of the tools that the brand is entitled to" }),
      azp: Slug.optional().meta({
        description:
          "The tool that the token was minted for; refuse any but your own. Absent where it was minted for none",
      }),
    })
    .meta({ id: "FederationContext" }),
);
export type FederationContext = z.infer<typeof FederationContext>;

/** False for what was exchanged from a token that was minted for another tool: whoever brought it got it there. */
export const isForTool = ({ azp }: FederationContext, ownSlug: string): boolean => azp === undefined || azp === ownSlug;

export const MintRequest = z
  .object({
    brand_id: Uuid.optional().meta({ description: "The brand to mint for; name it where users have several brands" }),
  })
  .meta({ id: "MintRequest" });

export const ExchangeRequest = z
  .object({ token: z.string().min(1).meta({ description: "A federation token; it is the credential" }) })
  .meta({ id: "ExchangeRequest" });

export const RegisterSubscriptionRequest = z
  .object({
    brand_id: Uuid,
    tool_slug: Slug,
    webhook_url: z.string().min(1).max(2048).meta({
      format: "uri",
      description: "https, on a public address",
      example: "https://tool.example.com/webhooks/hub",
    }),
  })
  .meta({ id: "RegisterSubscriptionRequest" });

export const TickReport = open(
  z
    .object({
      processed: z.int().nonnegative().meta({ description: "Deliveries attempted in this tick" }),
      failed: z.int().nonnegative().meta({ description: "Those of them that did not get a 2xx" }),
    })
    .meta({ id: "TickReport" }),
);

export const Ok = open(z.object({ ok: z.literal(true) }).meta({ id: "Ok" }));
