"use server";

import { z } from "zod";
import type { PasskeyRequest } from "@/lib/access";
import { createSecondFactorChallenge, finishSignIn } from "@/lib/access/server";
import { type FormResult, visitorResult } from "@/lib/web/actions/form-result";
import { keepPasskeyChallenge, signInBrowser, startSession, takePasskeyChallenge } from "@/lib/web/auth/start-session";

const CodeForm = z.object({ code: z.string() });

export async function askForPasskey(): Promise<FormResult<PasskeyRequest>> {
  return visitorResult(async (ctx) =>
    keepPasskeyChallenge(await createSecondFactorChallenge(ctx, await signInBrowser())),
  );
}

export async function finishWithPasskey(answer: string): Promise<FormResult> {
  return visitorResult(async (ctx) => {
    const browser = await signInBrowser();
    const factor = { passkey: z.string().parse(answer), challenge: (await takePasskeyChallenge()).challenge };
    await startSession(ctx, await finishSignIn(ctx, { ...browser, factor }));
  });
}

export async function finishWithCode(form: FormData): Promise<FormResult> {
  return visitorResult(async (ctx) => {
    const { code } = CodeForm.parse(Object.fromEntries(form));
    await startSession(ctx, await finishSignIn(ctx, { ...(await signInBrowser()), factor: { code } }));
  });
}
