"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import type { Joined } from "@/components/invitation/join-form";
import { acceptInvitation, joinByInvitation, switchActiveBrand } from "@/lib/access/server";
import { actionResult, type FormResult, visitorResult } from "@/lib/web/actions/form-result";
import { setActiveBrandCookie } from "@/lib/web/auth/start-session";

const Token = z.string().max(200);
const NewMember = z.object({ name: z.string().max(1000), password: z.string().max(10_000) });

/** Adds the signed-in user to the brand, makes it their active brand and redirects to it. */
export async function acceptInvitationAction(token: string): Promise<FormResult> {
  return actionResult("changes", async (ctx) => {
    const { brand } = await acceptInvitation(ctx, { token: Token.parse(token) });
    const { slug } = await switchActiveBrand(ctx, { brandId: brand.id });
    await setActiveBrandCookie(slug);
    redirect(`/b/${slug}`);
  });
}

/** Creates the invited person's account and membership. The invitation authorises this: no session is started. */
export async function joinAction(
  token: string,
  fields: { name: string; password: string },
): Promise<FormResult<Joined>> {
  return visitorResult(async (ctx) => {
    const input = { ...NewMember.parse(fields), token: Token.parse(token) };
    const { email, brand } = await joinByInvitation(ctx, input);
    return { email, path: `/b/${brand.slug}` };
  });
}
