"use server";

import { z } from "zod";
import type { NewCodes } from "@/components/two-factor/passkey-form";
import type { AppSetUp, NewPasskeyRequest } from "@/lib/access";
import {
  createRegistrationChallenge as askForNew,
  beginAuthenticatorApp,
  confirmAuthenticatorApp,
  makeRecoveryCodes,
  removeAuthenticatorApp,
  removePasskey as removeOwnPasskey,
  renamePasskey as renameOwnPasskey,
  addPasskey as takePasskey,
} from "@/lib/access/server";
import { actionResult, changeResult, type FormResult } from "@/lib/web/actions/form-result";
import { keepPasskeyChallenge, takePasskeyChallenge } from "@/lib/web/auth/start-session";

const Id = z.uuid();
const NameForm = z.object({ name: z.string() });
const PasskeyForm = NameForm.extend({ passkey: z.string() });
const CodeForm = z.object({ setUp: z.string(), code: z.string() });

export async function createRegistrationChallenge(): Promise<FormResult<NewPasskeyRequest>> {
  return actionResult("changes", async (ctx) => keepPasskeyChallenge(await askForNew(ctx)));
}

/** Adds a passkey. This response is the only place that shows new recovery codes. */
export async function addPasskey(form: FormData): Promise<FormResult<NewCodes>> {
  return changeResult("secrets", async (ctx) => {
    const { name, passkey: answer } = PasskeyForm.parse(Object.fromEntries(form));
    const { challenge } = await takePasskeyChallenge();
    return takePasskey(ctx, { name, answer, challenge });
  });
}

export async function renamePasskey(id: string, form: FormData): Promise<FormResult> {
  return changeResult("changes", async (ctx) => {
    const { name } = NameForm.parse(Object.fromEntries(form));
    await renameOwnPasskey(ctx, { id: Id.parse(id), name });
  });
}

export async function removePasskey(id: string): Promise<FormResult> {
  return changeResult("changes", (ctx) => removeOwnPasskey(ctx, { id: Id.parse(id) }));
}

/** Creates a secret for an authenticator app. This response is the only place that shows it. */
export async function beginApp(): Promise<FormResult<AppSetUp>> {
  return actionResult("changes", beginAuthenticatorApp);
}

export async function confirmApp(form: FormData): Promise<FormResult<NewCodes>> {
  return changeResult("secrets", (ctx) => confirmAuthenticatorApp(ctx, CodeForm.parse(Object.fromEntries(form))));
}

export async function removeApp(): Promise<FormResult> {
  return changeResult("changes", removeAuthenticatorApp);
}

/** Replaces the recovery codes. This response is the only place that shows them. */
export async function makeCodes(): Promise<FormResult<string[]>> {
  return changeResult("secrets", makeRecoveryCodes);
}
