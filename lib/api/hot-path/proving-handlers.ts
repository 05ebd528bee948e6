import {
  enterBrand,
  type FoundBrands,
  listBrandsWithActive,
  proveByBrands,
  type WhichBrands,
} from "@/lib/access/server";
import type { operations } from "@/lib/contract";
import { authenticateWithTools, enterFederatedBrand } from "@/lib/integrations/server";
import type { Actor, MemberBrand } from "@/lib/platform/context";
import { Forbidden } from "@/lib/platform/errors";
import {
  authenticateByBundle,
  authenticateForBrand,
  findVersion,
  identityText,
  readBundle,
  requireVersionReader,
} from "@/lib/publishing/server";
import type { Ctx } from "@/lib/runtime/context";
import { versionResponse } from "../download";
import type { Input, ProvingHandler } from "../endpoint";
import { RawResponse } from "./answer";

type Operations = typeof operations;

const listEntry = ({ id, slug, name, identityVersion, role }: MemberBrand) => ({
  id,
  slug,
  name,
  identity_version: identityVersion,
  role,
});

/** Keeps what a credential check read for the request's handler; undefined if another check was used. */
function keeping<Asked, Proved extends { actor: Actor }>(prove: (ctx: Ctx, params: Asked) => Promise<Proved | null>) {
  let kept: Proved | null = null;
  return {
    async prove(ctx: Ctx, params: Asked): Promise<Proved["actor"] | null> {
      kept = await prove(ctx, params);
      return kept?.actor ?? null;
    },
    kept: () => kept ?? undefined,
  };
}

const provingBrands = (which: WhichBrands) =>
  keeping((ctx, { token }: { token: string }) => proveByBrands(ctx, { token, which }));

async function myBrand(
  { ctx, headers }: Input<Operations["readMyBrand"]>,
  found: FoundBrands | undefined,
): Promise<Omit<MemberBrand, "role" | "membersNeedTwoFactor">> {
  const { actor } = ctx;
  const wanted = headers["x-brand-id"];
  if (actor.kind !== "user" && wanted && wanted !== actor.brandId) {
    throw new Forbidden(
      actor.kind === "federation"
        ? "A federation token is only valid for its own brand."
        : "An API key is only valid for its own brand.",
    );
  }
  if (actor.kind === "federation") return enterFederatedBrand({ ...ctx, actor }, actor.place);
  if (actor.kind === "api-key") return actor.brand;
  const brand = await enterBrand({ ...ctx, actor }, { brandId: wanted, found });
  if (!brand)
    throw new Forbidden(wanted ? "You are not a member of this brand." : "You are not a member of any brand.");
  return brand;
}

/** The reads that children repeat: each verifies its credential and reads its response in one statement. */
export const provingHandlers = {
  listTools: {
    begin() {
      const { prove, kept } = keeping(authenticateWithTools);
      return {
        proofs: { apiKey: prove },
        async handle() {
          const proved = kept();
          if (!proved) throw new Error("the key's tools were not loaded with it");
          return { tools: proved.tools };
        },
      };
    },
  },

  listBrands: {
    begin() {
      const { prove, kept } = provingBrands("all");
      return {
        proofs: { session: prove },
        async handle({ ctx }) {
          const { actor } = ctx;
          if (actor.kind === "api-key") {
            const { id, slug, name, identityVersion: identity_version } = actor.brand;
            return { brands: [{ id, slug, name, identity_version, role: "api-key" as const }] };
          }
          const { brands } = await listBrandsWithActive(ctx, { found: kept()?.found });
          return { brands: brands.map(listEntry) };
        },
      };
    },
  },

  listMyBrands: {
    begin() {
      const { prove, kept } = provingBrands("all");
      return {
        proofs: { session: prove },
        async handle({ ctx }) {
          const { brands, activeBrandId } = await listBrandsWithActive(ctx, { found: kept()?.found });
          return { brands: brands.map(listEntry), active_brand_id: activeBrandId };
        },
      };
    },
  },

  readMyBrand: {
    begin({ headers }) {
      const wanted = headers["x-brand-id"];
      const { prove, kept } = provingBrands(wanted === undefined ? "active" : { brandId: wanted });
      return {
        proofs: { session: prove },
        async handle(input) {
          const { id, slug, name, identityVersion: version } = await myBrand(input, kept()?.found);
          const identity = await identityText(input.ctx, { brandId: id, version });
          return new RawResponse(
            `{"brand":${JSON.stringify({ id, slug, name })},"brand_identity":${identity},"brand_identity_version":${version},"brand_book":${identity}}`,
          );
        },
      };
    },
  },

  readBundle: {
    begin({ params, query }) {
      const question = { brandId: params.id, since: query.since };
      const { prove, kept } = keeping((ctx, params: { toolSlug: string; token: string }) =>
        authenticateByBundle(ctx, { ...params, ...question }),
      );
      return {
        proofs: { childApp: prove },
        async handle({ ctx }) {
          const { bytes, version, expiresAtSeconds } = await readBundle(ctx, { ...question, found: kept()?.found });
          if (bytes === null) return { not_modified: true };
          // The tag includes the minute, so a 304 never revives URLs that are older than those sent now.
          return new RawResponse(bytes, { etag: `W/"${version}-${expiresAtSeconds / 60}"` });
        },
      };
    },
  },

  readVersion: {
    begin({ params: { id: brandId, version } }) {
      const { prove, kept } = keeping((ctx, params: { toolSlug: string; token: string }) =>
        authenticateForBrand(ctx, { ...params, brandId }),
      );
      return {
        proofs: { childApp: prove },
        async handle({ ctx }) {
          const id = await requireVersionReader(ctx, { brandId, found: kept()?.found });
          return versionResponse(await findVersion(ctx, { brandId: id, version }), "private");
        },
      };
    },
  },
} satisfies {
  [Id in "listTools" | "listBrands" | "listMyBrands" | "readMyBrand" | "readBundle" | "readVersion"]: ProvingHandler<
    Operations[Id]
  >;
};
