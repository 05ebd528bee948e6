"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import type { NewCodes } from "@/components/two-factor/types";
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
import { type FormResult, formResult } from "@/lib/web/actions/form-result";
import { actionContext } from "@/lib/web/auth/current-user";
import { keepPasskeyChallenge, takePasskeyChallenge } from "@/lib/web/auth/start-session";

const Id = z.uuid();
const NameForm = z.object({ name: z.string() });
const PasskeyForm = NameForm.extend({ passkey: z.string() });
const CodeForm = z.object({ setUp: z.string(), code: z.string() });

export async function createRegistrationChallenge(): Promise<FormResult<NewPasskeyRequest>> {
  return formResult(async () => keepPasskeyChallenge(await askForNew(await actionContext("changes"))));
}

/** Adds a passkey. This response is the only place that shows new recovery codes. */
export async function addPasskey(form: FormData): Promise<FormResult<NewCodes>> {
  return formResult(async () => {
    const { name, passkey: answer } = PasskeyForm.parse(Object.fromEntries(form));
    const { challenge } = await takePasskeyChallenge();
    const added = await takePasskey(await actionContext("secrets"), { name, answer, challenge });
    refresh();
    return added;
  });
}

export async function renamePasskey(id: string, form: FormData): Promise<FormResult> {
  return formResult(async () => {
    const { name } = NameForm.parse(Object.fromEntries(form));
    await renameOwnPasskey(await actionContext("changes"), { id: Id.parse(id), name });
    refresh();
  });
}

export async function removePasskey(id: string): Promise<FormResult> {
  return formResult(async () => {
    await removeOwnPasskey(await actionContext("changes"), { id: Id.parse(id) });
    refresh();
  });
}

/** Creates a secret for an authenticator app. This response is the only place that shows it. */
export async function beginApp(): Promise<FormResult<AppSetUp>> {
  return formResult(async () => beginAuthenticatorApp(await actionContext("changes")));
}

export async function confirmApp(form: FormData): Promise<FormResult<NewCodes>> {
  return formResult(async () => {
    const input = CodeForm.parse(Object.fromEntries(form));
    const confirmed = await confirmAuthenticatorApp(await actionContext("secrets"), input);
    refresh();
    return confirmed;
  });
}

export async function removeApp(): Promise<FormResult> {
  return formResult(async () => {
    await removeAuthenticatorApp(await actionContext("changes"));
    refresh();
  });
}

/** Replaces the recovery codes. This response is the only place that shows them. */
export async function makeCodes(): Promise<FormResult<string[]>> {
  return formResult(async () => {
    const codes = await makeRecoveryCodes(await actionContext("secrets"));
    refresh();
    return codes;
  });
}
