"use server";

import { z } from "zod";
import type { TestToken } from "@/components/developers/federation/federation-lab";
import { describeFederationToken, FEDERATION_LIFETIME_SECONDS, mintFederationToken } from "@/lib/integrations/server";
import { actionResult, type FormResult } from "@/lib/web/actions/form-result";

/** Mints the same token as `POST /api/public/federation/mint`, for the signed-in user. */
export async function mintTestToken(brandId: string): Promise<FormResult<TestToken>> {
  return actionResult("handOffs", async (ctx) => {
    const { token } = await mintFederationToken(ctx, { brandId: z.uuid().parse(brandId) });
    return { token, lifetimeSeconds: FEDERATION_LIFETIME_SECONDS, ...describeFederationToken(token) };
  });
}
