"use server";

import { z } from "zod";
import type { PasskeyRequest } from "@/lib/access";
import { createSignInChallenge, signInWithPasskey } from "@/lib/access/server";
import { type FormResult, formResult } from "@/lib/web/actions/form-result";
import { anonymousActionContext } from "@/lib/web/auth/current-user";
import { keepPasskeyChallenge, signInBrowser, startSession, takePasskeyChallenge } from "@/lib/web/auth/start-session";

export async function askForPasskey(): Promise<FormResult<PasskeyRequest>> {
  return formResult(async () => {
    const ctx = await anonymousActionContext();
    return keepPasskeyChallenge(await createSignInChallenge(ctx));
  });
}

export async function finishWithPasskey(answer: string): Promise<FormResult> {
  return formResult(async () => {
    const ctx = await anonymousActionContext();
    const { userAgent, device } = await signInBrowser();
    const { challenge } = await takePasskeyChallenge();
    const passkey = z.string().parse(answer);
    await startSession(ctx, await signInWithPasskey(ctx, { passkey, challenge, userAgent, device }));
  });
}
