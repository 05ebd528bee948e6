"use server";

import { z } from "zod";
import type { ReauthChoices } from "@/components/reauth/reauth-sheet";
import type { PasskeyRequest } from "@/lib/access";
import { createReauthChallenge, listReauthOptions, reauthenticate } from "@/lib/access/server";
import { env } from "@/lib/platform/config/env";
import { actionResult, type FormResult } from "@/lib/web/actions/form-result";
import { requireSession } from "@/lib/web/auth/current-user";
import { configuredProviders, identitiesOf } from "@/lib/web/auth/providers";
import { REAUTH_PATH } from "@/lib/web/auth/sign-in-page";
import { keepPasskeyChallenge, setReauthCookie, takePasskeyChallenge } from "@/lib/web/auth/start-session";

const Answer = z.record(z.string(), z.string());

export async function listReauthChoices(): Promise<FormResult<ReauthChoices>> {
  return actionResult("lookups", async (ctx) => {
    const { kinds, providers } = await listReauthOptions(ctx);
    const { email } = await requireSession();
    const linked = configuredProviders(env).filter(({ id }) => providers.includes(identitiesOf(env, id)));
    return {
      email,
      kinds,
      providers: linked.map(({ id, name }) => ({ id, name, href: `${REAUTH_PATH}?provider=${id}` })),
    };
  });
}

export async function askForPasskey(): Promise<FormResult<PasskeyRequest>> {
  return actionResult("changes", async (ctx) => keepPasskeyChallenge(await createReauthChallenge(ctx)));
}

/** Re-authenticates the session for 15 minutes. */
export async function verify(kind: string, form: FormData): Promise<FormResult> {
  return actionResult("changes", async (ctx) => {
    const answer = { ...Answer.parse(Object.fromEntries(form)), ...(await takePasskeyChallenge()) };
    await setReauthCookie(await reauthenticate(ctx, { kind: z.string().parse(kind), answer }));
  });
}
