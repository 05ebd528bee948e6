// SPDX-License-Identifier: MIT
import { z } from "zod";
import { BrandSummary } from "./bundle.js";
import { CompiledIdentity } from "./identity.js";
import { open } from "./open.js";
import { IdentityVersion, Role, Slug, Timestamp, UnixSeconds, Uuid } from "./primitives.js";
import { TOOL_STATUSES } from "./words.js";

export const ToolStatus = z.enum(TOOL_STATUSES);
export type ToolStatus = z.infer<typeof ToolStatus>;

const tool = z
  .object({
    slug: Slug.meta({ description: "Send it in `X-Tool-Slug`" }),
    name: z.string(),
    status: ToolStatus,
    entitled: z.boolean().meta({ description: "Whether the calling brand can use the tool, regardless of status" }),
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
    role: z
      .union([Role, z.literal("api-key")])
      .meta({ description: "`api-key` for an API key, otherwise the user's role" }),
  })
  .meta({ id: "BrandListEntry" });
export const BrandListEntry = open(brandListEntry);

export const BrandList = open(z.object({ brands: z.array(brandListEntry) }).meta({ id: "BrandList" }));

export const MAX_BRANDS_LISTED = 100;

const AfterPage = z
  .string()
  .regex(/^[\w-]{1,100}$/, "must be the `next` of a page")
  .optional()
  .meta({ description: "`next` of the previous page" });

const NextPage = z
  .string()
  .nullable()
  .meta({ description: "Send it as `after` to get the next page. null on the last page." });

export const ToolBrandsQuery = z.object({
  slug: Slug.optional().meta({
    description: "Returns only the brand with this slug, as in the cookie `hub_active_brand`",
  }),
  after: AfterPage,
  limit: z
    .string()
    .regex(/^([1-9][0-9]?|100)$/, "must be a whole number from 1 to 100")
    .transform(Number)
    .optional()
    .meta({
      type: "integer",
      minimum: 1,
      maximum: MAX_BRANDS_LISTED,
      description: "Brands per page. Defaults to 50.",
    }),
});

const toolBrand = z
  .object({
    id: Uuid.meta({ description: "Brand id. Key all stored data by it." }),
    slug: Slug.meta({ description: "Slug. It may change." }),
    name: z.string(),
    identity_version: IdentityVersion,
  })
  .meta({ id: "ToolBrand" });
export const ToolBrand = open(toolBrand);
export type ToolBrand = z.infer<typeof ToolBrand>;

export const ToolBrands = open(z.object({ brands: z.array(toolBrand), next: NextPage }).meta({ id: "ToolBrands" }));

export const DeliveriesQuery = z.object({
  since: Timestamp.optional().meta({ description: "Leaves out what was recorded before this time" }),
  after: AfterPage,
});

export const Deliveries = open(
  z
    .object({
      deliveries: z.array(
        z.object({
          id: Uuid.meta({ description: "`id` of the body" }),
          headers: z.array(z.object({ name: z.string(), value: z.string() })).meta({
            description: "Headers of the first attempt, without the signatures and their timestamp",
          }),
          body: z.string().meta({ description: "The exact text to sign and send" }),
        }),
      ),
      next: NextPage,
      as_of: Timestamp.meta({ description: "The hub's time when it read the list" }),
    })
    .meta({ id: "Deliveries" }),
);

export const MyBrands = open(
  z
    .object({
      brands: z.array(brandListEntry),
      active_brand_id: Uuid.nullable().meta({ description: "null if the user has no brand" }),
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
        description: "Deprecated alias of `brand_identity` with the same value",
      }),
    })
    .meta({ id: "MyBrand" }),
);

export const FederationToken = open(
  z
    .object({
      token: z.string().meta({ description: "HS256 JWT, valid for 300 seconds" }),
      expires_at: UnixSeconds.meta({ description: "The token's `exp`, in Unix seconds" }),
    })
    .meta({ id: "FederationToken" }),
);

export const FederationContext = open(
  z
    .object({
      user_id: Uuid.meta({ description: "The user who opened the tool" }),
      brand_id: Uuid.meta({ description: "Compare it with your cache key before you return data" }),
      role: Role,
      entitlements: z.array(Slug).meta({ description: "Slugs of the tools that the brand can use" }),
      azp: Slug.optional().meta({
        description: "The tool that the token was minted for. Refuse other tools. Absent if it was minted for none.",
      }),
    })
    .meta({ id: "FederationContext" }),
);
export type FederationContext = z.infer<typeof FederationContext>;

/** False if the token was minted for another tool, which may have passed it on. */
export const isForTool = ({ azp }: FederationContext, ownSlug: string): boolean => azp === undefined || azp === ownSlug;

export const MintRequest = z
  .object({
    brand_id: Uuid.optional().meta({ description: "The brand to mint for. Set it if users can have several brands." }),
  })
  .meta({ id: "MintRequest" });

export const ExchangeRequest = z
  .object({ token: z.string().min(1).meta({ description: "The federation token, which is the credential" }) })
  .meta({ id: "ExchangeRequest" });

export const RegisterSubscriptionRequest = z
  .object({
    brand_id: Uuid,
    tool_slug: Slug,
    webhook_url: z.string().min(1).max(2048).meta({
      format: "uri",
      description: "An https URL on a public address",
      example: "https://tool.example.com/webhooks/hub",
    }),
  })
  .meta({ id: "RegisterSubscriptionRequest" });

export const TickReport = open(
  z
    .object({
      processed: z.int().nonnegative().meta({ description: "Deliveries attempted in this tick" }),
      failed: z.int().nonnegative().meta({ description: "Attempted deliveries without a 2xx response" }),
    })
    .meta({ id: "TickReport" }),
);

export const Ok = open(z.object({ ok: z.literal(true) }).meta({ id: "Ok" }));
