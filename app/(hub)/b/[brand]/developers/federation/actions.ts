"use server";

import { z } from "zod";
import type { TestToken } from "@/components/developers/federation/types";
import { type FormResult, formResult } from "@/lib/actions/form-result";
import { requireUser } from "@/lib/auth/current-user";
import { describeFederationToken, FEDERATION_LIFETIME_SECONDS, mintFederationToken } from "@/lib/federation/server";
import { hub } from "@/lib/hub/hub";

/** Mints a federation token for the signed-in person, as `POST /api/public/federation/mint` does for their session. */
export async function mintTestToken(brandId: string): Promise<FormResult<TestToken>> {
  return formResult(async () => {
    const caller = await requireUser();
    const { db } = await hub();
    const { token } = await mintFederationToken({ db, now: new Date() }, caller, { brandId: z.uuid().parse(brandId) });
    return { token, lifetimeSeconds: FEDERATION_LIFETIME_SECONDS, ...describeFederationToken(token) };
  });
}
