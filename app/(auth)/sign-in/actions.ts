"use server";

import { z } from "zod";
import type { PasskeyRequest } from "@/lib/access";
import { createSignInChallenge, signInWithPasskey } from "@/lib/access/server";
import { type FormResult, visitorResult } from "@/lib/web/actions/form-result";
import { keepPasskeyChallenge, signInBrowser, startSession, takePasskeyChallenge } from "@/lib/web/auth/start-session";

export async function askForPasskey(): Promise<FormResult<PasskeyRequest>> {
  return visitorResult(async (ctx) => keepPasskeyChallenge(await createSignInChallenge(ctx)));
}

export async function finishWithPasskey(answer: string): Promise<FormResult> {
  return visitorResult(async (ctx) => {
    const { userAgent, device } = await signInBrowser();
    const { challenge } = await takePasskeyChallenge();
    const passkey = z.string().parse(answer);
    await startSession(ctx, await signInWithPasskey(ctx, { passkey, challenge, userAgent, device }));
  });
}
