"use server";

import { refresh } from "next/cache";
import { cookies } from "next/headers";
import { z } from "zod";
import { countFailedCredential } from "@/lib/api/budget";
import type { RevealedSetupLink, SetupLinkProof } from "@/lib/integrations";
import { revealSetupLink, SetupLinkEnded, setWebhookUrlByLink, testByLink } from "@/lib/integrations/server";
import { env } from "@/lib/platform/config/env";
import type { Ctx } from "@/lib/runtime/context";
import { type FormResult, visitorResult } from "@/lib/web/actions/form-result";
import { setupLinkCookie, setupLinkCookieName } from "@/lib/web/auth/cookies";

const Token = z.string().max(200);
const UrlForm = z.object({ url: z.string().max(10_000) });

/** Runs an action that the link authorises. An invalid link counts as a failed credential of the caller. */
const byLink = <T>(input: string, act: (ctx: Ctx, proof: SetupLinkProof) => Promise<T>): Promise<FormResult<T>> =>
  visitorResult(async (ctx) => {
    const token = Token.parse(input);
    const holder = (await cookies()).get(setupLinkCookieName(env.HUB_BASE_URL, token))?.value;
    try {
      return await act(ctx, { token, holder });
    } catch (error) {
      if (error instanceof SetupLinkEnded) await countFailedCredential(ctx);
      throw error;
    }
  });

/** Issues the credentials and returns them once. This browser gets the cookie for the setup page. */
export async function revealAction(token: string): Promise<FormResult<Omit<RevealedSetupLink, "holder">>> {
  return byLink(token, async (ctx, proof) => {
    const { holder, ...revealed } = await revealSetupLink(ctx, proof);
    (await cookies()).set(setupLinkCookie({ token: proof.token, holder, expiresAt: revealed.expiresAt }, env));
    return revealed;
  });
}

export async function setUrlAction(token: string, form: FormData): Promise<FormResult> {
  return byLink(token, async (ctx, proof) => {
    const { url } = UrlForm.parse(Object.fromEntries(form));
    await setWebhookUrlByLink(ctx, { ...proof, url: url.trim() });
    refresh();
  });
}

export async function testAction(token: string): Promise<FormResult> {
  return byLink(token, async (ctx, proof) => {
    await testByLink(ctx, proof);
    refresh();
  });
}
