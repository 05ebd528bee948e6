"use server";

import { z } from "zod";
import type { PasskeyRequest } from "@/lib/account";
import { askForSignIn, signInWithPasskey } from "@/lib/account/server";
import { type FormResult, formResult } from "@/lib/actions/form-result";
import { anonymousContext } from "@/lib/auth/current-user";
import { keepPasskeyChallenge, takePasskeyChallenge } from "@/lib/auth/passkey-cookie";
import { arrivingBrowser, startSession } from "@/lib/auth/start-session";
import { spendBudget } from "@/lib/limits/server";

/** Begins a sign-in by passkey: what the browser has to have signed. */
export async function askForPasskey(): Promise<FormResult<PasskeyRequest>> {
  return formResult(async () => {
    const ctx = await anonymousContext();
    await spendBudget(ctx, "changes");
    return keepPasskeyChallenge(await askForSignIn(ctx));
  });
}

/** Signs this browser in by a passkey alone. */
export async function finishWithPasskey(answer: string): Promise<FormResult> {
  return formResult(async () => {
    const ctx = await anonymousContext();
    await spendBudget(ctx, "changes");
    const { userAgent, device } = await arrivingBrowser();
    const { challenge } = await takePasskeyChallenge();
    const passkey = z.string().parse(answer);
    await startSession(ctx, await signInWithPasskey(ctx, { passkey, challenge, userAgent, device }));
  });
}
